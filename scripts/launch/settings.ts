// What this start runs on: the environment with the defaults of the embedded set-up filled in, checked as a whole.
import { loadSettings } from "@/lib/config/env";
import { findFreePort } from "./free-port";
import { type Home, keepSecret } from "./home";

export interface LaunchSettings {
  /** The environment that every process's own is made from. */
  env: NodeJS.ProcessEnv;
  /** INTERLOCK_KEY. */
  key: string;
  /** Postgres is ours to start. */
  embedded: boolean;
  demo: boolean;
  port: number;
  url: string;
}

const DEFAULT_PORT = "3000";
/** Stands in until the embedded server has a port: settings are checked before anything is started. */
const EMBEDDED_URL = "postgresql://interlock@127.0.0.1:5432/interlock";

/** Throws SettingsError with everything that is wrong. */
export async function resolveSettings(given: NodeJS.ProcessEnv, home: Home): Promise<LaunchSettings> {
  const env = withoutEmpty(given);
  const embedded = env["DATABASE_URL"] === undefined;
  env["PORT"] ??= DEFAULT_PORT;
  if (env["PORT"] === "0") env["PORT"] = String(await findFreePort());
  env["INTERLOCK_DEMO"] ??= embedded && env["REDIS_URL"] === undefined ? "1" : "0";
  env["DATABASE_URL"] ??= EMBEDDED_URL;
  if (embedded) env["INTERLOCK_KEY"] ??= keepSecret(home.file("key"), "base64");
  const { key, demo, port, publicUrl } = loadSettings(env);
  return { env: { ...env, INTERLOCK_URL: publicUrl }, key, embedded, demo, port, url: publicUrl };
}

/** `REDIS_URL=` in a shell means "none", not "an empty address". */
function withoutEmpty(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([, value]) => value !== "")) as NodeJS.ProcessEnv;
}
