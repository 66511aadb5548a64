// Prints the secret that receivers of notifications verify signatures with (INTERLOCK_NOTIFY, Standard Webhooks).
import { existsSync, readFileSync } from "node:fs";
import { notificationSecret, writeSecret } from "@/lib/domain/webhook-signature";
import { homeFrom } from "./launch/home";

/** The embedded default keeps its key in its home. */
function findKey(env: NodeJS.ProcessEnv): string | null {
  if (env["INTERLOCK_KEY"]) return env["INTERLOCK_KEY"];
  const kept = homeFrom(env).file("key");
  return existsSync(kept) ? readFileSync(kept, "utf8").trim() || null : null;
}

const key = findKey(process.env);
if (key === null) {
  console.error("There is no key yet: set INTERLOCK_KEY, or run npm start once.");
  process.exitCode = 78;
} else {
  console.log(writeSecret(notificationSecret(key)));
}
