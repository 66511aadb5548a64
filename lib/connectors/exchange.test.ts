import { describe, expect, test } from "vitest";
import { keepAnswerBody, keepAnswerHeaders, keepBody, keepHeaders } from "./exchange";
import { makeRedactor } from "./redact";

const redact = makeRedactor(new Map([["TOKEN", { value: "s3cr3t-token", origins: null }]]));
const answer = { status: 200, headers: {}, retryAfterMs: null, truncated: false };

describe("headers", () => {
  test("one that is made with a secret is masked whole, however short the secret is", () => {
    const sent = { "x-sign": "abc", authorization: "Basic abc", "x-note": "with s3cr3t-token in it", accept: "*/*" };
    const templates = { "X-Sign": "{secret.SHORT}", authorization: "Basic abc", "x-note": "{args.note}" };
    expect(keepHeaders(sent, templates, redact)).toEqual({
      "x-sign": "***",
      authorization: "***",
      "x-note": "with *** in it",
      accept: "*/*",
    });
  });

  test("of an answer only those are kept that tell what it was", () => {
    const headers = { "set-cookie": "a=b", "X-Request-Id": "req s3cr3t-token", "content-type": "text/html" };
    expect(keepAnswerHeaders(headers, redact)).toEqual({ "X-Request-Id": "req ***", "content-type": "text/html" });
  });
});

describe("bodies", () => {
  test("a secret is masked before the text is cut, so that no half of one is left", () => {
    const kept = keepBody(`${"x".repeat(7_995)}s3cr3t-token`, redact);
    expect(kept).toEqual({ text: `${"x".repeat(7_995)}***`, isCut: false });
    expect(keepBody("x".repeat(8_001), redact)).toMatchObject({ isCut: true });
    expect(keepBody(null, redact)).toBeNull();
  });

  test("an answer that was not read to its end says so", () => {
    expect(keepAnswerBody({ ...answer, body: { id: 1 } })).toEqual({ text: '{"id":1}', isCut: false });
    expect(keepAnswerBody({ ...answer, body: undefined, truncated: true, prefix: { id: 1 } })).toEqual({
      text: '{"id":1}',
      isCut: true,
    });
    expect(keepAnswerBody({ ...answer, body: undefined })).toBeNull();
  });
});
