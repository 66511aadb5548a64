import { expect, test } from "vitest";
import type { JsonObject } from "@/lib/domain/json";
import { lostSession } from "./mcp-outcome";

const answered = (status: number, message: JsonObject | null) => ({
  answer: { status, headers: {}, retryAfterMs: null, truncated: false, body: message ?? undefined },
  message,
});
const error = (code?: unknown) => ({ error: { ...(code === undefined ? {} : { code }), message: "no" } }) as JsonObject;

test.each<[string, number, JsonObject | null]>([
  ["without a message", 404, null],
  ["without a message", 400, null],
  ["with an error that has no code", 404, error()],
  ["with the code that servers give for it", 404, error(-32001)],
  ["with the code that servers give for it", 400, error(-32000)],
])("a session is lost: %s (%i)", (_, status, message) => {
  expect(lostSession(answered(status, message), true)).toBe(true);
  expect(lostSession(answered(status, message), false)).toBe(false);
});

test.each<[string, number, JsonObject | null]>([
  ["an internal error", 400, error(-32603)],
  ["an internal error", 404, error(-32603)],
  ["a thing that the tool did not find", 404, error(-32002)],
  ["a server's own code", 400, error(-32042)],
  ["a code of the application", 404, error(1_404)],
  ["a code that is no number", 400, error("E_LIMIT")],
  ["a result", 400, { result: { isError: true } }],
  ["another status", 500, error(-32000)],
  ["an error of this very call, without a code", 400, { id: "our-id", ...error() }],
  ["an error of this very call that may be a time-out behind a gateway", 404, { id: "our-id", ...error(-32001) }],
  ["an answer with 200", 200, error(-32001)],
])("L5: a call may have run, its session is not lost: %s (%i)", (_, status, message) => {
  expect(lostSession(answered(status, message), true)).toBe(false);
});

test.each([-32020, -32021, -32022])(
  "%i turns a call away at the door; with 200 it may be the tool's own word",
  (code) => {
    expect(lostSession(answered(400, error(code)), false)).toBe(true);
    expect(lostSession(answered(200, error(code)), false)).toBe(false);
    expect(lostSession(answered(200, error(code)), true)).toBe(false);
  },
);
