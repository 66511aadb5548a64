/** What `{secret.X}` means in contracts. Read by the worker only; the web process is started without these variables. */
import { withPrefix } from "./env";

const SECRET_PREFIX = "INTERLOCK_SECRET_";
const ORIGINS_SUFFIX = "_ORIGINS";

export type Secret = {
  value: string /** The only origins it may be sent to; null: any that egress allows. */;
  origins: string[] | null;
};

export function loadSecrets(env: Record<string, string | undefined>): Map<string, Secret> {
  const named = withPrefix(env, SECRET_PREFIX);
  const secrets = new Map<string, Secret>();
  for (const [name, value] of Object.entries(named)) {
    if (name.endsWith(ORIGINS_SUFFIX)) continue;
    const bound = named[`${name}${ORIGINS_SUFFIX}`];
    const origins = bound?.split(",").map((origin) => new URL(origin.trim()).origin) ?? null;
    secrets.set(name, { value, origins });
  }
  return secrets;
}
