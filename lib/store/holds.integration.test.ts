import fc from "fast-check";
import pg from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { escalationMarginMs } from "@/lib/domain/escalation";
import { effectiveExpiry } from "@/lib/domain/pause/hold-clock";
import { isPaused, pausesOn } from "@/lib/domain/pause/pause";
import { alignDue } from "@/tests/support/align-due";
import { type Product, startProduct } from "@/tests/support/in-process";
import { type Database, openDatabase } from "./database";
import { expiredHolds, nearingHolds } from "./holds";
import { holdOf } from "./intent-row";
import { databaseNow, findIntentRow } from "./intents";
import { lockDue } from "./lock-due";
import { loadPauses } from "./pauses";

const MINUTE_MS = 60_000;
const LIMIT = 1_000;

let product: Product;
let database: pg.Client;
let db: Database;
let heldId: string;
let clearedId: string;
let made = 0;
const hex = (text: string) => Buffer.from(text).toString("hex");

beforeAll(async () => {
  product = await startProduct({ worker: false });
  database = new pg.Client({ connectionString: product.databaseUrl });
  await database.connect();
  db = openDatabase({ url: product.databaseUrl, connectionsMax: 2, name: "holds" });
  const submit = async (amount: number) => {
    const body = { tool: "refund_payment", args: { paymentId: `p${amount}`, amount }, run: `r${amount}`, step: "s" };
    return String((await product.submit(body)).body["id"]);
  };
  heldId = await submit(80);
  clearedId = await submit(20);
});
beforeEach(async () => {
  await database.query("delete from pauses");
  await database.query("delete from intents where id not in ($1, $2)", [heldId, clearedId]);
  await alignDue((sql) => database.query(sql));
});
afterAll(async () => {
  await db.close();
  await database.end();
  await product.close();
});

/** A row like this one, with another identity and these columns. */
async function copy(id: string, columns: Record<string, unknown>): Promise<string> {
  made += 1;
  const unique = {
    id: `int_copy${made}`,
    key: `\\x${hex(`key${made}`)}`,
    stem: `\\x${hex(`stem${made}`)}`,
    ...columns,
  };
  const { rows } = await database.query(
    `select string_agg(column_name, ', ') as names from information_schema.columns
     where table_name = 'intents' and is_generated = 'NEVER'`,
  );
  const { names } = rows[0];
  await database.query(
    `insert into intents (${names})
     select ${names} from (select (jsonb_populate_record(i, $2::jsonb)).* from intents i where i.id = $1) copied`,
    [id, JSON.stringify(unique)],
  );
  await alignDue((sql) => database.query(sql));
  return unique.id;
}
type Minutes = { since: number; expires: number };
async function holdFrom(nowMs: number, { since, expires }: Minutes, tool: string, more: object = {}): Promise<string> {
  const hold = holdOf((await findIntentRow(db.client, heldId)) ?? { hold: null, createdAt: new Date() });
  const clock = { since: nowMs + since * MINUTE_MS, expiresAt: nowMs + expires * MINUTE_MS };
  return copy(heldId, { tool, hold: { ...hold, ...clock, ...more }, hold_expires_at: new Date(clock.expiresAt) });
}
async function addPause(nowMs: number, covers: string, target: string, from: number, until: number | null) {
  made += 1;
  const at = (minutes: number | null) => (minutes === null ? null : new Date(nowMs + minutes * MINUTE_MS));
  await database.query(
    `insert into pauses (id, covers, target, reason, paused_by, paused_at, resumed_by, resumed_at)
     values ($1, $2, $3, 'r', 'ann', $4, $5, $6)`,
    [`pau_${made}`, covers, target, at(from), until === null ? null : "ann", at(until)],
  );
}

const minutes = fc.integer({ min: -120, max: 0 });
/** Half a minute off, so that no hold ends at the very instant of the look. */
const scenario = fc.record({
  hold: fc.tuple(minutes, fc.integer({ min: 1, max: 160 })).map(([since, lasts]) => ({
    since: since - 0.5,
    expires: since - 0.5 + lasts,
  })),
  told: fc.boolean(),
  pauses: fc.array(fc.tuple(minutes, fc.integer({ min: 0, max: 90 })), { maxLength: 4 }),
  active: fc.oneof({ weight: 9, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: minutes }),
});

test("what the search finds is what the domain says: really over, or really near its end", async () => {
  const nowMs = await databaseNow(db.client);
  const scenarios = fc.sample(scenario, { seed: 7, numRuns: 120 });
  await addPause(nowMs, "everything", "", -33, -21);
  const ids: string[] = [];
  for (const [index, { hold, told, pauses, active }] of scenarios.entries()) {
    const tool = `tool_${index}`;
    ids.push(await holdFrom(nowMs, hold, tool, { escalatedAt: told && index % 4 === 0 ? nowMs : null }));
    for (const [from, lasts] of pauses) await addPause(nowMs, "tool", tool, from, Math.min(0, from + lasts));
    if (active !== null) await addPause(nowMs, "tool", tool, active, null);
  }
  const at = await databaseNow(db.client);
  const all = await loadPauses(db.client, 0);
  const expected = { over: [] as string[], near: [] as string[] };
  for (const id of ids) {
    const row = await findIntentRow(db.client, id);
    const hold = row === null ? null : holdOf(row);
    if (row === null || hold === null || isPaused(all, row)) continue;
    const endsAt = effectiveExpiry(hold, pausesOn(all, row)) ?? Number.POSITIVE_INFINITY;
    if (endsAt <= at) expected.over.push(id);
    else if (endsAt - escalationMarginMs(hold) <= at && hold.escalatedAt === null) expected.near.push(id);
  }
  expect((await expiredHolds(db.client, LIMIT)).sort()).toEqual(expected.over.sort());
  expect((await nearingHolds(db.client, LIMIT)).sort()).toEqual(expected.near.sort());
  expect(Math.min(expected.over.length, expected.near.length)).toBeGreaterThan(5);
});

describe("nothing that is paused, or was given more time, crowds out the rest", () => {
  const over = { since: -100, expires: -10 };
  const older = { since: -200, expires: -50 };

  test("among expired holds", async () => {
    const nowMs = await databaseNow(db.client);
    await addPause(nowMs, "tool", "stopped", -150, null);
    await addPause(nowMs, "tool", "prolonged", -150, -10);
    for (const tool of ["stopped", "prolonged", "stopped"]) await holdFrom(nowMs, older, tool);
    const real = await holdFrom(nowMs, over, "free");
    expect(await expiredHolds(db.client, 1)).toEqual([real]);
  });

  test("among due intents", async () => {
    const nowMs = await databaseNow(db.client);
    await addPause(nowMs, "tool", "stopped", -5, null);
    const due = (ms: number, tool: string) => copy(clearedId, { tool, due_at: new Date(nowMs - ms) });
    for (const ms of [9_000_000, 8_000_000]) await due(ms, "stopped");
    const free = await due(7_000_000, "free");
    const claim = (ids: string[] | null) =>
      db.rawTransaction({ shared: [], alone: [] }, (tx) => lockDue(tx, { ids, limit: 1, exceptTools: [] }));
    expect((await claim(null)).map(({ id }) => id)).toEqual([free]);
    await addPause(nowMs, "everything", "", -1, null);
    expect(await claim(null)).toEqual([]);
    expect(await claim([free])).toEqual([]);
  });

  test("an agent's pause keeps its intents from being claimed, whatever the tool", async () => {
    const nowMs = await databaseNow(db.client);
    const mine = await copy(clearedId, { tool: "any", agent_id: "agt_stopped", due_at: new Date(nowMs - 1_000) });
    const claim = () =>
      db.rawTransaction({ shared: [], alone: [] }, (tx) => lockDue(tx, { ids: [mine], limit: 1, exceptTools: [] }));
    expect(await claim()).toHaveLength(1);
    await addPause(nowMs, "agent", "agt_stopped", -1, null);
    expect(await claim()).toEqual([]);
  });
});

test("a hold written before clocks could stop began with its intent, and nobody was told of it", async () => {
  const nowMs = await databaseNow(db.client);
  const { rows } = await database.query("select hold from intents where id = $1", [heldId]);
  const { since: _since, escalatedAt: _told, ...old } = rows[0].hold;
  const createdAt = new Date(nowMs - 60 * MINUTE_MS);
  const expiresAt = nowMs - 5 * MINUTE_MS;
  const columns = { tool: "old", created_at: createdAt, hold_expires_at: new Date(expiresAt) };
  const id = await copy(heldId, { ...columns, hold: { ...old, expiresAt } });
  const row = await findIntentRow(db.client, id);
  expect(row === null ? null : holdOf(row)).toMatchObject({ since: createdAt.getTime(), escalatedAt: null });
  expect(await expiredHolds(db.client, LIMIT)).toEqual([id]);
  await addPause(nowMs, "tool", "old", -50, -40);
  expect(await expiredHolds(db.client, LIMIT)).toEqual([]);
  expect(await nearingHolds(db.client, LIMIT)).toEqual([id]);
});
