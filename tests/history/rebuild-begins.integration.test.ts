// A rebuild may begin at any moment. What must miss nothing of history notices one that began while it read.
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeContractCatalog } from "@/lib/application/contract-catalog";
import { expireArgs } from "@/lib/application/expire-args";
import { exportIntents } from "@/lib/application/export-intents";
import { type ProjectDeps, projectTurn, startRebuild } from "@/lib/application/history/project";
import { findErasable, requestErasure } from "@/lib/application/request-erasure";
import type { StoredOperator } from "@/lib/store/operators";
import { insertManyIntents } from "@/lib/store/testing/many-intents";
import { ask } from "../gate/support/contract";
import { Stage } from "../gate/support/stage";

let stage: Stage;
let operator: StoredOperator;

beforeAll(async () => {
  stage = await Stage.open();
  const [row] = await stage.sql<{ id: string }>("select id from operators limit 1");
  operator = row as unknown as StoredOperator;
});
afterAll(() => stage.close());

const deps = (db = stage.db): ProjectDeps & { newId: typeof stage.newId } => ({
  db,
  versionOf: makeContractCatalog(db).versionOf,
  newId: stage.newId,
});
const held = async (tool: string, id: string) =>
  String((await stage.submit(ask(tool, id, { plan: "hold" }))).body["id"]);

/** Before the nth transaction from here on, `work` is done elsewhere. */
function before(nth: number, work: () => Promise<unknown>): typeof stage.db {
  let count = 0;
  const transaction = (async (...args: Parameters<typeof stage.db.transaction>) => {
    count += 1;
    if (count === nth) await work();
    return stage.db.transaction(...args);
  }) as typeof stage.db.transaction;
  return { ...stage.db, transaction };
}

const begin = () => startRebuild(deps());
const finish = async () => {
  for (;;) {
    const turn = await projectTurn(deps(), { changesMax: 1_000, rebuilds: true });
    if (turn.kind === "projected" && !turn.isFull && !turn.isRebuilding) return;
  }
};

test("an export breaks off, and is not taken for whole", async () => {
  const client = new pg.Client({ connectionString: stage.product.databaseUrl });
  await client.connect();
  try {
    await insertManyIntents(client, 3_000);
  } finally {
    await client.end();
  }
  await finish();
  const pages = await exportIntents(deps(), { operator, filter: { namespace: null, tool: "tool" }, told: {} });
  const read = async () => {
    let count = 0;
    for await (const _ of pages) {
      count += 1;
      if (count === 2) await begin();
    }
  };
  await expect(read()).rejects.toMatchObject({ code: "history_behind" });
  await finish();
});

test("an erasure finds the person, or is refused and asked for again", async () => {
  const tool = await stage.tool();
  const thing = stage.thing();
  await held(tool, thing);
  await stage.project();
  const body = { identity: thing } as Parameters<typeof findErasable>[1];
  const behind = { code: "history_behind", details: { retriable: true } };
  await expect(requestErasure(deps(before(1, begin)), { operator, body })).rejects.toMatchObject(behind);
  await finish();
  await expect(findErasable(deps(before(1, begin)), body)).rejects.toMatchObject(behind);
  await finish();
  expect(await stage.sql("select id from erasures")).toEqual([]);
  const id = await requestErasure(deps(), { operator, body });
  expect(await stage.sql("select found_count as found from erasures where id = $1", id)).toEqual([{ found: 1 }]);
});

test("retention passes no intent by that the rebuild has not come to yet", async () => {
  const [first, second] = [await stage.tool(), await stage.tool()];
  await held(first, stage.thing());
  const older = await held(second, stage.thing());
  const newer = await held(second, stage.thing());
  for (const id of [older, newer]) await stage.deny(id);
  await stage.project();
  // The newer one is shown again before the rebuild has come to the older one.
  const db = before(2, async () => {
    await begin();
    await stage.sql("update intents set version = version + 1 where id = $1", newer);
    await stage.sql(
      "insert into journal (at, id, type, actor_kind, actor_id, intent_id) values (now(), $1, 'intent.edited', 'system', 'x', $2)",
      stage.newId("evt"),
      newer,
    );
    await projectTurn(deps(), { changesMax: 1_000, rebuilds: false });
  });
  await expireArgs({ ...deps(db), retentionMs: 1 });
  await finish();
  const waiting = async () =>
    (await stage.sql<{ id: string }>("select intent_id as id from retention_waiting where tool = $1", second)).map(
      ({ id }) => id,
    );
  await expect
    .poll(async () => {
      await expireArgs({ ...deps(), retentionMs: 1 });
      return (await waiting()).sort();
    })
    .toEqual([older, newer].sort());
});
