import { expect, test } from "vitest";
import { compileContract } from "@/lib/domain/contract/compile-contract";
import type { JsonValue } from "@/lib/domain/json";
import { classifyAnswer, classifyError } from "./classify";

const contract = (more: Record<string, unknown> = {}, effect = "write_non_idempotent") =>
  compileContract(
    {
      tool: "t",
      title: "T",
      effect,
      args: { type: "object" },
      execute: {
        connector: "http",
        request: { method: "POST", url: "https://x.example" },
        effectId: "/data/0/id",
        ...more,
      },
    },
    1,
  );
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

test.each([
  ["ECONNREFUSED", false, "not_sent"],
  ["ENOTFOUND", false, "not_sent"],
  ["UND_ERR_CONNECT_TIMEOUT", false, "not_sent"],
  ["CERT_HAS_EXPIRED", false, "not_sent"],
  ["ECONNRESET", false, "unknown"],
  ["UND_ERR_SOCKET", false, "unknown"],
  ["UND_ERR_HEADERS_TIMEOUT", false, "unknown"],
  ["ECONNREFUSED", true, "unknown"],
])("%s (aborted by our deadline: %s) is %s", (code, timedOut, expected) => {
  expect(classifyError(Object.assign(new Error("x"), { cause: { code } }), timedOut).class).toBe(expected);
});
