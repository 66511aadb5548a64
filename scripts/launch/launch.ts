// The stages of a start, in order. Every stage hands what must be undone to `shutdown` as soon as it exists,
// so that a start which fails or is interrupted anywhere leaves nothing running.
//
//   settings ► Postgres ► migrations ► bundle ► build ► ledger ► demo data ► web and worker
import type { Stage, Stages } from "../stages.mjs";
import { build, findDueBuild } from "./build";
import { bundleProcesses, PRODUCT_PROCESSES } from "./bundle";
import { ledgerEnvironment, withoutSecrets } from "./child-environments";
import { claimHome } from "./claim-home";
import { type Demo, type DemoCredentials, findDemoCredentials, writeDemo } from "./demo-file";
import { type DemoLedger, startDemoLedger } from "./demo-ledger";
import type { LaunchContext, LaunchInput } from "./launch-context";
import { migrateAll } from "./migrate-all";
import { startPostgres } from "./start-postgres";
import { startProduct } from "./start-product";

export async function launch(input: LaunchInput, stages: Stages): Promise<{ url: string; demo: Demo | null }> {
  const step = <T>(name: string, work: (stage: Stage) => Promise<T>): Promise<T> => {
    input.signal.throwIfAborted();
    return stages.run(name, work);
  };
  const context = await step("Settings", (stage) => claimHome(input, stage));
  const { settings } = context;
  const given = settings.env["DATABASE_URL"] ?? "";
  const redisUrl = settings.env["REDIS_URL"] ?? null;
  const databaseUrl = settings.embedded ? await step("Postgres", (stage) => startPostgres(context, stage)) : given;
  await step("Migrations", (stage) => migrateAll(databaseUrl, redisUrl, stage));
  const processes = await step("Bundle", () => bundleProcesses(PRODUCT_PROCESSES));
  await step("Build", (stage) => buildIfDue(context, databaseUrl, stage));
  const ledger = settings.demo ? await step("Ledger", () => startLedger(context, processes)) : null;
  const credentials = ledger && (await step("Demo data", () => seed(context, databaseUrl, redisUrl)));
  await step("Web and worker", () => startProduct(context, processes, { databaseUrl, ledger }));
  context.lock.update({ phase: "running" });
  if (ledger === null || credentials === null) return { url: settings.url, demo: null };
  const demo = { ...credentials, url: settings.url, ledgerUrl: ledger.url };
  writeDemo(input.home, demo);
  return { url: settings.url, demo };
}

async function seed(
  { home, settings }: LaunchContext,
  databaseUrl: string,
  redisUrl: string | null,
): Promise<DemoCredentials> {
  const { seedDemo } = await import("@/prisma/seed"); // only now: it brings the whole store with it
  const existing = findDemoCredentials(home);
  return seedDemo({ databaseUrl, redisUrl, contractsDir: "contracts", existing, key: settings.key });
}

async function buildIfDue(
  { settings, openLog, signal, hooks }: LaunchContext,
  databaseUrl: string,
  stage: Stage,
): Promise<void> {
  const env = { ...withoutSecrets(settings.env), DATABASE_URL: databaseUrl };
  const digest = findDueBuild(env);
  if (digest === null) return stage.note("unchanged");
  await build(digest, { env, log: openLog("build"), signal, onSpawn: (identity) => hooks.onSpawn("build", identity) });
}

function startLedger(
  { home, settings, openLog, hooks, shutdown }: LaunchContext,
  processes: string,
): Promise<DemoLedger> {
  return startDemoLedger({
    home,
    processes,
    env: ledgerEnvironment(settings.env),
    log: openLog("ledger"),
    hooks,
    onChild: (child) => shutdown.add({ stop: () => child.stop(), force: () => child.kill() }),
  });
}
