import { readFileSync } from "node:fs";
import { expect, onTestFinished, test } from "vitest";
import { makeSealKey, readPublicKeys } from "@/lib/domain/audit/seal-key";
import { makeTempDir } from "@/tests/support/temp-dir";
import { keepAuditKey } from "./audit-key";
import { homeFrom } from "./home";

test("every key that ever sealed here is kept once, and only its public half", () => {
  const dir = makeTempDir("audit-key");
  onTestFinished(dir.remove);
  const home = homeFrom({ ...process.env, INTERLOCK_HOME: dir.path });
  for (const masterKey of ["first", "first", "second", "first"]) keepAuditKey(home, masterKey.padEnd(44, "x"));
  const text = readFileSync(home.file("audit.pem"), "utf8");
  const pems = ["first", "second"].map((name) => makeSealKey(name.padEnd(44, "x")).pem);
  expect(text).toBe(pems.join(""));
  expect(readPublicKeys(text)).toHaveLength(2);
});
