// History is a projection: whatever happens to who makes it, it comes to show exactly what the intents say.
import pg from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { makeContractCatalog } from "@/lib/application/contract-catalog";
import { makeCatchUp } from "@/lib/application/history/catch-up";
import { type ProjectDeps, projectTurn, startRebuild } from "@/lib/application/history/project";
import { runErasures } from "@/lib/application/run-erasures";
import { readLag } from "@/lib/store/projection/tail";
import { ask } from "../gate/support/contract";
import { type Body, Stage } from "../gate/support/stage";

let stage: Stage;
let client: pg.Client;
let tool: string;

beforeAll(async () => {
  stage = await Stage.open();
  client = new pg.Client({ connectionString: stage.product.databaseUrl });
  await client.connect();
  tool = await stage.tool();
});
afterAll(async () => {
  await client.end();
  await stage.close();
});
beforeEach(() => stage.project());

const deps = (more: Partial<ProjectDeps> = {}): ProjectDeps => ({
  db: stage.db,
  versionOf: makeContractCatalog(stage.db).versionOf,
  ...more,
});
const ALL = { changesMax: 100_000, rebuilds: true };
const turn = (changesMax = ALL.changesMax) => projectTurn(deps(), { ...ALL, changesMax });

/** Every row of it, less what only says when it was written. */
async function shown(): Promise<unknown[]> {
  const rows = await stage.sql<{ row: unknown }>(`
    select to_json(h) as row from history h union all
    select json_build_object('value', encode(v.digest, 'hex'), 'of', v.intent_id) from identity_values v union all
    select json_build_object('amount', m.amount, 'currency', m.currency, 'of', m.intent_id) from intent_amounts m`);
  return rows.map(({ row }) => JSON.stringify(row)).sort();
}

/** As one statement says it, which knows nothing of journals. */
async function expectRowsOfAll(): Promise<void> {
  const [row] = await stage.sql<{ wrong: string[] | null }>(`
    select array_agg(coalesce(i.id, h.id)) as wrong from intents i full join history h on h.id = i.id
    where (i.version, i.namespace, i.tool, i.agent_id, i.run, case when i.ended_at is not null then i.state end,
        hashtextextended(i.effect_id, 0))
      is distinct from (h.version, h.namespace, h.tool, h.agent_id, h.run, h.ended_as, h.effect)`);
  expect(row?.wrong).toBeNull();
}

async function rebuild(): Promise<void> {
  await startRebuild(deps());
  await turn();
}

async function submitted(id: string, more: Body = {}, headers: Record<string, string> = {}): Promise<string> {
  const { status, body } = await stage.submit(ask(tool, id, { plan: "hold", ...more }), headers);
  expect(status).toBeLessThan(300);
  return String(body["id"]);
}

const listed = async (query: string) => {
  const { body } = await stage.product.asOperator("GET", `/api/v1/intents?tool=${tool}&limit=100&${query}`);
  return body as { items: Body[]; behindMs?: number };
};
const idsOf = ({ items }: { items: Body[] }) => items.map(({ id }) => id);

test("what an agent submitted is in its next list, though no worker runs", async () => {
  const thing = stage.thing();
  const id = await submitted(thing);
  const list = await listed(`identity=${thing}`);
  expect(idsOf(list)).toEqual([id]);
  expect(list).not.toHaveProperty("behindMs");
});

test("a projector that dies in mid-batch leaves nothing behind, and the next one does all of it", async () => {
  await submitted(stage.thing());
  const before = await shown();
  const killed = deps({
    versionOf: async () => {
      await client.query(
        "select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and granted and database = (select oid from pg_database where datname = current_database())",
      );
      throw new Error("killed");
    },
  });
  await expect(projectTurn(killed, ALL)).rejects.toThrow();
  expect(await shown()).toEqual(before);
  await turn();
  expect((await shown()).length).toBeGreaterThan(before.length);
  await expectRowsOfAll();
});

test("of two that start at once one projects and the other is told so; nothing is there twice", async () => {
  await submitted(stage.thing());
  const first = deps({
    versionOf: async (...asked) => {
      expect(await turn()).toEqual({ kind: "busy" });
      return deps().versionOf(...asked);
    },
  });
  expect(await projectTurn(first, ALL)).toMatchObject({ kind: "projected", isFull: false });
  const once = await shown();
  await stage.sql("update projection set seen = '1:1:'");
  await turn();
  expect(await shown()).toEqual(once);
});

test("what is far behind is worked off in batches, each from where the one before ended", async () => {
  const ids = [];
  for (let count = 0; count < 7; count += 1) ids.push(await submitted(stage.thing()));
  const { changes } = await readLag(stage.db.client);
  expect(changes).toBeGreaterThanOrEqual(ids.length);
  let seen = 0;
  for (let turns = 0; turns <= changes; turns += 1) {
    const done = await turn(2);
    if (done.kind === "busy") throw new Error("busy");
    seen += done.changes;
    if (!done.isFull) break;
  }
  expect(seen).toBe(changes);
  expect(await readLag(stage.db.client)).toMatchObject({ changes: 0, seconds: 0 });
  await expectRowsOfAll();
});

test("a transaction that stays open holds up nothing but itself; the smaller id that commits last is shown", async () => {
  const other = new pg.Client({ connectionString: stage.product.databaseUrl });
  await other.connect();
  try {
    const early = await submitted(stage.thing());
    await turn();
    await other.query("begin");
    await other.query("update intents set version = version + 1, run = 'late' where id = $1", [early]);
    await other.query(
      `insert into journal (at, id, type, actor_kind, actor_id, intent_id)
       values (now(), 'evt_${"0".repeat(26)}', 'intent.reopened', 'agent', 'agt', $1)`,
      [early],
    );
    const later = await submitted(stage.thing());
    // Also while a tail is worked off that is longer than a batch.
    await turn(1);
    await turn();
    expect(idsOf(await listed(""))).toContain(later);
    expect(idsOf(await listed("run=late"))).toEqual([]);
    await other.query("commit");
    await turn();
    expect(idsOf(await listed("run=late"))).toEqual([early]);
  } finally {
    await other.end();
  }
});

test("a kind of change that it does not know is pointed out, its intent is shown as it stands, and the rest goes on", async () => {
  const id = await submitted(stage.thing());
  await turn();
  await stage.sql("update intents set version = version + 1, run = 'of tomorrow' where id = $1", id);
  await stage.sql(
    `insert into journal (at, id, type, actor_kind, actor_id, intent_id, data)
     values (now(), $1, 'tomorrow.happened', 'system', 'later', $2, '{"v": 9}')`,
    stage.newId("evt"),
    id,
  );
  const unknown: string[] = [];
  await projectTurn(deps({ onUnknown: (type) => unknown.push(type) }), ALL);
  expect(unknown).toEqual(["tomorrow.happened"]);
  expect(idsOf(await listed("run=of tomorrow"))).toEqual([id]);
});

describe("a rebuild", () => {
  test("shows what was shown, also of what is submitted while it runs, and lists say that they are behind meanwhile", async () => {
    for (let count = 0; count < 5; count += 1) await submitted(stage.thing());
    await turn();
    await startRebuild(deps());
    const during = await submitted(stage.thing());
    expect(await listed("")).toMatchObject({ behindMs: expect.any(Number) });
    expect((await turn(2)).kind).toBe("projected");
    const { body } = await stage.product.asOperator("POST", "/api/v1/erasures", { identity: "nobody" });
    expect(body).toMatchObject({ code: "history_behind", retriable: true });
    await stage.deny(during);
    await turn();
    await turn();
    const built = await shown();
    await rebuild();
    expect(await shown()).toEqual(built);
    await expectRowsOfAll();
    expect(await listed("")).not.toHaveProperty("behindMs");
  });

  test("does not bring back what was erased, and keeps strays that were not", async () => {
    const [hers, his, theirs] = [stage.thing(), stage.thing(), stage.thing()];
    const headers = { "idempotency-key": stage.thing() };
    const id = await submitted(hers, {}, headers);
    await stage.submit(ask(tool, his), headers);
    await stage.submit(ask(tool, theirs), headers);
    await stage.deny(id);
    const found = async () =>
      Promise.all([hers, his, theirs].map(async (one) => idsOf(await listed(`identity=${one}`))));
    expect(await found()).toEqual([[id], [id], [id]]);
    const erase = async (identity: string) => {
      expect((await stage.product.asOperator("POST", "/api/v1/erasures", { identity })).status).toBe(202);
      await runErasures({ ...deps(), newId: stage.newId });
    };
    await erase(his);
    expect(await found()).toEqual([[id], [], [id]]);
    await rebuild();
    expect(await found()).toEqual([[id], [], [id]]);
    await erase(hers);
    expect(await found()).toEqual([[], [], []]);
    await rebuild();
    expect(await found()).toEqual([[], [], []]);
    expect(idsOf(await listed("currency=USD&amount=80"))).toContain(id);
  });

  test("begins by itself in a database that was restored into another cluster", async () => {
    const id = await submitted(stage.thing());
    await stage.sql("update projection set cluster = 'elsewhere', seen = '900000000:900000000:'");
    expect(await turn()).toMatchObject({ isFull: true, isRebuilding: true });
    await turn();
    expect(idsOf(await listed(""))).toContain(id);
    await expectRowsOfAll();
  });
});

test("while history cannot catch up its lists say so; the inbox finds by identity, and decisions are made", async () => {
  const holder = new pg.Client({ connectionString: stage.product.databaseUrl });
  await holder.connect();
  try {
    await holder.query("begin; lock table history in exclusive mode; select pg_advisory_xact_lock(7310285114921046)");
    const thing = stage.thing();
    const id = await submitted(thing);
    const list = await listed(`identity=${thing}`);
    expect(list).toMatchObject({ items: [], behindMs: expect.any(Number) });
    const { body } = await stage.product.asOperator("GET", `/api/v1/inbox?q=${thing}`);
    expect(body).toMatchObject({ items: [{ id }] });
    expect((await stage.deny(id)).status).toBe(200);
    expect(await stage.read(id)).toMatchObject({ state: "denied" });
  } finally {
    await holder.end();
  }
});

test("those who ask at the same time are served by one look, and by one that began after they asked", async () => {
  let looks = 0;
  const counted = deps();
  const db = {
    ...counted.db,
    rawTransaction: (...asked: Parameters<typeof stage.db.rawTransaction>) => {
      looks += 1;
      return stage.db.rawTransaction(...asked);
    },
  } as typeof stage.db;
  const fail = (error: unknown) => {
    throw error;
  };
  const catchUp = makeCatchUp({ ...counted, db, onError: fail });
  await Promise.all(Array.from({ length: 20 }, () => catchUp()));
  expect(looks).toBe(2);
});

test("whatever happened, built in batches of any size it is what it is built from nothing", async () => {
  const things = Array.from({ length: 4 }, () => stage.thing());
  const pick = <T>(from: readonly T[], n: number) => from[n % from.length] as T;
  // A walk that is the same each time; 48271 is a generator of the numbers below a prime.
  let state = 20_261_121;
  const next = () => {
    state = (state * 48_271) % 2_147_483_647;
    return state;
  };
  const ids: string[] = [];
  for (let step = 0; step < 60; step += 1) {
    const kind = next() % 6;
    const id = pick(ids, next());
    if (kind <= 2 || id === undefined) {
      const asked = { plan: pick(["hold", "clear", "refuse"], next()), amount: 1 + (next() % 3) };
      const context = { run: `run-${next() % 3}`, step: `s-${next() % 5}` };
      const headers = next() % 3 === 0 ? { "idempotency-key": `key-${next() % 3}` } : {};
      const { body } = await stage.submit(
        ask(tool, pick(things, next()), asked, context),
        headers as Record<string, string>,
      );
      if (typeof body["id"] === "string") ids.push(body["id"]);
    } else if (kind === 3) await stage.deny(id);
    else if (kind === 4) await stage.approve(id);
    else if ((await stage.row(id)).state === "cleared")
      await stage.run(id, { class: "success", effectId: `eff_${step}`, result: {} }).catch(() => undefined);
    if (next() % 3 === 0) await turn(1 + (next() % 4));
  }
  while (true) {
    const done = await turn(3);
    if (done.kind === "projected" && !done.isFull) break;
  }
  const built = await shown();
  expect(built.length).toBeGreaterThan(20);
  await expectRowsOfAll();
  await rebuild();
  expect(await shown()).toEqual(built);
});
