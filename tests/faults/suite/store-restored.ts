// F36: the store goes back to a copy after effects were performed. Agents ask for everything again; the ledger's own
// books say whether anything happened twice.
import { setTimeout as delay } from "node:timers/promises";
import { seedDemo } from "@/prisma/seed";
import type { Call, Reply } from "./client";
import { CLEARED_MAX, contractOf, PROBED_TOOLS, TOOLS, type Tool } from "./contracts";
import type { Fault, FaultRow, FaultRun } from "./fault";
import { groupBy } from "./group-by";
import { openRestorablePostgres, type RestorablePostgres, type RestoreVariant } from "./restorable-postgres";
import { openSite, type Site } from "./site";

const POLL_MS = 100;
const QUIET_MAX_MS = 90_000;

/** `before`: ended in the copy. `waiting`: cleared in it. `held`: held in it. `after`: not in it at all. */
type When = "before" | "waiting" | "held" | "after";
type Action = { tool: Tool; when: When; orderId: string; amount: number };
type Row = { id: string; tool: string; state: string; order: string; failure: string | null };

/** In one of them the workers live through it, in the others they are killed and know it from their files alone. */
const VARIANTS: Record<RestoreVariant, { killed: boolean }> = {
  copy: { killed: false },
  recovery: { killed: true },
  logical: { killed: true },
};

export const storeRestored: Fault = {
  id: "F36",
  title: "the store restored from a copy, by recovery, by another database",
  async run(run) {
    const rows: FaultRow[] = [];
    for (const variant of ["copy", "recovery", "logical"] as const) rows.push(await restoredBy(variant).run(run));
    const all = <T>(of: (row: FaultRow) => T[]) => rows.flatMap(of);
    return {
      id: "F36",
      actions: rows.reduce((sum, row) => sum + row.actions, 0),
      kills: rows.reduce((sum, row) => sum + row.kills, 0),
      verdict: {
        doubled: all(({ verdict }) => verdict.doubled),
        lost: all(({ verdict }) => verdict.lost),
        stuck: all(({ verdict }) => verdict.stuck),
        breaches: all(({ verdict }) => verdict.breaches),
        inDoubtCount: rows.reduce((sum, { verdict }) => sum + verdict.inDoubtCount, 0),
      },
      remarks: rows.map(({ remarks }) => remarks).join("; "),
    };
  },
};

export function restoredBy(variant: RestoreVariant): Fault {
  return {
    id: "F36",
    title: `the store restored: ${variant}`,
    async run(run) {
      const postgres = await openRestorablePostgres(variant);
      const { databaseUrl } = postgres;
      const credentials = await seedDemo({ databaseUrl, redisUrl: null, contractsDir: "contracts", existing: null });
      const site = await openSite({
        seed: run.seed,
        workers: 2,
        database: { url: databaseUrl, ...credentials },
        contracts: TOOLS.map((tool) => contractOf(tool)),
      });
      try {
        return await tell(site, postgres, variant, planned(variant, run));
      } finally {
        await site.close();
        await postgres.close();
      }
    },
  };
}

function planned(variant: RestoreVariant, { full, size, seed }: FaultRun): Action[] {
  const each = Math.ceil((size?.actions ?? (full ? 320 : 48)) / (4 * TOOLS.length));
  return TOOLS.flatMap((tool) =>
    (["before", "waiting", "held", "after"] as const).flatMap((when) =>
      Array.from({ length: each }, (_, n) => ({
        tool,
        when,
        orderId: `${variant}-${seed}-${tool}-${when}-${n}`,
        amount: when === "held" ? CLEARED_MAX + 1 : 5,
      })),
    ),
  );
}

async function tell(site: Site, postgres: RestorablePostgres, variant: RestoreVariant, actions: Action[]) {
  const of = (...whens: When[]) => actions.filter(({ when }) => whens.includes(when));
  await submitAll(site, of("before"));
  await untilEnded(site, of("before"));
  await insist(site.asOperator, "/pause", { reason: "the copy is made" });
  await submitAll(site, of("waiting", "held"));
  await postgres.backUp();

  await insist(site.asOperator, "/resume", {});
  await approveAll(site);
  await submitAll(site, of("after"));
  await untilEnded(site, actions);
  const effectsBefore = await site.effects();

  if (VARIANTS[variant].killed) for (const worker of site.workers) worker.signal("SIGKILL");
  await postgres.restore();
  await insist(site.asOperator, "/resume", {});
  await submitAll(site, actions);
  await approveAll(site);
  const doubted = await untilSettled(site, actions);
  await endDoubts(site);
  const ended = await untilSettled(site, actions);

  const effects = await site.effects();
  const byOrder = groupBy(effects, ({ body }) => String(body["orderId"]));
  const doubled = [...byOrder].flatMap(([order, same]) =>
    same.length > 1 ? [`${order}: ${same.length} effects`] : [],
  );
  const kills = site.workers.reduce((sum, worker) => sum + worker.killCount(), 0);
  return {
    id: "F36",
    actions: actions.length,
    kills,
    verdict: {
      doubled,
      lost: actions.flatMap(({ orderId }) => (byOrder.has(orderId) ? [] : [`${orderId} has no effect`])),
      stuck: ended.flatMap(({ order, state }) => (state === "succeeded" ? [] : [`${order} is ${state}`])),
      breaches: [
        ...blindTrust(doubted, of("waiting", "held", "after")),
        ...site.workers.flatMap((one) => one.crashes()),
      ],
      inDoubtCount: doubted.filter(({ state }) => state === "in_doubt").length,
    },
    remarks: `${variant}: ${effectsBefore.length} effects before, ${effects.length} after`,
  };
}

/** What ran after the copy was made and cannot be asked for must be in doubt, with the reason. */
function blindTrust(rows: Row[], lost: Action[]): string[] {
  const byOrder = new Map(rows.map((row) => [row.order, row]));
  return lost.flatMap(({ tool, orderId }) => {
    const row = byOrder.get(orderId);
    if (row === undefined || PROBED_TOOLS.includes(tool)) return [];
    const isHonest = row.state === "in_doubt" && row.failure === "store_restored";
    return isHonest ? [] : [`${orderId} is ${row.state} (${row.failure})`];
  });
}

async function submitAll(site: Site, actions: Action[]): Promise<void> {
  await Promise.all(
    actions.map(({ tool, orderId, amount }) =>
      insist(site.asAgent, "/intents", { tool, args: { orderId, amount }, run: orderId, step: "s" }),
    ),
  );
}

async function approveAll(site: Site): Promise<void> {
  const rows = await site.query<{ id: string; digest: string }>(
    "select id, encode(args_digest, 'hex') as digest from intents where state = 'held'",
  );
  for (const { id, digest } of rows)
    await insist(site.asOperator, `/intents/${id}/decisions`, { verdict: "approve", argsDigest: digest });
}

/** An operator looks each doubt up in the ledger, and says what is there. */
async function endDoubts(site: Site): Promise<void> {
  const effects = groupBy(await site.effects(), ({ key }) => String(key));
  const rows = await site.query<{ id: string; key: string }>(
    "select id, encode(key, 'hex') as key from intents where state = 'in_doubt'",
  );
  for (const { id, key } of rows) {
    const effectId = effects.get(key)?.[0]?.id;
    const said = effectId === undefined ? { outcome: "not_executed" } : { outcome: "executed", effectId };
    await insist(site.asOperator, `/intents/${id}/resolution`, { ...said, evidence: "the ledger's books" });
  }
}

function untilEnded(site: Site, actions: Action[]): Promise<Row[]> {
  return until(site, actions, (row) => row.state === "succeeded");
}

/** Nothing more happens by itself. */
function untilSettled(site: Site, actions: Action[]): Promise<Row[]> {
  const isSettled = ({ state, tool }: Row) =>
    state === "succeeded" || (state === "in_doubt" && !PROBED_TOOLS.includes(tool));
  return until(site, actions, isSettled);
}

async function until(site: Site, actions: Action[], isEnough: (row: Row) => boolean): Promise<Row[]> {
  const deadlineMs = performance.now() + QUIET_MAX_MS;
  for (;;) {
    const rows = await read(site);
    const known = new Map(rows.map((row) => [row.order, row]));
    const all = actions.map(({ orderId }) => known.get(orderId));
    if (all.every((row) => row !== undefined && isEnough(row)) || performance.now() > deadlineMs)
      return all.flatMap((row) => row ?? []);
    await delay(POLL_MS);
  }
}

async function read(site: Site): Promise<Row[]> {
  try {
    return await site.query<Row>(
      `select id, tool, state, args ->> 'orderId' as "order", failure ->> 'code' as failure from intents`,
    );
  } catch {
    return []; // it is just being put back
  }
}

/** As a patient caller does: what is away is asked again. */
async function insist(call: Call, path: string, body: unknown): Promise<Reply> {
  const deadlineMs = performance.now() + QUIET_MAX_MS;
  for (;;) {
    const reply = await call("POST", path, body);
    if (reply !== null && reply.status < 500) return reply;
    if (performance.now() > deadlineMs) throw new Error(`${path}: ${JSON.stringify(reply)}`);
    await delay(POLL_MS);
  }
}
