// A worker that dies between two steps, or is too slow: another one goes on, and nothing happens twice.
import { hash } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeContractCatalog } from "@/lib/application/contract-catalog";
import { cleanStatements } from "@/lib/application/reconcile/clean-statements";
import { receiveStatement, StatementTooLargeError } from "@/lib/application/reconcile/receive-statement";
import { reconcileOnce } from "@/lib/application/reconcile/run-turn";
import { startScheduled } from "@/lib/application/reconcile/start-scheduled";
import type { ReconcileDeps } from "@/lib/application/reconcile/step";
import { makeIdSource } from "@/lib/domain/id";
import { type Database, openDatabase } from "@/lib/store/database";
import type { StoredOperator } from "@/lib/store/operators";
import { projectPlainly } from "@/lib/store/testing/project-plainly";
import { alignDue, alignEffects } from "../support/align-due";
import { type Paid, ReconcileStage } from "./support/reconcile-stage";

let stage: ReconcileStage;
let db: Database;
beforeAll(async () => {
  stage = await ReconcileStage.open({ worker: false });
  db = openDatabase({ url: stage.product.databaseUrl, connectionsMax: 4, name: "crash test" });
});
afterAll(async () => {
  await db.close();
  await stage.close();
});

type Body = Record<string, unknown>;
const nobody = async () => {
  throw new Error("nobody is asked here");
};

function worker(change: Partial<ReconcileDeps> = {}): ReconcileDeps {
  const catalog = makeContractCatalog(db);
  const newId = makeIdSource(Date.now);
  const about = { workerId: "w", announce: () => undefined, signal: new AbortController().signal };
  const onError = (error: unknown) => void errors.push(String(error));
  return { db, newId, catalog, termsOf: catalog.termsOf, ask: nobody, list: nobody, ...about, onError, ...change };
}
const errors: string[] = [];

/** What it had written goes with it. False: the run was over, and there was no step to die in. */
async function dieInStep(id: unknown, change: Partial<ReconcileDeps> = {}): Promise<boolean> {
  let stepsDied = 0;
  const rawTransaction: Database["rawTransaction"] = (locks, work) =>
    db.rawTransaction(locks, async (tx) => {
      let isStep = true;
      const $queryRawUnsafe: typeof tx.$queryRawUnsafe = (sql, ...values) => {
        isStep &&= !sql.includes("pg_current_snapshot()");
        return tx.$queryRawUnsafe(sql, ...values);
      };
      const result = await work({ ...tx, $queryRawUnsafe });
      // History that catches up first is no part of the step.
      if (!isStep) return result;
      stepsDied += 1;
      throw new Error("killed");
    });
  await makeDue(id);
  await reconcileOnce(worker({ ...change, db: { ...db, rawTransaction } })).catch(() => undefined);
  await stage.database.query("update reconciliations set tries = 0 where id = $1", [id]);
  return stepsDied > 0;
}

const runOf = async (id: unknown) => (await stage.asAdmin("GET", `/reconciliations/${id}`)).body;
const makeDue = (id: unknown) =>
  stage.database.query(
    "update reconciliations set due_at = now() - interval '1 ms' where id = $1 and due_at is not null",
    [id],
  );

async function runToEnd(id: unknown, deps = worker()): Promise<Body> {
  for (let turn = 0; turn < 50; turn += 1) {
    await makeDue(id);
    if ((await reconcileOnce(deps)) === 0) break;
  }
  return runOf(id);
}

/** Intents as they would be after a while, without anybody who executes. */
async function insertSucceeded(tool: string, count: number): Promise<Paid[]> {
  const { body } = await stage.product.submit({
    tool,
    args: { orderId: "x", amount: 80 },
    run: `r ${tool}`,
    step: "s",
  });
  const old = makeIdSource(() => Date.now() - 1_200_000);
  const ids = Array.from({ length: count }, () => old("int"));
  await stage.database.query(
    `insert into intents (id, namespace, tool, contract_version, effect, stem, key, context, identity, identity_digest,
       fingerprint, args, args_digest, submission_id, agent_id, state, fence, effect_id, created_at, first_started_at,
       last_ended_at, ended_at, window_ends_at)
     select n.id, namespace, tool, contract_version, effect, sha256(('stem ' || n.id)::bytea), sha256(('key ' || n.id)::bytea), context, identity, identity_digest,
       fingerprint, args, args_digest, submission_id, agent_id, 'succeeded', 1, 'fx ' || n.id, now() - interval '20 minutes',
       now() - interval '20 minutes', now() - interval '20 minutes', now() - interval '20 minutes', now()
     from intents, unnest($2::text[]) as n(id) where intents.id = $1`,
    [body["id"], ids],
  );
  await alignEffects((sql) => stage.database.query(sql));
  await projectPlainly(stage.database);
  return ids.map((id) => ({ id, key: hash("sha256", `key ${id}`, "hex"), effectId: `fx ${id}` }));
}

describe("a worker that dies", () => {
  test("after any step leaves a run that the next one brings to the same end: each finding once, each row counted once", async () => {
    const tool = await stage.publish();
    const intents = await insertSucceeded(tool, 6_000);
    const [, ...rest] = intents;
    const rows = rest.map(({ key, effectId }) => `${key},${effectId},80,USD`);
    const statement = ["key,id,amount,currency", ...rows, ",fx_orphan,5,USD", `${rest[0]?.key},fx_second,80,USD`].join(
      "\n",
    );
    const { body } = await stage.upload(tool, statement);
    let turns = 0;
    for (; turns < 40; turns += 1) {
      await dieInStep(body["id"]);
      await makeDue(body["id"]);
      if ((await reconcileOnce(worker())) === 0) break;
    }
    const run = await runOf(body["id"]);
    expect(run).toMatchObject({
      state: "finished",
      counts: { rows: 6_001, matched: 6_000, missing: 1, orphan: 1, duplicate: 1, raised: 3, intents: 6_000 },
    });
    expect(turns).toBeGreaterThan(5);
    expect(await stage.findings(`tool=${tool}`)).toHaveLength(3);
    const raised = (await stage.events("finding.raised")).filter(({ subject }) => subject === tool);
    expect(raised).toHaveLength(3);
    expect((await stage.events("reconciliation.finished")).filter(({ subject }) => subject === tool)).toHaveLength(1);
  });

  test("in the middle of a listing leaves its pages staged once", async () => {
    const tool = await stage.publish();
    const pages: Record<string, Body> = {
      first: { data: [{ id: "a" }, { id: "b" }], nextCursor: "two" },
      two: { data: [{ id: "c" }], nextCursor: null },
    };
    const list: ReconcileDeps["list"] = async ({ next }) => ({ kind: "page", body: pages[next ?? "first"] as never });
    const { body } = await stage.start({ tool });
    const dying = worker({ list, db: { ...db, rawTransaction: () => Promise.reject(new Error("killed")) } });
    await reconcileOnce(dying).catch(() => undefined);
    const run = await runToEnd(body["id"], worker({ list }));
    expect(run).toMatchObject({ state: "finished", counts: { rows: 3, pages: 2, orphan: 3, raised: 3 } });
  });

  test("in the middle of asking leaves what it heard to be asked again: each intent is judged once", async () => {
    const tool = await stage.publish({ list: false, probe: true });
    const [gone, other, ...rest] = await insertSucceeded(tool, 30);
    const heard = new Map<string, number>();
    const ask: ReconcileDeps["ask"] = async ({ intentId }) => {
      heard.set(intentId, (heard.get(intentId) ?? 0) + 1);
      const effectId = intentId === other?.id ? "fx_other" : `fx ${intentId}`;
      const isGone = intentId === gone?.id;
      return { result: isGone ? { kind: "absent" } : { kind: "present", effectId, result: null }, exchange: null };
    };
    const { body } = await stage.start({ tool, source: "probe" });
    const isOver = async () => (await runOf(body["id"]))["state"] !== "running";
    for (let turn = 0; turn < 50 && !(await isOver()); turn += 1) {
      if (!(await dieInStep(body["id"], { ask }))) continue;
      await makeDue(body["id"]);
      await reconcileOnce(worker({ ask }));
    }
    const run = await runOf(body["id"]);
    const counts = { asked: 30, matched: 29, missing: 1, mismatch: 1, raised: 2 };
    expect(run).toMatchObject({ state: "finished", counts });
    const { done, total } = run["progress"] as { done: number; total: number };
    expect(done).toBe(total);
    expect([...heard.values()]).toEqual(Array(30).fill(2));
    expect(rest).toHaveLength(28);
    expect(await stage.findings(`tool=${tool}`)).toHaveLength(2);
  });

  test("that comes back after another took over changes nothing: its step is refused as a whole", async () => {
    const tool = await stage.publish();
    const { body } = await stage.upload(tool, "id\nfx_slow\n");
    let isHeld: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      isHeld = resolve;
    });
    let letGo: () => void = () => undefined;
    const go = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    const frozen = worker({
      db: {
        ...db,
        rawTransaction: async (locks, work) => {
          isHeld();
          await go;
          return db.rawTransaction(locks, work);
        },
      },
    });
    const turn = reconcileOnce(frozen);
    await held;
    await runToEnd(body["id"]);
    letGo();
    await turn;
    expect(await runOf(body["id"])).toMatchObject({ state: "finished", counts: { rows: 1, orphan: 1, raised: 1 } });
    expect(await stage.findings(`tool=${tool}`)).toHaveLength(1);
  });
});

test("a contract that is published in the middle of a listing does not read the rest of it", async () => {
  const tool = await stage.publish();
  const versions: number[] = [];
  const list: ReconcileDeps["list"] = async ({ next, contract }) => {
    versions.push(contract.version);
    const definition = { ...contract.definition, title: "Changed meanwhile" };
    if (next === null) expect((await stage.asAdmin("PUT", `/contracts/${tool}`, definition)).status).toBe(201);
    return { kind: "page", body: { data: [{ id: `fx_${next}` }], nextCursor: next === null ? "two" : null } };
  };
  const { body } = await stage.start({ tool });
  const run = await runToEnd(body["id"], worker({ list }));
  expect(run).toMatchObject({ state: "finished", counts: { rows: 2, pages: 2 } });
  expect(versions).toEqual([1, 1]);
});

test("an effect without a key whose intent ends while rows are compared is no orphan, at whichever moment it ends", async () => {
  for (const moment of [1, 2, 3, 4]) {
    const tool = await stage.publish();
    const { body } = await stage.product.submit({ tool, args: { orderId: "x", amount: 80 }, run: "r", step: "s" });
    await stage.database.query("update intents set fence = 1, first_started_at = now() where id = $1", [body["id"]]);
    const { body: run } = await stage.upload(tool, `id\nfx_${tool}\n`);
    let askedCount = 0;
    const watched: ReconcileDeps["db"]["rawTransaction"] = (locks, work) =>
      db.rawTransaction(locks, (tx) =>
        work({
          ...tx,
          $queryRawUnsafe: async <T>(sql: string, ...values: unknown[]) => {
            const rows = await tx.$queryRawUnsafe<T>(sql, ...values);
            askedCount += 1;
            if (askedCount === moment) await succeed(String(body["id"]), `fx_${tool}`);
            return rows;
          },
        }),
      );
    await makeDue(run["id"]);
    expect(await reconcileOnce(worker({ db: { ...db, rawTransaction: watched } }))).toBe(1);
    expect(askedCount).toBeGreaterThanOrEqual(4);
    const { counts } = (await runToEnd(run["id"])) as { counts: Record<string, number> };
    expect([counts["orphan"], (counts["matched"] ?? 0) + (counts["undecided"] ?? 0)]).toEqual([undefined, 1]);
  }
});

async function succeed(id: string, effectId: string): Promise<void> {
  await stage.database.query(
    `update intents set state = 'succeeded', effect_id = $2, due_at = null, last_ended_at = now(), ended_at = now(),
       window_ends_at = now() where id = $1`,
    [id, effectId],
  );
  await alignDue((sql) => stage.database.query(sql));
  await alignEffects((sql) => stage.database.query(sql));
}

test("staged rows that were lost fail the run: nothing is called missing because of them", async () => {
  const tool = await stage.publish();
  const [paid] = await insertSucceeded(tool, 1);
  const { body } = await stage.upload(tool, `key,id\n${paid?.key},${paid?.effectId}\n`);
  await stage.database.query("delete from statement_rows using reconciliations r where run = r.number and r.id = $1", [
    body["id"],
  ]);
  expect(await runToEnd(body["id"])).toMatchObject({ state: "failed", failure: "rows_lost" });
  expect(await stage.findings(`tool=${tool}`)).toEqual([]);
});

test("an upload whose web process died is failed after a while, and what it had staged is removed", async () => {
  const tool = await stage.publish();
  await stage.database.query(
    `insert into reconciliations (id, tool, source, state, phase, margin_ms, requested_by, created_at, due_at, staged)
     values ('rec_00000000000000000000000000', $1, 'statement', 'receiving', 'receiving', 0, 'opr_1', now(), now() - interval '1 second', true)`,
    [tool],
  );
  await stage.database.query(
    "insert into statement_rows (run, line, digest) select number, n, '' from reconciliations, generate_series(1, 12000) as n where id = 'rec_00000000000000000000000000'",
  );
  while ((await cleanStatements(worker())) > 0);
  expect(await runOf("rec_00000000000000000000000000")).toMatchObject({
    state: "failed",
    failure: "upload_interrupted",
  });
  expect(
    (await stage.database.query("select count(*)::int as n from statement_rows where fault is null")).rows,
  ).toEqual([{ n: 0 }]);
});

test("an upload beyond the bounds is refused as a whole: nothing of it is kept", async () => {
  const tool = await stage.publish();
  const operator = { id: "opr_1", name: "O", email: "o@example.com", role: "approver" } as StoredOperator;
  async function* chunks() {
    yield Buffer.from("id\n");
    for (let piece = 0; piece < 12; piece += 1) yield Buffer.from("fx_bulk\n".repeat(1_000));
  }
  const input = () => ({ operator, tool, format: "csv", unit: "major", chunks: chunks() }) as const;
  const deps = worker();
  for (const limits of [
    { rowsMax: 11_000, bytesMax: 1_000_000 },
    { rowsMax: 100_000, bytesMax: 80_000 },
  ]) {
    await expect(receiveStatement(deps, input(), limits)).rejects.toThrow(StatementTooLargeError);
    expect((await stage.asAdmin("GET", `/reconciliations?tool=${tool}`)).body["items"]).toEqual([]);
    const { rows } = await stage.database.query(
      "select count(*)::int as n from statement_rows where effect_id = 'fx_bulk'",
    );
    expect(rows).toEqual([{ n: 0 }]);
  }
  const { run } = await receiveStatement(deps, input());
  expect(run.counts).toEqual({ rows: 12_000 });
});

describe("the schedule", () => {
  test("starts one run a time, whoever looks, and none before the first time is over", async () => {
    const tool = await stage.publish({ reconcile: { every: "1h" } });
    const scheduled = async () =>
      ((await stage.asAdmin("GET", `/reconciliations?tool=${tool}`)).body["items"] as Body[]).length;
    await startScheduled(worker());
    expect(await scheduled()).toBe(0);
    await stage.database.query("alter table contract_versions disable trigger user");
    await stage.database.query(
      "update contract_versions set published_at = now() - interval '90 minutes' where tool = $1",
      [tool],
    );
    await stage.database.query("alter table contract_versions enable trigger user");
    await Promise.all(Array.from({ length: 4 }, () => startScheduled(worker())));
    expect(await scheduled()).toBe(1);
    await startScheduled(worker());
    expect(await scheduled()).toBe(1);
    const started = (await stage.events("reconciliation.started")).filter(({ subject }) => subject === tool);
    expect(started).toMatchObject([{ actor_kind: "system", actor_id: "reconciliation" }]);
    const [run] = (await stage.asAdmin("GET", `/reconciliations?tool=${tool}`)).body["items"] as Body[];
    expect(run).toMatchObject({ requestedBy: null, source: "list", state: "running" });
  });

  test("leaves a tool alone whose contract says so", async () => {
    const tool = await stage.publish({ reconcile: false });
    await stage.database.query("alter table contract_versions disable trigger user");
    await stage.database.query(
      "update contract_versions set published_at = now() - interval '90 days' where tool = $1",
      [tool],
    );
    await stage.database.query("alter table contract_versions enable trigger user");
    await startScheduled(worker());
    expect((await stage.asAdmin("GET", `/reconciliations?tool=${tool}`)).body["items"]).toEqual([]);
  });
});
