import { expect, test } from "vitest";
import { parseUrl } from "./url";

const CALLS = 20_000;

test("an address with letters of any script is one, however often it is asked", () => {
  for (let call = 0; call < CALLS; call += 1) {
    if (parseUrl("https://münchen.de/")?.host !== "xn--mnchen-3ya.de") expect.fail(`no address at call ${call}`);
  }
});

test("what is no address is null", () => {
  for (const text of ["", "münchen", "https://", "http://[::1"]) expect(parseUrl(text)).toBeNull();
});
