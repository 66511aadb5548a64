import { describe, expect, test } from "vitest";
import type { ContractTermsDto } from "@/lib/wire/contract";
import { executeStatements } from "./execute-words";
import { makeContract, textsOf } from "./testing/make-contract";

const HTTP = { connector: "http", request: { method: "POST", url: "{+config.LEDGER_URL}/refunds" }, effectId: "/id" };

const said = (execute: Record<string, unknown>, terms: Partial<ContractTermsDto> = {}) =>
  executeStatements(makeContract({ definition: { execute }, terms }));

describe("how it reaches the world", () => {
  test.each<[string, Record<string, unknown>, string]>([
    ["POST", {}, "It sends one POST request, with the args as JSON."],
    ["PUT", { encoding: "form" }, "It sends one PUT request, with the args as form fields."],
    ["PATCH", { body: { a: 1 } }, "It sends one PATCH request, with a body made from the args as JSON."],
    ["GET", {}, "It sends one GET request."],
    ["DELETE", {}, "It sends one DELETE request."],
  ])("over HTTP, by %s", (method, more, words) => {
    const request = { method, url: "https://x.example/{args.id}", ...more };
    expect(said({ connector: "http", request })[0]).toEqual({
      text: words,
      code: `${method} https://x.example/{args.id}`,
    });
  });

  test("headers are shown as they are written, and settings and secrets are named", () => {
    const request = { ...HTTP.request, headers: { authorization: "Bearer {secret.LEDGER_TOKEN}" } };
    const told = said({ ...HTTP, request });
    expect(told).toContainEqual({
      text: "It sends this header along:",
      code: "authorization: Bearer {secret.LEDGER_TOKEN}",
    });
    expect(textsOf(told)).toContain("Settings that it needs: LEDGER_URL.");
    expect(textsOf(told)).toContain("Secrets that it needs: LEDGER_TOKEN. Only the worker can read them.");
  });

  test("as a tool of an MCP server, and as a module", () => {
    const mcp = said({ connector: "mcp", server: { url: "{+config.CRM}" }, tool: "create", arguments: { a: 1 } });
    expect(mcp[0]).toEqual({
      text: "It calls the tool “create” of an MCP server, with arguments made from the args.",
      code: "{+config.CRM}",
    });
    const module = textsOf(said({ connector: "module", module: "refund", secrets: ["TOKEN"] }));
    expect(module[0]).toBe("It runs the module “refund” inside the worker; the module itself says what it did.");
    expect(module).toContain("Secrets that it needs: TOKEN. Only the worker can read them.");
  });

  test("a connector of a newer server is named and not guessed", () => {
    expect(textsOf(said({ connector: "pigeon" }))[0]).toMatch(/“pigeon”, which this page has no words for/);
  });
});

describe("what may be repeated", () => {
  test("time-out and retries are spelled", () => {
    const told = textsOf(said(HTTP, { timeoutMs: 5_000, retries: { max: 3, baseMs: 500, capMs: 30_000 } }));
    expect(told).toContain("An attempt without an answer after 5 seconds is unknown, never taken for failed.");
    expect(told).toContain(
      "After the first attempt up to 3 more follow, where that is safe: the first after 500 milliseconds, then twice as long each time, at most 30 seconds.",
    );
    expect(textsOf(said(HTTP, { retries: { max: 0, baseMs: 1, capMs: 1 } }))).toContain("It is tried once.");
  });

  test("a downstream that recognises the key says where and for how long", () => {
    const idempotency = { header: "Idempotency-Key", body: "/meta/id", window: "7d" };
    expect(textsOf(said({ ...HTTP, idempotency }, { honoursKeyMs: 604_800_000 }))).toContain(
      "The downstream recognises the key (in the header Idempotency-Key and in the body at /meta/id) for 7 days: until then an unknown outcome may be tried again with the same key.",
    );
  });

  test("without key and probe every unknown outcome waits for a person", () => {
    const told = textsOf(said(HTTP)).join(" ");
    expect(told).toMatch(/never simply tried again\. There is no probe\. Every unknown outcome is in doubt/);
  });

  test("a probe is shown with what proves what", () => {
    const probe = { method: "GET", url: "https://x.example?key={key}", effectId: "/data/0/id" };
    expect(said({ ...HTTP, probe }, { absentAfterMs: 5_000 })).toContainEqual({
      text: "After an unknown outcome a probe asks the downstream whether it happened. An effect id at /data/0/id proves that it did; that nothing is there counts 5 seconds after the attempt ended.",
      code: "GET https://x.example?key={key}",
    });
  });

  test.each([
    [
      { header: "location", match: "/t/(.+)" },
      "The effect id is what “/t/(.+)” finds in the answer’s header location.",
    ],
    [{ header: "location" }, "The effect id is the answer’s header location."],
    [{ text: "n_[0-9]+" }, "The effect id is what “n_[0-9]+” finds in the text of the answer."],
    [{ value: "{args.id}" }, "The effect id is the caller’s own, “{args.id}”."],
  ])("the effect id is told from where it comes: %o", (effectId, expected) => {
    expect(textsOf(said({ ...HTTP, effectId }))).toContain(expected);
    const probe = { url: "https://x.example?key={key}", effectId };
    expect(textsOf(said({ ...HTTP, probe })).join(" ")).toMatch(
      /An (effect id \(.+\)|answer of 200) proves that it did/,
    );
  });

  test("a read that got no answer is given up: nothing can have happened", () => {
    const told = textsOf(executeStatements(makeContract({ effect: "read", definition: { execute: HTTP } }))).join(" ");
    expect(told).toMatch(/is given up/);
    expect(told).not.toMatch(/probe|recognise/);
  });
});

describe("how answers are read", () => {
  test("the effect id, the contract's own rules, and what to do after a partial effect", () => {
    const outcomes = ["success", "partial", "definitive", "not_sent", "unknown", "odd"].map((is) => ({
      when: "status == 1",
      is,
    }));
    const told = said({ ...HTTP, outcomes, partial: { when: "body.part", correctiveAction: "Call us." } });
    expect(textsOf(told)).toEqual(
      expect.arrayContaining([
        "The effect id is what the answer has at /id.",
        "Where this holds for the answer, it succeeded:",
        "Where this holds for the answer, it failed for good, and nothing was done:",
        "Where this holds for the answer, nothing was done, and it is tried again:",
        "Where this holds for the answer, nobody knows whether it was done:",
        "Where this holds for the answer, “odd”:",
        "After a partial effect the agent is told “Call us.”",
      ]),
    );
    expect(told).toContainEqual({
      text: "Where this holds for the answer, only a part of it happened:",
      code: "body.part",
    });
  });
});
