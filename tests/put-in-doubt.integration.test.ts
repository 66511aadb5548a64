// After a restore, before the first claim: what may have run goes in doubt, whatever else holds a row or was faster.
import pg from "pg";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { claimIntents } from "@/lib/application/claim-intents";
import { makeContractCatalog } from "@/lib/application/contract-catalog";
import { handOver } from "@/lib/application/store-epoch/hand-over";
import { openEpoch } from "@/lib/application/store-epoch/open-epoch";
import { type PutInDoubtDeps, putInDoubt } from "@/lib/application/store-epoch/put-in-doubt";
import { makeIdSource } from "@/lib/domain/id";
import { type Database, openDatabase } from "@/lib/store/database";
import { mendDue } from "@/lib/store/due-drift";
import { readStoreState } from "@/lib/store/store-state";
import { type Product, startProduct } from "./support/in-process";
import { ledgerContract } from "./support/ledger-contract";

const newId = makeIdSource(Date.now);
let product: Product;
let db: Database;
let holder: pg.Client;
let orders = 0;

beforeAll(async () => {
  product = await startProduct({ worker: false });
  db = openDatabase({ url: product.databaseUrl, connectionsMax: 4, name: "put in doubt" });
  holder = new pg.Client({ connectionString: product.databaseUrl });
  await holder.connect();
  const held = ledgerContract("pay_held", { policy: [{ then: "hold" }] });
  for (const contract of [ledgerContract("pay"), held])
    expect((await product.asOperator("PUT", `/api/v1/contracts/${contract["tool"]}`, contract)).status).toBe(201);
});
afterAll(async () => {
  await holder.end();
  await db.close();
  await product.close();
});
beforeEach(async () => {
  await db.client.$executeRawUnsafe("delete from suspect_keys");
  await db.client.$executeRawUnsafe(
    "update store_state set restoring = false, has_suspects = false, suspect_through = null",
  );
});

async function submit(tool = "pay"): Promise<string> {
  orders += 1;
  const orderId = `order ${orders}`;
  const { body } = await product.submit({ tool, args: { orderId, amount: 5 }, run: orderId, step: "s" });
  return String(body["id"]);
}

async function ask<T>(sql: string, ...values: unknown[]): Promise<T[]> {
  return db.client.$queryRawUnsafe<T[]>(sql, ...values);
}
const stateOf = async (id: string) =>
  (await ask<{ state: string }>("select state from intents where id = $1", id))[0]?.state;
const isSuspected = async (id: string) =>
  (await ask("select 1 from suspect_keys s join intents i on i.key = decode(s.key, 'hex') where i.id = $1", id))
    .length > 0;

const fail = (error: unknown): never => {
  throw error;
};
const claim = (id: string) =>
  claimIntents(
    { db, newId, termsOf: makeContractCatalog(db).termsOf, workerId: "test", onError: fail },
    { ids: [id], limit: 1, exceptTools: [] },
  );
async function approve(id: string): Promise<void> {
  const { body } = await product.asOperator("GET", `/api/v1/intents/${id}`);
  const said = { verdict: "approve", argsDigest: body["argsDigest"] };
  expect((await product.asOperator("POST", `/api/v1/intents/${id}/decisions`, said)).status).toBe(200);
}
const goesInDoubt = async (id: string) => {
  expect(await claim(id)).toEqual([]);
  expect(await stateOf(id)).toBe("in_doubt");
};

const sayRestored = () =>
  openEpoch(
    { db, newId, publicUrl: "", sends: false },
    { why: "operator", actor: { kind: "system", id: "test" }, reason: "it was", noticedIn: null, seenEpoch: 0 },
  );
const put = (epoch: number, more: Partial<PutInDoubtDeps> = {}) =>
  putInDoubt(
    {
      ...{ db, newId, termsOf: makeContractCatalog(db).termsOf, workerId: "test" },
      announce: () => undefined,
      onDoubt: () => undefined,
      onError: fail,
      ...more,
    },
    epoch,
  );

async function holdRow(id: string): Promise<void> {
  await holder.query("begin");
  await holder.query("set local idle_in_transaction_session_timeout = 0");
  await holder.query("select 1 from intents where id = $1 for update", [id]);
}

test("a row that another transaction holds delays no other, and is in doubt as soon as it is free", async () => {
  const [locked, other] = [await submit(), await submit()];
  await holdRow(locked);
  const epoch = await sayRestored();
  const putting = put(epoch);
  await expect.poll(() => stateOf(other)).toBe("in_doubt");
  expect((await readStoreState(db.client)).restoring).toBe(true);
  await holder.query("rollback");
  await putting;
  expect(await stateOf(locked)).toBe("in_doubt");
  expect((await readStoreState(db.client)).restoring).toBe(false);
  const events = await ask("select 1 from audit_events where intent_id = $1 and type = 'intent.store_restored'", other);
  expect(events).toHaveLength(1);
});

test("L1: a row that is never let go of is remembered by its key: claims go on, and it is not run", async () => {
  const locked = await submit();
  await holdRow(locked);
  await put(await sayRestored());
  expect(await readStoreState(db.client)).toMatchObject({ restoring: false, hasSuspects: true });
  expect(await isSuspected(locked)).toBe(true);
  await holder.query("rollback");
});

test("L1: what is cleared and in no due row is not found here; it is remembered by its key, and not run once it is mended", async () => {
  const id = await submit();
  await ask("delete from due where intent_id = $1", id);
  await put(await sayRestored());
  expect(await stateOf(id)).toBe("cleared");
  expect(await isSuspected(id)).toBe(true);
  await db.transaction((tx) => mendDue(tx, [id]));
  await goesInDoubt(id);
});

test("a worker that comes after the epoch ended puts nothing in doubt and suspects nothing", async () => {
  const epoch = await sayRestored();
  await put(epoch);
  const [cleared, held] = [await submit(), await submit("pay_held")];
  await put(epoch);
  expect(await stateOf(cleared)).toBe("cleared");
  expect(await isSuspected(held)).toBe(false);
});

test("L1: more that could have run than is worth a row each: every intent of the copy is suspected, once, and no later one", async () => {
  const held = [await submit("pay_held"), await submit("pay_held"), await submit("pay_held")];
  await put(await sayRestored(), { bounds: { looksMax: 1, suspectsMax: 1 } });
  const later = await submit();
  expect(await claim(later)).toHaveLength(1);
  for (const id of held) {
    await approve(id);
    await goesInDoubt(id);
  }
  const retry = { outcome: "not_executed", evidence: "not there", then: "retry", confirmEarly: true };
  const [first = ""] = held;
  expect((await product.asOperator("POST", `/api/v1/intents/${first}/resolution`, retry)).status).toBe(200);
  expect(await claim(first)).toHaveLength(1);

  const waiting = await submit("pay_held");
  await put(await sayRestored(), { bounds: { looksMax: 1, suspectsMax: 1 } });
  await approve(waiting);
  const released = await product.asOperator("POST", "/api/v1/store/release", { reason: "a planned failover" });
  expect(released.status).toBe(200);
  expect(await claim(waiting)).toHaveLength(1);
});

test.each([100, 0])(
  "L1: what was in doubt after one restore is suspected anew after the next (at most %i rows)",
  async (suspectsMax) => {
    const id = await submit("pay_held");
    await put(await sayRestored(), { bounds: { looksMax: 1, suspectsMax } });
    await db.client.$executeRawUnsafe(
      `insert into suspect_keys (key, epoch, attempt_id, settled_at)
       select encode(key, 'hex'), 1, 'att_earlier', now() from intents where id = $1
       on conflict (key) do update set epoch = 1, attempt_id = 'att_earlier', settled_at = now()`,
      id,
    );
    await put(await sayRestored(), { bounds: { looksMax: 1, suspectsMax } });
    await approve(id);
    await goesInDoubt(id);
  },
);

test("a witness that comes late: what was run again before it was heard is a finding, once; what its word had put in doubt is none", async () => {
  const [again, doubted] = [await submit(), await submit("pay_held")];
  const keyOf = async (id: string) =>
    (await ask<{ key: string }>("select encode(key, 'hex') as key from intents where id = $1", id))[0]?.key ?? "";
  async function* saw(...ids: string[]) {
    for (const id of ids) yield [{ key: await keyOf(id), attemptId: `att_lost_${id}`, claimedAt: new Date(0) }];
  }
  await put(await sayRestored());
  const epoch = (await readStoreState(db.client)).epoch;
  await handOver({ db, newId }, epoch, saw(doubted));
  await approve(doubted);
  await goesInDoubt(doubted);
  const retry = { outcome: "not_executed", evidence: "not there", then: "retry", confirmEarly: true };
  for (const id of [again, doubted])
    expect((await product.asOperator("POST", `/api/v1/intents/${id}/resolution`, retry)).status).toBe(200);
  for (const id of [again, doubted]) expect(await claim(id)).toHaveLength(1);
  for (let time = 0; time < 2; time += 1) await handOver({ db, newId }, epoch, saw(again, doubted));
  const { body } = await product.asOperator("GET", "/api/v1/findings?kind=forgotten_claim");
  expect(body["items"]).toMatchObject([{ intentId: again, data: { forgottenAttemptId: `att_lost_${again}` } }]);
});
