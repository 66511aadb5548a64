/** `npm run bench -- history`: generates a history, asks for everything that it can be asked for, prints how long it took. */
import { availableParallelism } from "node:os";
import { openDatabase } from "@/lib/store/database";
import type { Shutdown } from "@/scripts/launch/shutdown";
import type { Child } from "../child";
import { startGround } from "../ground";
import { type ProductDatabase, prepareDatabase } from "../product-database";
import { runBenchmark, writeResults } from "../run-benchmark";
import { CASES } from "./cases";
import { type Asked, type Figures, measureList, measureLookUp } from "./measure";
import { type Options, readOptions } from "./options";
import { planOf } from "./plans";
import { generateWithProgress } from "./progress";
import { AIM_P99_MS, figuresHead, figuresRow } from "./report";
import { takeSamples } from "./samples";
import { measureWhole, wholeLines } from "./whole";

const WEB = "bench/web.ts";
/** What is generated may be lost with the machine: it is removed at the end anyhow. */
const SETTINGS = { fsync: "off", full_page_writes: "off", max_wal_size: "8GB", shared_buffers: "1GB" };
/** Reading alone is measured, by one reader at a time. */
const CONNECTIONS = 2;

type Site = ProductDatabase & { startWeb(): Promise<Child> };

export function runHistory(argv: string[]): Promise<number> {
  return runBenchmark(() => {
    const options = readOptions(argv);
    return {
      start: (shutdown) => startSite(shutdown),
      run: (site: Site, shutdown) => benchmark(site, shutdown, options),
    };
  });
}

async function startSite(shutdown: Shutdown): Promise<Site> {
  const ground = await startGround(shutdown, [WEB], SETTINGS);
  const database = await prepareDatabase(ground, "bench", null, shutdown);
  return { ...database, startWeb: () => ground.start("web", WEB, database.env, shutdown) };
}

async function benchmark(site: Site, shutdown: Shutdown, options: Options): Promise<number> {
  const lastMs = Date.now();
  await generateWithProgress(site, { count: options.intents, lastMs, indexes: "lists" });
  const db = openDatabase({ url: site.databaseUrl, connectionsMax: CONNECTIONS, name: "interlock-bench" });
  shutdown.add({ stop: () => db.close() });
  const web = await site.startWeb();
  const samples = await takeSamples(site.sql, options.samples, lastMs);
  const { operatorToken, agentKey } = site;
  const figures = await measureAll(site, { db, webUrl: web.url, operatorToken, agentKey, samples }, options);
  const whole = await measureWhole({ web, operatorToken });
  for (const line of ["", ...wholeLines(whole)]) console.log(line);
  const over = figures.filter(({ store, http }) => Math.max(store.p99Ms, http?.p99Ms ?? 0) > AIM_P99_MS);
  console.log(
    `\n${figures.length - over.length} of ${figures.length} have a p99 of at most ${AIM_P99_MS} ms${over.length === 0 ? "." : `; not: ${over.map(({ name }) => name).join("; ")}.`}`,
  );
  console.log(
    `PostgreSQL ${site.postgresVersion}, Node ${process.versions.node}, ${availableParallelism()} cores; one reader, pages of 50, ${samples.length} times each. What was read once is in memory.`,
  );
  if (options.json !== null) await writeResults(options.json, site.postgresVersion, { options, figures, whole });
  return 0;
}

async function measureAll(site: Site, asked: Asked, { plans }: Options): Promise<Figures[]> {
  const figures: Figures[] = [await measureLookUp(asked)];
  const baseline = figures[0] as Figures;
  console.log(figuresHead());
  console.log(figuresRow(baseline, baseline));
  for (const one of CASES) {
    const measured = await measureList(asked, one);
    figures.push(measured);
    console.log(figuresRow(measured, baseline));
    const [sample] = asked.samples;
    if (plans && sample !== undefined) {
      for (const line of await planOf(site.sql, one, sample)) console.log(`    ${line}`);
    }
  }
  return figures;
}
