import { describe, expect, test } from "vitest";
import { compileContract } from "@/lib/domain/contract/compile-contract";
import { ContractDefinition } from "@/lib/domain/contract/definition";
import type { JsonValue } from "@/lib/domain/json";
import { classifyError, classifyAnswer as classifyFor } from "./classify";
import { AddressRefusedError } from "./egress";
import { TransportError } from "./transport";

const contract = (more: Record<string, unknown> = {}, effect = "write_non_idempotent") => {
  const request = { method: "POST", url: "https://x.example" };
  const execute = { connector: "http", request, effectId: "/data/0/id", ...more };
  return compileContract(
    ContractDefinition.parse({ tool: "t", title: "T", effect, args: { type: "object" }, execute }),
    1,
  );
};
const subject = { args: { id: "n1", none: null }, key: "k1", intentId: "int_1" };
const classifyAnswer = (compiled: ReturnType<typeof contract>, read: Parameters<typeof classifyFor>[1]) =>
  classifyFor(compiled, read, subject);
const honours = { idempotency: { window: "24h" } };
const answer = (status: number, body: JsonValue = { data: [{ id: "e1" }] }, retryAfterMs: number | null = null) => ({
  status,
  body,
  retryAfterMs,
  truncated: false,
});

test.each([
  [200, {}, "success"],
  [201, {}, "success"],
  [207, {}, "partial"],
  [300, {}, "definitive"],
  [301, {}, "unknown"],
  [302, {}, "unknown"],
  [303, {}, "unknown"],
  [304, {}, "definitive"],
  [307, {}, "definitive"],
  [308, {}, "definitive"],
  [400, {}, "definitive"],
  [404, {}, "definitive"],
  [409, {}, "definitive"],
  [409, honours, "unknown"],
  [401, {}, "configuration"],
  [403, {}, "configuration"],
  [408, {}, "unknown"],
  [499, {}, "unknown"],
  [425, {}, "not_sent"],
  [429, {}, "not_sent"],
  [500, {}, "unknown"],
  [502, {}, "unknown"],
  [503, {}, "unknown"],
] as const)("status %i (%o) is %s", (status, more, expected) => {
  expect(classifyAnswer(contract(more), answer(status)).class).toBe(expected);
});

test("a read that is sent elsewhere is over: nothing can have been done", () => {
  for (const status of [301, 302, 303]) {
    expect(classifyAnswer(contract({}, "read"), answer(status)).class).toBe("definitive");
  }
});

test("a contract may know that its downstream does nothing when it sends elsewhere", () => {
  const outcomes = [{ when: "status == 302", is: "definitive" }];
  expect(classifyAnswer(contract({ outcomes }), answer(302)).class).toBe("definitive");
  expect(classifyAnswer(contract({ outcomes }), answer(303)).class).toBe("unknown");
});

test("503 says that nothing was done only together with Retry-After", () => {
  expect(classifyAnswer(contract(), answer(503, null, 3_000))).toMatchObject({
    class: "not_sent",
    retryAfterMs: 3_000,
  });
});

test("L5: a 2xx without an effect id, or cut off, is unknown and not a success", () => {
  for (const body of [{ data: [] }, { data: [{ id: "" }] }, { data: [{ id: null }] }, "ok", null]) {
    expect(classifyAnswer(contract(), answer(200, body)).class).toBe("unknown");
  }
  expect(classifyAnswer(contract(), { ...answer(200), truncated: true }).class).toBe("unknown");
});

test("a read needs no effect id; partial can be said in the body", () => {
  expect(classifyAnswer(contract({}, "read"), answer(200, { x: 1 }))).toMatchObject({
    class: "success",
    effectId: null,
  });
  expect(classifyAnswer(contract(), answer(200, { partial: true, data: [{ id: 7 }] }))).toMatchObject({
    class: "partial",
    effectId: "7",
  });
});

test("partial can be declared over the answer; a condition that fails is not a success", () => {
  const partial = { partial: { when: "status == 200 && body.skipped > 0.0", correctiveAction: "Look." } };
  const body = (skipped: JsonValue) => ({ data: [{ id: "e" }], ...(skipped === null ? {} : { skipped }) });
  expect(classifyAnswer(contract(partial), answer(200, body(0))).class).toBe("success");
  expect(classifyAnswer(contract(partial), answer(200, body(2)))).toMatchObject({
    class: "partial",
    correctiveAction: "Look.",
  });
  expect(classifyAnswer(contract(partial), answer(200, body(null))).class).toBe("partial");
});

test.each([
  "ECONNREFUSED",
  "EHOSTUNREACH",
  "ENOTFOUND",
  "ERR_SSL_WRONG_VERSION_NUMBER",
  "ECONNRESET",
  "UND_ERR_SOCKET",
])("L5: %s alone proves nothing: only that no connection took the request does", (code) => {
  const cause = Object.assign(new Error("x"), { cause: { code } });
  expect(classifyError(cause, false).class).toBe("unknown");
  expect(classifyError(new TransportError(true, cause), false).class).toBe("unknown");
  expect(classifyError(new TransportError(true, cause), true)).toMatchObject({
    failure: { code: "downstream_timeout" },
  });
  expect(classifyError(new TransportError(false, cause), false).class).toBe("not_sent");
  expect(classifyError(new TransportError(false, cause), true).class).toBe("not_sent");
});

test("a refused address is ours to mend, and not counted as an attempt", () => {
  const refused = new AddressRefusedError("x.example", [{ address: "10.0.0.1", family: 4 }], "public");
  expect(classifyError(new TransportError(false, refused), false)).toMatchObject({
    class: "configuration",
    counted: false,
    failure: { message: expect.stringContaining("x.example resolves to 10.0.0.1") },
  });
});

test("a cut-off answer is a success only if its effect id was read, and then says that it was cut", () => {
  const cut = { ...answer(200), body: undefined, truncated: true };
  expect(classifyAnswer(contract(), cut).class).toBe("unknown");
  expect(classifyAnswer(contract(), { ...cut, prefix: { data: [] } }).class).toBe("unknown");
  const read = { ...cut, prefix: { data: [{ id: "e1" }] } };
  expect(classifyAnswer(contract(), read)).toEqual({ class: "success", effectId: "e1", result: { truncated: true } });
  // Half an answer cannot show that everything was done.
  expect(classifyAnswer(contract({ partial: { when: "body.skipped > 0" } }), read).class).toBe("partial");
  expect(classifyAnswer(contract({}, "read"), { ...cut, prefix: {} }).class).toBe("unknown");
});

test("a Retry-After of zero gives way to the back-off", () => {
  expect(classifyAnswer(contract(), answer(503, null, 0))).not.toHaveProperty("retryAfterMs");
  expect(classifyAnswer(contract(), answer(503, null, 0)).class).toBe("not_sent");
});

describe("a contract's own outcomes", () => {
  const rules = (...outcomes: { when: string; is: string }[]) => contract({ outcomes });

  test("the first rule that matches wins over what is usual", () => {
    const slack = rules(
      { when: "status == 200 && has(body.ok) && body.ok == false", is: "definitive" },
      { when: "status == 200 && has(body.queued)", is: "not_sent" },
      { when: 'has(headers.x_done) || ("x-done" in headers && headers["x-done"] == "1")', is: "success" },
      { when: "status == 409", is: "success" },
      { when: "status == 404", is: "unknown" },
    );
    const judge = (status: number, body?: JsonValue, headers = {}) =>
      classifyAnswer(slack, { ...answer(status, body), headers }).class;
    expect(judge(200, { ok: false, queued: true })).toBe("definitive");
    expect(judge(200, { queued: true })).toBe("not_sent");
    expect(judge(200)).toBe("success");
    expect(judge(409)).toBe("success");
    expect(judge(404)).toBe("unknown");
    expect(judge(500, { data: [{ id: "e" }] }, { "x-done": "1" })).toBe("success");
    expect(judge(422)).toBe("definitive");
  });

  test("a rule that fails makes it unknown: nothing after it is asked, nothing usual is assumed", () => {
    const broken = rules(
      { when: "body.nope.deeper == 1", is: "definitive" },
      { when: "status == 400", is: "not_sent" },
    );
    expect(classifyAnswer(broken, answer(400))).toMatchObject({
      class: "unknown",
      failure: { code: "outcome_rule_failed" },
    });
    const cut = { ...answer(200), body: undefined, truncated: true, prefix: { data: [{ id: "e1" }], error: "no" } };
    expect(classifyAnswer(rules({ when: "body.error == 'no'", is: "definitive" }), cut).class).toBe("unknown");
  });

  test("no rule makes a success of a write without its effect id, and partial is what the rule says", () => {
    expect(classifyAnswer(rules({ when: "status == 409", is: "success" }), answer(409, {})).class).toBe("unknown");
    expect(classifyAnswer(rules({ when: "status == 202", is: "partial" }), answer(202)).class).toBe("partial");
    const partial = contract({ partial: { when: "true" }, outcomes: [{ when: "status == 200", is: "success" }] });
    expect(classifyAnswer(partial, answer(200)).class).toBe("success");
  });

  test("Retry-After counts for a rule's not_sent as well", () => {
    expect(classifyAnswer(rules({ when: "status == 500", is: "not_sent" }), answer(500, null, 9_000))).toMatchObject({
      class: "not_sent",
      retryAfterMs: 9_000,
    });
  });
});

describe("an effect id from where the downstream puts it", () => {
  const read = (effectId: unknown, given: Partial<Parameters<typeof classifyFor>[1]>) =>
    classifyAnswer(contract({ effectId }), { ...answer(201), body: undefined, ...given });

  test.each<[string, unknown, object, string]>([
    ["a header, whole", { header: "X-Id" }, { headers: { "x-id": " t-7 " } }, "t-7"],
    [
      "the group in a header",
      { header: "Location", match: "/tickets/(.+)" },
      { headers: { location: "/v1/tickets/9" } },
      "9",
    ],
    ["a text", { text: "note_[0-9]+" }, { body: "Created note_12." }, "note_12"],
    ["the group in a text", { text: "id=([a-z]+)" }, { body: "ok id=abc" }, "abc"],
    ["a text that is JSON", { text: "[0-9]+" }, { body: 42 }, "42"],
    ["the caller, without a body", { value: "note:{args.id}" }, { status: 204 }, "note:n1"],
    ["the key", { value: "{key}" }, { status: 200 }, "k1"],
  ])("%s", (_, effectId, given, expected) => {
    expect(read(effectId, given)).toMatchObject({ class: "success", effectId: expected });
  });

  test.each<[string, unknown, object]>([
    ["a header that is not there", { header: "location" }, {}],
    ["an empty header", { header: "location" }, { headers: { location: " " } }],
    ["a header that does not match", { header: "location", match: "/tickets/(.+)" }, { headers: { location: "/x" } }],
    ["a group that took no part", { text: "a|b(c)" }, { body: "a" }],
    ["a text without it", { text: "note_[0-9]+" }, { body: "ok" }],
    ["no body", { text: ".+" }, {}],
    ["an argument that is not there", { value: "note:{args.gone}" }, {}],
    ["an argument that is null", { value: "{args.none}" }, {}],
  ])("L5: a 2xx without one is unknown: %s", (_, effectId, given) => {
    expect(read(effectId, given)).toMatchObject({ class: "unknown", failure: { code: "no_effect_id" } });
  });

  test("an id that the caller chose says nothing about an answer that is no success", () => {
    expect(read({ value: "{args.id}" }, { status: 500 })).toMatchObject({ class: "unknown" });
    expect(read({ value: "{args.id}" }, { status: 422 })).toMatchObject({ class: "definitive" });
  });
});
