import { describe, expect, test } from "vitest";
import { makeRedactor } from "./redact";

const secret = 'to"k en/1+é!?';
const redact = makeRedactor(new Map([["A", { value: secret, origins: null }]]));
const percent = encodeURIComponent(secret);

test("a secret is masked as it is, inside an address, a form and inside JSON", () => {
  const seen = [secret, percent, percent.toLowerCase(), JSON.stringify({ a: secret })].join(" ");
  expect(redact(seen)).toBe('*** *** *** {"a":"***"}');
  expect(redact(new URLSearchParams({ a: secret, b: "x" }).toString())).toBe("a=***&b=x");
});

describe("in base64 too, alone or in the middle of something longer", () => {
  test.each(["", "u:", "us:", "use:", "user:"])("after %o", (before) => {
    for (const after of ["", ":", "::", ":::"]) {
      const whole = Buffer.from(before + secret + after);
      for (const encoding of ["base64", "base64url"] as const) {
        const masked = redact(`Basic ${whole.toString(encoding)}`);
        const left = masked.replace("Basic ", "").replaceAll("***", "").replace(/=+$/, "");
        expect(masked).toContain("***");
        expect(left.length).toBeLessThanOrEqual(Buffer.from(before + after).toString("base64").length + 4);
      }
    }
  });
});

test("what is too short to be a secret does not mask harmless text", () => {
  expect(makeRedactor(new Map([["A", { value: "12345", origins: null }]]))("12345")).toBe("12345");
});

test("a secret of signs that mean something in a pattern is found as it is written, and nothing else is", () => {
  const odd = "a.b*c+d?(e)[f]{2}|^$\\-/";
  const mask = makeRedactor(new Map([["A", { value: odd, origins: null }]]));
  expect(mask(`x ${odd} y`)).toBe("x *** y");
  expect(mask("aXbcd e f")).toBe("aXbcd e f");
});

test("where there are no secrets every text stays as it is", () => {
  expect(makeRedactor(new Map())("anything")).toBe("anything");
});
