/** What `{secret.X}` means in contracts. Read by the worker only; the web process is started without these variables. */
import { Origins, type SettingProblem, SettingsError, withPrefix } from "./env";

const SECRET_PREFIX = "INTERLOCK_SECRET_";
const ORIGINS_SUFFIX = "_ORIGINS";

export type Secret = {
  value: string;
  /** The only origins it may be sent to; null: any that egress allows. */
  origins: string[] | null;
};

/** A bad or empty list of origins stops the start: taken for "any origin" it would send the secret anywhere. */
export function loadSecrets(env: Record<string, string | undefined>): Map<string, Secret> {
  const named = withPrefix(env, SECRET_PREFIX);
  const secrets = new Map<string, Secret>();
  const problems: SettingProblem[] = [];
  for (const [name, value] of Object.entries(named)) {
    if (name.endsWith(ORIGINS_SUFFIX)) continue;
    const bound = named[`${name}${ORIGINS_SUFFIX}`];
    const origins = bound === undefined ? null : parseOrigins(bound);
    if (origins === "bad") problems.push(badOrigins(`${SECRET_PREFIX}${name}${ORIGINS_SUFFIX}`));
    else secrets.set(name, { value, origins });
  }
  if (problems.length > 0) throw new SettingsError(problems);
  return secrets;
}

function parseOrigins(text: string): string[] | "bad" {
  const parsed = Origins.safeParse(text);
  return parsed.success && parsed.data.length > 0 ? parsed.data : "bad";
}

/** The value is not shown: somebody may have put the secret itself there. */
function badOrigins(name: string): SettingProblem {
  const message = "Expected origins such as https://payments.example.com, separated by commas; unset it to allow any.";
  return { name, value: "(hidden)", message };
}
