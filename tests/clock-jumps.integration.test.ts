// The database's clock jumps: seen against a steady clock, on record once, and no window ends too early or too late by it.
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeClockWatch } from "@/lib/application/clock-watch";
import { makeIdSource } from "@/lib/domain/id";
import { type Database, openDatabase } from "@/lib/store/database";
import { databaseNow } from "@/lib/store/intents";
import { type Product, startProduct } from "./support/in-process";
import { ledgerContract } from "./support/ledger-contract";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const WAIT = { prefer: "wait=30" };

let product: Product;
let db: Database;
let database: pg.Client;

beforeAll(async () => {
  product = await startProduct();
  db = openDatabase({ url: product.databaseUrl, connectionsMax: 1, name: "clock test" });
  database = new pg.Client({ connectionString: product.databaseUrl });
  await database.connect();
  const contract = ledgerContract("pay", { duplicates: { lookalike: "hold" } });
  expect((await product.asOperator("PUT", "/api/v1/contracts/pay", contract)).status).toBe(201);
});
afterAll(async () => {
  await database.end();
  await db.close();
  await product.close();
});

function watch(name: string) {
  let steadyMs = 0;
  const errors: unknown[] = [];
  const deps = { db, newId: makeIdSource(Date.now), process: name, monotonicMs: () => steadyMs };
  const jumpsAt = makeClockWatch({ ...deps, onError: (error) => errors.push(error) });
  return {
    errors,
    look: (at: number, afterMs: number) => {
      steadyMs += afterMs;
      return jumpsAt(db.client, at);
    },
  };
}

const findings = async () => {
  const { body } = await product.asOperator("GET", "/api/v1/findings?kind=clock_jump");
  return (body["items"] as { data: { jumpMs: number } }[]).map(({ data }) => data.jumpMs);
};
const age = (id: unknown, ms: number) =>
  database.query(
    `update intents set ended_at = ended_at - make_interval(secs => $2), window_ends_at = window_ends_at - make_interval(secs => $2)
     where id = $1`,
    [id, ms / 1_000],
  );
const call = (orderId: string, run = orderId) => ({ tool: "pay", args: { orderId, amount: 5 }, run, step: "s" });

test("a jump of more than a minute is a finding, once for all processes; a slow answer is none", async () => {
  const [first, second, idle] = [watch("one"), watch("two"), watch("idle")];
  const start = (await databaseNow(db.client)) - 20 * DAY_MS;
  for (const one of [first, second, idle]) {
    await one.look(start, 0);
    await one.look(start + 5_000, 35_000); // thirty seconds lost are not a jump
  }
  const jumped = { beforeAt: start + 10_000, afterAt: start + 10_000 + 8 * DAY_MS };
  for (const one of [first, second]) {
    expect(await one.look(jumped.afterAt, 5_000)).toEqual([jumped]);
    await expect.poll(findings).toEqual([8 * DAY_MS]);
  }
  // One that had nothing to do notices an hour later, and finds it on record.
  expect(await idle.look(jumped.afterAt + HOUR_MS, HOUR_MS + 5_000)).toEqual([jumped]);
  for (const one of [first, second, idle]) expect(one.errors).toEqual([]);
  const { rows } = await database.query(
    "select (select count(*)::int from clock_jumps) as jumps, extract(epoch from clock_lag)::int as lag from store_state",
  );
  expect(rows).toEqual([{ jumps: 1, lag: (8 * DAY_MS) / 1_000 }]);
});

test("L1: a clock that jumped ahead ends no key's window, for repeats and for look-alikes", async () => {
  // As if the clock had jumped eight days ahead right after it ended: what is on record is as much older.
  await database.query(
    `insert into clock_jumps (before_at, after_at, seen_by)
     values (now() - interval '8 days' + interval '1 hour', now(), 'test')`,
  );
  const asked = call("jumped");
  const first = await product.submit(asked, WAIT);
  expect(first.body["state"]).toBe("succeeded");
  await age(first.body["id"], 8 * DAY_MS);
  const again = await product.submit(asked);
  expect(again.body).toMatchObject({ id: first.body["id"], generation: 1, submission: { disposition: "replayed" } });
  const alike = await product.submit(call("jumped", "another run"));
  expect(alike.body).toMatchObject({ state: "held", hold: { reasons: ["lookalike"] } });
  expect((await product.effects()).filter(({ body }) => body["orderId"] === "jumped")).toHaveLength(1);
});

test("a clock that jumped ahead ends no denial", async () => {
  const policy = [
    { name: "small", when: "args.amount <= 50.0", then: "clear" },
    { name: "large", then: "hold" },
  ];
  const published = await product.asOperator("PUT", "/api/v1/contracts/asked", ledgerContract("asked", { policy }));
  expect(published.status).toBe(201);
  const asked = (amount: number) => ({ ...call("denied"), tool: "asked", args: { orderId: "denied", amount } });
  const id = (await product.submit(asked(80))).body["id"];
  const no = { verdict: "deny", reason: "This is fraud." };
  expect((await product.asOperator("POST", `/api/v1/intents/${id}/decisions`, no)).status).toBe(200);
  await age(id, 8 * DAY_MS);
  const other = { ...asked(50), step: "another" };
  expect((await product.submit(other)).body).toMatchObject({ state: "held", hold: { reasons: ["denied_before"] } });
});

test("what is older than its window in steady time too is over", async () => {
  const asked = call("over");
  const first = await product.submit(asked, WAIT);
  await age(first.body["id"], 30 * DAY_MS);
  const again = await product.submit(asked, WAIT);
  expect(again.body).toMatchObject({ state: "succeeded", generation: 2 });
});
