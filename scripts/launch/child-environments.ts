// Who gets to know what: secrets are the worker's alone, the ledger is a stranger.
export interface Runtime {
  databaseUrl: string;
  ledger: { url: string; token: string } | null;
}

const SECRET = "INTERLOCK_SECRET_";

/** Without anything that a program which is not the worker has no business knowing. */
export function withoutSecrets(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return pick(env, (name) => !name.startsWith(SECRET));
}

export function ledgerEnvironment(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return pick(
    env,
    (name) =>
      !["DATABASE_URL", "REDIS_URL"].includes(name) &&
      (!name.startsWith("INTERLOCK_") || name === "INTERLOCK_TEST_RUN"),
  );
}

export function webEnvironment(env: NodeJS.ProcessEnv, runtime: Runtime): NodeJS.ProcessEnv {
  return withoutSecrets(productEnvironment(env, runtime));
}

export function workerEnvironment(env: NodeJS.ProcessEnv, runtime: Runtime): NodeJS.ProcessEnv {
  const secret = runtime.ledger === null ? {} : { [`${SECRET}LEDGER_TOKEN`]: runtime.ledger.token };
  return { ...productEnvironment(env, runtime), ...secret };
}

function productEnvironment(env: NodeJS.ProcessEnv, { databaseUrl, ledger }: Runtime): NodeJS.ProcessEnv {
  const product: NodeJS.ProcessEnv = { ...env, NODE_ENV: "production", DATABASE_URL: databaseUrl };
  if (ledger === null) return product;
  const origins = [...(env["INTERLOCK_EGRESS"] ?? "").split(","), new URL(ledger.url).origin].map((origin) =>
    origin.trim(),
  );
  return {
    ...product,
    INTERLOCK_CONFIG_LEDGER_URL: ledger.url,
    INTERLOCK_EGRESS: [...new Set(origins.filter((origin) => origin !== ""))].join(","),
  };
}

function pick(env: NodeJS.ProcessEnv, wanted: (name: string) => boolean): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([name]) => wanted(name))) as NodeJS.ProcessEnv;
}
