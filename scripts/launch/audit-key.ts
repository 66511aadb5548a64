// `.interlock/audit.pem`: the public keys of this Interlock's seals, so that exports can be verified here without being
// told whom to trust. Whoever is elsewhere brings the key with them.
import { existsSync, readFileSync } from "node:fs";
import { makeSealKey } from "@/lib/domain/audit/seal-key";
import { type Home, writePrivateFile } from "./home";

/** Of earlier keys too: what they sealed stays verifiable after INTERLOCK_KEY was changed. */
export function keepAuditKey(home: Home, masterKey: string): void {
  const path = home.file("audit.pem");
  const kept = existsSync(path) ? readFileSync(path, "utf8") : "";
  const { pem } = makeSealKey(masterKey);
  if (!kept.includes(pem)) writePrivateFile(path, kept + pem);
}
