import { expect, test } from "vitest";
import { compileContract } from "@/lib/domain/contract/compile-contract";
import { ContractDefinition } from "@/lib/domain/contract/definition";
import type { JsonValue } from "@/lib/domain/json";
import { classifyAnswer, classifyError } from "./classify";

const contract = (more: Record<string, unknown> = {}, effect = "write_non_idempotent") => {
  const request = { method: "POST", url: "https://x.example" };
  const execute = { connector: "http", request, effectId: "/data/0/id", ...more };
  return compileContract(
    ContractDefinition.parse({ tool: "t", title: "T", effect, args: { type: "object" }, execute }),
    1,
  );
};
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
  [301, {}, "definitive"],
  [400, {}, "definitive"],
  [404, {}, "definitive"],
  [409, {}, "definitive"],
  [409, honours, "unknown"],
  [401, {}, "configuration"],
  [403, {}, "configuration"],
  [408, {}, "unknown"],
  [425, {}, "not_sent"],
  [429, {}, "not_sent"],
  [500, {}, "unknown"],
  [502, {}, "unknown"],
  [503, {}, "unknown"],
] as const)("status %i (%o) is %s", (status, more, expected) => {
  expect(classifyAnswer(contract(more), answer(status)).class).toBe(expected);
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
])("L5: %s alone proves nothing: only an error on the way to a connection does", (code) => {
  expect(classifyError(Object.assign(new Error("x"), { cause: { code } }), false).class).toBe("unknown");
});
