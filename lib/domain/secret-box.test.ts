import { expect, test } from "vitest";
import { makeSecretBox } from "./secret-box";

const secret = Buffer.from("a secret of thirty-two bytes....");
const box = makeSecretBox("k".repeat(44));

test("what was sealed opens again, and the same secret never looks the same twice", () => {
  const sealed = box.seal("key_1", secret);
  expect(box.open("key_1", sealed)).toEqual(secret);
  expect(box.seal("key_1", secret)).not.toBe(sealed);
  expect(sealed).not.toContain(secret.toString("base64url"));
});

test("it opens under no other name, no other INTERLOCK_KEY, and not after one bit was changed", () => {
  const sealed = box.seal("key_1", secret);
  const bytes = Buffer.from(sealed.slice(3), "base64url");
  bytes[20] = (bytes[20] ?? 0) ^ 1;
  expect(box.open("key_2", sealed)).toBeNull();
  expect(makeSecretBox("l".repeat(44)).open("key_1", sealed)).toBeNull();
  expect(box.open("key_1", `v1.${bytes.toString("base64url")}`)).toBeNull();
});

test("what is no sealed secret at all is null, not an error", () => {
  for (const text of ["", "v1.", "v1.AAAA", "v2.AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"])
    expect(box.open("key_1", text)).toBeNull();
});
