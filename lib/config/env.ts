/** Settings, parsed once. A bad one stops the start with everything that is wrong, not only the first thing. */
import { availableParallelism } from "node:os";
import { resolve } from "node:path";
import * as z from "zod";
import { parseDurationMs } from "@/lib/domain/duration";

const ORIGIN_EXPECTED = "Expected an origin such as https://payments.example.com, without a path.";

const Origin = z
  // What is no address at all must not reach the steps below, which would throw.
  .url({ protocol: /^https?$/, abort: true, error: ORIGIN_EXPECTED })
  .refine((text) => new URL(text).pathname === "/" && new URL(text).search === "", {
    error: ORIGIN_EXPECTED,
  })
  .transform((text) => new URL(text).origin);

export const Origins = z
  .string()
  .transform((text) =>
    text
      .split(",")
      .map((part) => part.trim())
      .filter((part) => part !== ""),
  )
  .pipe(z.array(Origin));

const PRIVATE_MARK = "private:";

/** Origins that may be called; one marked `private:` may lead to addresses that are not public. */
const ReachableOrigins = z
  .string()
  .transform((text) => {
    const parts = text.split(",").map((part) => part.trim());
    const marked = parts.filter((part) => part.startsWith(PRIVATE_MARK));
    const unmark = (part: string) => (part.startsWith(PRIVATE_MARK) ? part.slice(PRIVATE_MARK.length).trim() : part);
    return {
      origins: parts.filter((part) => part !== "").map(unmark),
      privateOrigins: marked.map(unmark),
    };
  })
  .pipe(z.object({ origins: z.array(Origin), privateOrigins: z.array(Origin) }));
const NOWHERE = { origins: [], privateOrigins: [] };

const Key = z.string().refine((text) => Buffer.from(text, "base64").length >= 32 || Buffer.byteLength(text) >= 32, {
  error: "Expected at least 32 bytes, for example the output of: openssl rand -base64 32",
});

const NOTIFY_EXPECTED = "Expected an http or https address without user and password.";
const NotifyUrl = z
  .url({ protocol: /^https?$/, abort: true, error: NOTIFY_EXPECTED })
  .refine((text) => new URL(text).username === "" && new URL(text).password === "", { error: NOTIFY_EXPECTED });

const RETENTION_EXPECTED = "Expected at least one day, such as 90d.";
const RETENTION_LEAST_MS = 86_400_000;
const Retention = z
  .string()
  .transform((text) => parseDurationMs(text) ?? 0)
  .refine((ms) => ms >= RETENTION_LEAST_MS, { error: RETENTION_EXPECTED });

const KEY_AUDIT_LEAST_MS = 60_000;
const KeyAuditInterval = z
  .string()
  .transform((text) => parseDurationMs(text) ?? 0)
  .refine((ms) => ms >= KEY_AUDIT_LEAST_MS, { error: "Expected at least a minute, such as 7d." });

const EngineOverlap = z
  .string()
  .transform((text) => parseDurationMs(text) ?? -1)
  .refine((ms) => ms >= 0, { error: "Expected a duration such as 1h: how long two releases may run side by side." });

/** Sent as a bearer, so it has no spaces. */
const MetricsToken = z
  .string()
  .regex(/^\S{16,}$/, { error: "Expected at least 16 characters without spaces, such as: openssl rand -hex 32" });

const Port = z.coerce.number({ error: "Expected a port number." }).int().min(0).max(65_535);

/** As many as the store's locks and connections are shared out to (`lock-bound`, `server/runtime`). */
const WEB_PROCESSES_MAX = 4;
const WEB_PROCESSES_EXPECTED = `Expected a whole number from 1 to ${WEB_PROCESSES_MAX}.`;
const WebProcesses = z.coerce
  .number({ error: WEB_PROCESSES_EXPECTED })
  .int({ error: WEB_PROCESSES_EXPECTED })
  .min(1, { error: WEB_PROCESSES_EXPECTED })
  .max(WEB_PROCESSES_MAX, { error: WEB_PROCESSES_EXPECTED });

/** One for two cores: PostgreSQL and the worker want the others. */
export function webProcessesFor(cores: number): number {
  return Math.min(WEB_PROCESSES_MAX, Math.max(1, Math.floor(cores / 2)));
}

const Environment = z.object({
  DATABASE_URL: z.url({
    protocol: /^postgres(ql)?$/,
    error: "Expected postgresql://user:password@host:port/database.",
  }),
  REDIS_URL: z.url({ protocol: /^rediss?$/, error: "Expected redis://host:port." }).optional(),
  PORT: Port.default(3000),
  INTERLOCK_HOST: z.string().default("0.0.0.0"),
  INTERLOCK_URL: Origin.optional(),
  INTERLOCK_KEY: Key,
  INTERLOCK_EGRESS: ReachableOrigins.default(NOWHERE),
  INTERLOCK_CALLBACKS: ReachableOrigins.default(NOWHERE),
  INTERLOCK_MODULES: z.string().optional(),
  INTERLOCK_NOTIFY: NotifyUrl.optional(),
  INTERLOCK_RETENTION: Retention.optional(),
  INTERLOCK_KEY_AUDIT: KeyAuditInterval.prefault("7d"),
  INTERLOCK_HOME: z.string().default(".interlock"),
  INTERLOCK_ALLOW_UNSAFE_STORE: z.enum(["0", "1"], { error: "Expected 0 or 1." }).optional(),
  INTERLOCK_ENGINE_OVERLAP: EngineOverlap.prefault("1h"),
  INTERLOCK_DEMO: z.enum(["0", "1"], { error: "Expected 0 or 1." }).optional(),
  INTERLOCK_WORKER_PORT: Port.optional(),
  INTERLOCK_METRICS_TOKEN: MetricsToken.optional(),
  INTERLOCK_WORKER_CONCURRENCY: z.coerce.number().int().min(1).max(1_000).default(100),
  INTERLOCK_WEB_PROCESSES: WebProcesses.default(() => webProcessesFor(availableParallelism())),
  INTERLOCK_LOG_LEVEL: z.enum(["silent", "error", "warn", "info", "debug"]).default("info"),
});

const OwnPorts = Environment.refine(
  // 0 is any that is free.
  ({ PORT, INTERLOCK_WORKER_PORT }) => INTERLOCK_WORKER_PORT === 0 || INTERLOCK_WORKER_PORT !== PORT,
  { path: ["INTERLOCK_WORKER_PORT"], error: "Expected another port than PORT, which is web's." },
);

export type Settings = {
  databaseUrl: string;
  redisUrl: string | null;
  port: number;
  host: string;
  publicUrl: string;
  key: string;
  egress: string[];
  /** Those of `egress` whose names may lead to private addresses. */
  egressPrivate: string[];
  callbacks: string[];
  callbacksPrivate: string[];
  /** Where the `module` connector finds its modules; null: there are none. */
  modulesDir: string | null;
  /** Where people are told of holds that near their end; null: only on record. */
  notifyUrl: string | null;
  /** How long raw args are kept where the contract does not say; null: for ever. */
  retentionMs: number | null;
  /** How often the keys are audited without anybody asking. */
  keyAuditIntervalMs: number;
  /** Where this machine keeps what must not be in the store: the worker's record of its claims. */
  homeDir: string;
  /** A server that may lose what it confirmed is used all the same. */
  allowUnsafeStore: boolean;
  /** How long releases may run side by side before keys are made by the newer one's engines. */
  engineOverlapMs: number;
  demo: boolean;
  /** Where the worker tells how it is; null: nowhere. */
  workerPort: number | null;
  /** A scraper that presents it may read metrics, and nothing else; null: only operators may. */
  metricsToken: string | null;
  workerConcurrency: number;
  /** How many web processes share the port. */
  webProcesses: number;
  logLevel: "silent" | "error" | "warn" | "info" | "debug";
  /** What `{config.X}` means in contracts. */
  config: Record<string, string>;
};

export type SettingProblem = { name: string; value: string; message: string };

export class SettingsError extends Error {
  constructor(readonly problems: SettingProblem[]) {
    super(`Settings are wrong: ${problems.map(({ name, message }) => `${name}: ${message}`).join("; ")}`);
    this.name = "SettingsError";
  }
}

const CONFIG_PREFIX = "INTERLOCK_CONFIG_";

export function loadSettings(env: Record<string, string | undefined>): Settings {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ""));
  const parsed = OwnPorts.safeParse(given);
  if (!parsed.success) {
    const problems = parsed.error.issues.map((issue) => {
      const name = String(issue.path[0] ?? "");
      const value = given[name];
      return { name, value: redact(name, value), message: value === undefined ? missing(name) : issue.message };
    });
    throw new SettingsError(problems);
  }
  const e = parsed.data;
  return {
    databaseUrl: e.DATABASE_URL,
    redisUrl: e.REDIS_URL ?? null,
    port: e.PORT,
    host: e.INTERLOCK_HOST,
    publicUrl: e.INTERLOCK_URL ?? `http://localhost:${e.PORT}`,
    key: e.INTERLOCK_KEY,
    egress: e.INTERLOCK_EGRESS.origins,
    egressPrivate: e.INTERLOCK_EGRESS.privateOrigins,
    callbacks: e.INTERLOCK_CALLBACKS.origins,
    callbacksPrivate: e.INTERLOCK_CALLBACKS.privateOrigins,
    modulesDir: e.INTERLOCK_MODULES ?? null,
    notifyUrl: e.INTERLOCK_NOTIFY ?? null,
    retentionMs: e.INTERLOCK_RETENTION ?? null,
    keyAuditIntervalMs: e.INTERLOCK_KEY_AUDIT,
    homeDir: resolve(e.INTERLOCK_HOME),
    allowUnsafeStore: e.INTERLOCK_ALLOW_UNSAFE_STORE === "1",
    engineOverlapMs: e.INTERLOCK_ENGINE_OVERLAP,
    demo: e.INTERLOCK_DEMO === "1",
    workerPort: e.INTERLOCK_WORKER_PORT ?? null,
    metricsToken: e.INTERLOCK_METRICS_TOKEN ?? null,
    workerConcurrency: e.INTERLOCK_WORKER_CONCURRENCY,
    webProcesses: e.INTERLOCK_WEB_PROCESSES,
    logLevel: e.INTERLOCK_LOG_LEVEL,
    config: withPrefix(given, CONFIG_PREFIX),
  };
}

export function withPrefix(env: Record<string, string | undefined>, prefix: string): Record<string, string> {
  const named = Object.entries(env).flatMap(([name, value]) =>
    name.startsWith(prefix) && value !== undefined ? [[name.slice(prefix.length), value] as const] : [],
  );
  return Object.fromEntries(named);
}

function missing(name: string): string {
  return name === "INTERLOCK_KEY"
    ? "Required outside the embedded default: 32 or more random bytes."
    : "Required, but not set.";
}

const HIDDEN = new Set(["INTERLOCK_KEY", "INTERLOCK_NOTIFY", "INTERLOCK_METRICS_TOKEN"]);

/** Values are shown so that a typo can be seen; those that hold credentials are not. */
function redact(name: string, value: string | undefined): string {
  if (value === undefined) return "(not set)";
  if (HIDDEN.has(name)) return "(hidden)";
  return value.replace(/\/\/[^@/]*@/, "//***@").slice(0, 80);
}
