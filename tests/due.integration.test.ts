// Due work is found in a table of its own: it is claimed once, it costs an intent's row no index, and where it does not
// agree with the intents it is mended.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type ClaimedAttempt, claimIntents } from "@/lib/application/claim-intents";
import { makeContractCatalog } from "@/lib/application/contract-catalog";
import { makeMendDue } from "@/lib/application/mend-due";
import { settleAttempts } from "@/lib/application/settle-attempts";
import { makeIdSource } from "@/lib/domain/id";
import { type Database, openDatabase } from "@/lib/store/database";
import { DoubtStage } from "./support/doubt-stage";

let stage: DoubtStage;
let db: Database;
let tool: string;
beforeAll(async () => {
  stage = await DoubtStage.open({ worker: false });
  db = openDatabase({ url: stage.product.databaseUrl, connectionsMax: 8, name: "due" });
  tool = await stage.publish();
});
afterAll(async () => {
  await db.close();
  await stage.close();
});

const newId = makeIdSource(Date.now);
const catalog = () => makeContractCatalog(db).termsOf;
const fail = (error: unknown): never => {
  throw error;
};
const worker = (workerId: string) => ({
  ...{ db, newId, termsOf: catalog(), workerId, random: () => 0, announce: () => undefined, onError: fail },
});

async function submit(count: number): Promise<string[]> {
  const answers = await Promise.all(Array.from({ length: count }, () => stage.submit(stage.order(tool), 0)));
  return answers.map(({ body }) => String(body["id"]));
}

const claim = (workerId: string, ids: string[] | null, limit = 1_000) =>
  claimIntents(worker(workerId), { ids, limit, exceptTools: [] });

async function succeed(attempts: ClaimedAttempt[]): Promise<void> {
  const settlements = attempts.map(({ attemptId, intentId, fence }) => ({
    ...{ attemptId, intentId, fence, exchange: null },
    outcome: { class: "success", effectId: `fx_${intentId}`, result: { ok: true } } as const,
  }));
  const results = await settleAttempts(worker("the test"), settlements);
  expect(new Set(results)).toEqual(new Set(["settled"]));
}

async function ask<T>(sql: string, ...values: unknown[]): Promise<T[]> {
  return (await stage.database.query(sql, values)).rows as T[];
}
const dueOf = async (id: string) => (await ask<{ what: string }>("select what from due where intent_id = $1", id))[0];

describe("many workers that claim the same intents at once", () => {
  test.each(["named", "whatever is due"])("claim each fence once: %s", async (how) => {
    for (let turn = 0; turn < 4; turn += 1) {
      const ids = await submit(20);
      const workers = Array.from({ length: 6 }, (_, n) => claim(`worker ${n}`, how === "named" ? ids : null));
      const attempts = (await Promise.all(workers)).flat();
      expect(attempts.map(({ intentId }) => intentId).sort()).toEqual([...ids].sort());
      expect(new Set(attempts.map(({ fence }) => fence))).toEqual(new Set([1]));
      const [count] = await ask<{ count: number }>(
        "select count(*)::int as count from attempts where intent_id = any($1)",
        ids,
      );
      expect(count?.count).toBe(20);
      for (const id of ids) expect(await dueOf(id)).toEqual({ what: "lease" });
      await succeed(attempts);
      for (const id of ids) expect(await dueOf(id)).toBeUndefined();
    }
  });
});

type Updates = { updated: number; hot: number };
const COUNTS = `select n_tup_upd::int as updated, n_tup_hot_upd::int as hot from pg_stat_user_tables where relname = 'intents'`;

/** A session tells its counts within a second, or as it ends. */
async function updates(atLeast: number): Promise<Updates> {
  let counts: Updates = { updated: 0, hot: 0 };
  const read = async () => {
    [counts = counts] = await ask<Updates>(COUNTS);
    return counts.updated;
  };
  await expect.poll(read, { timeout: 20_000, interval: 100 }).toBeGreaterThanOrEqual(atLeast);
  return counts;
}

const LIVES = 400;
const TOGETHER = 25;

test("the row of an intent that is opened, claimed and succeeds is updated heap-only, 95 times in a hundred", async () => {
  await stage.database.query("select pg_stat_reset_single_table_counters('intents'::regclass)");
  for (let done = 0; done < LIVES; done += TOGETHER) await succeed(await claim("one", await submit(TOGETHER)));
  const { updated, hot } = await updates(2 * LIVES);
  expect(hot / updated).toBeGreaterThanOrEqual(0.95);
});

describe("where what is due does not agree with the intents, it is mended and told", () => {
  /** A look at four rows a time: what is wrong is found wherever it is, once the looks have come round. */
  async function mendAll(): Promise<Map<string, string>> {
    const told = new Map<string, string>();
    const onMended = (mended: { intentId: string; was: string }[]) => {
      for (const { intentId, was } of mended) told.set(intentId, was);
    };
    const mend = makeMendDue({ db, onMended, lookedAtMax: 40 });
    const [rows] = await ask<{ count: number }>("select count(*)::int as count from intents");
    for (let turn = 0; turn <= (rows?.count ?? 0) / 40 + 1; turn += 1) await mend();
    return told;
  }

  test("an open intent without a due row is found again, whatever it waits for", async () => {
    const [cleared = "", running = "", doubtful = ""] = await submit(3);
    const [attempt] = await claim("one", [running]);
    const [lost] = await claim("one", [doubtful]);
    expect(attempt).toBeDefined();
    const failure = { code: "time_out", message: "No answer in time." };
    const unknown = { outcome: { class: "unknown", failure } as const, exchange: null };
    const { attemptId, intentId, fence } = lost as ClaimedAttempt;
    await settleAttempts(worker("one"), [{ attemptId, intentId, fence, ...unknown }]);
    const before = await ask("select * from due where intent_id = any($1) order by 1", [cleared, running, doubtful]);
    expect(before).toHaveLength(3);
    await ask("delete from due where intent_id = any($1)", [cleared, running, doubtful]);
    const told = await mendAll();
    for (const id of [cleared, running, doubtful]) expect(told.get(id)).toBe("missing");
    expect(await ask("select * from due where intent_id = any($1) order by 1", [cleared, running, doubtful])).toEqual(
      before,
    );
    expect(await claim("two", null)).toMatchObject([{ intentId: cleared }]);
  });

  test("a due row of an intent that has ended, that is gone, or that says another time is put right", async () => {
    const [ended = "", late = ""] = await submit(2);
    await succeed(await claim("one", [ended]));
    const add = "insert into due values ($1, 'run', now() - interval '1 hour', $2, 'agt_x')";
    await ask(add, ended, tool);
    await ask(add, "int_gone", tool);
    await ask("update due set at = at + interval '1 day' where intent_id = $1", late);
    expect(await claim("two", null)).toEqual([]);
    const told = await mendAll();
    expect([told.get(ended), told.get("int_gone"), told.get(late)]).toEqual(["stray", "stray", "wrong"]);
    expect([await dueOf(ended), await dueOf("int_gone")]).toEqual([undefined, undefined]);
    expect(await claim("two", null)).toMatchObject([{ intentId: late }]);
  });

  test("a due row that is there for something else is put right, also where its time is the intent's", async () => {
    const [id = ""] = await submit(1);
    await ask("update due set what = 'hold' where intent_id = $1", id);
    expect(await claim("two", [id])).toEqual([]);
    expect((await mendAll()).get(id)).toBe("wrong");
    expect(await claim("two", [id])).toMatchObject([{ intentId: id }]);
  });

  test("what agrees is left alone", async () => {
    await submit(3);
    expect(await mendAll()).toEqual(new Map());
  });
});
