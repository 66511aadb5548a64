// Prints the secret that receivers of notifications verify signatures with (INTERLOCK_NOTIFY, Standard Webhooks).
import { existsSync, readFileSync } from "node:fs";
import { notificationSecret, writeSecret } from "@/lib/domain/webhook-signature";
import { readArguments } from "./command-line.mjs";
import { homeFrom } from "./launch/home";

const COMMAND = "npm run notify-secret";
const HELP = `${COMMAND}

Prints the secret that receivers of notifications verify signatures with (INTERLOCK_NOTIFY, Standard Webhooks).
It is derived from INTERLOCK_KEY; without that, from the key that \`npm start\` keeps in INTERLOCK_HOME (.interlock).`;

/** The embedded default keeps its key in its home. */
function findKey(env: NodeJS.ProcessEnv): string | null {
  if (env["INTERLOCK_KEY"]) return env["INTERLOCK_KEY"];
  const kept = homeFrom(env).file("key");
  return existsSync(kept) ? readFileSync(kept, "utf8").trim() || null : null;
}

readArguments(COMMAND, HELP, {});
const key = findKey(process.env);
if (key === null) {
  console.error("There is no key yet: set INTERLOCK_KEY, or run npm start once.");
  process.exitCode = 78;
} else {
  console.log(writeSecret(notificationSecret(key)));
}
