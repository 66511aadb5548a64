// What the journal promises of its rows: what is sealed stays, what follows in a row is an event, the first word counts.
import fc from "fast-check";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { exportAudit } from "@/lib/application/export-audit";
import { proveEvent } from "@/lib/application/prove-event";
import { makeSealEvents } from "@/lib/application/seal-events";
import type { RecordedEvent } from "@/lib/domain/actor";
import { makeSealKey } from "@/lib/domain/audit/seal-key";
import { tellOf } from "@/lib/domain/audit/testing/sample-export";
import { idInRow, makeIdSource, sameIdAs } from "@/lib/domain/id";
import { createTestDatabase, type TestDatabase } from "@/tests/support/database";
import { listAttempts } from "./attempts";
import { type AuditFilter, listAuditEvents } from "./audit-events";
import { type Database, openDatabase } from "./database";
import { recordEvents } from "./journal";
import { listIntentEvents } from "./journal-read";

const newId = makeIdSource(Date.now);
const sealer = () => makeSealEvents({ db, key: makeSealKey("k".repeat(44)), onStuck: () => undefined });
const AGENT = { kind: "agent", id: "agt_1" } as const;
const WORKER = { kind: "worker", id: "worker" } as const;
let database: TestDatabase;
let db: Database;
let admin: pg.Client;

beforeAll(async () => {
  database = await createTestDatabase();
  db = openDatabase({ url: database.url, connectionsMax: 4, name: "journal test" });
  admin = new pg.Client({ connectionString: database.url });
  await admin.connect();
});
afterAll(async () => {
  await admin.end();
  await db.close();
  await database.drop();
});

async function record(...events: (Partial<RecordedEvent> & { type: string })[]): Promise<string[]> {
  const none = { actor: AGENT, namespace: "default", intentId: null, subject: null, data: {} };
  const recorded = events.map((event) => ({ ...none, id: newId("evt"), ...event }));
  await recordEvents(db.client, newId, Date.now(), recorded);
  return recorded.map(({ id }) => id);
}

async function sealAll(): Promise<void> {
  const unsealed =
    "select count(*)::int as n from journal e where not exists (select from audit_seals s where e.id = any(s.rows))";
  await expect
    .poll(async () => {
      await sealer()();
      return (await admin.query(unsealed)).rows[0].n;
    })
    .toBe(0);
}

async function exported(): Promise<string[]> {
  const operator = { id: "opr_1", email: "a@a.test", name: "A", role: "admin" } as const;
  let text = "";
  const deps = { db, newId, publicUrl: "https://interlock.example" };
  for await (const piece of await exportAudit(deps, { operator, fromMs: null, toMs: null })) text += piece;
  return text.split(/(?<=\n)/);
}

describe("a row", () => {
  test.each([
    ["id", "'evt_other'"],
    ["txid", "'3'"],
    ["at", "at + interval '1 second'"],
    ["type", "'other'"],
    ["actor_kind", "'operator'"],
    ["actor_id", "'other'"],
    ["namespace", "null"],
    ["intent_id", "'int_other'"],
    ["subject", "'other'"],
    ["data", `'{"detailDigest":""}'`],
    ["follows", "null"],
    ["sealed_as", "'evt_other'"],
  ])("keeps its %s", async (column, value) => {
    const follows = [{ type: "intent.opened", actor: AGENT, subject: null, data: { to: "held" } }];
    const [id] = await record({ type: "kept", intentId: "int_kept", follows, detail: { said: "this" } });
    const sql = `update journal set ${column} = ${value} where id = $1`;
    await expect(admin.query(sql, [id])).rejects.toThrow("never changed");
  });

  test("is never removed, one by one or all at once", async () => {
    const [id] = await record({ type: "kept" });
    await expect(admin.query("delete from journal where id = $1", [id])).rejects.toThrow("never changed");
    await expect(admin.query("truncate journal")).rejects.toThrow("never changed");
  });

  test("loses its detail and keeps the digest of it: the chain verifies as before", async () => {
    const [id = ""] = await record({ type: "person.said", detail: { said: "a name" }, data: { n: 1 } });
    await sealAll();
    const read = async () => (await listAuditEvents(db.client, { type: "person.said" }, undefined, 1)).rows[0];
    const before = await read();
    expect(before).toMatchObject({ id, detail: { said: "a name" }, data: { detailDigest: expect.any(String) } });
    await admin.query("update journal set salt = null, detail = null where id = $1", [id]);
    expect(await read()).toEqual({ ...before, salt: null, detail: null });
    expect(tellOf(await exported())).toMatch(/^\d+ events in \d+ seals$/);
    expect((await exported()).join("")).not.toContain("a name");
  });
});

/** How many events follow in each row of an intent, and whose: every second is an operator's. */
const ROWS = fc.array(fc.nat(3), { minLength: 1, maxLength: 8 });

async function recordRows(intentId: string, followers: number[]): Promise<string[]> {
  const rows = await record(
    ...followers.map((count) => ({
      type: "submission.recorded",
      intentId,
      subject: "row",
      follows: Array.from({ length: count }, (_none, index) => ({
        type: index === 0 ? "intent.opened" : "intent.drifted",
        actor: index % 2 === 0 ? AGENT : ({ kind: "operator", id: "opr_1" } as const),
        subject: `place ${index + 1}`,
        data: { place: index + 1 },
      })),
    })),
  );
  return rows.flatMap((id, index) => [
    id,
    ...Array.from({ length: followers[index] ?? 0 }, (_none, place) => idInRow(id, place + 1)),
  ]);
}

describe("what follows in a row", () => {
  test("is listed with its intent under an id of its own; pages lose and repeat nothing, wherever they are cut", async () => {
    await fc.assert(
      fc.asyncProperty(ROWS, fc.integer({ min: 1, max: 6 }), async (followers, limit) => {
        const intentId = newId("int");
        const ids = await recordRows(intentId, followers);
        for (const actor of [null, "agent", "operator"]) {
          const whole = await listIntentEvents(db.client, intentId, "", 1_000, actor);
          const found: string[] = [];
          for (let after: string | undefined = ""; after !== undefined; ) {
            const page = await listIntentEvents(db.client, intentId, after, limit + 1, actor);
            found.push(...page.slice(0, limit).map(({ id }) => id));
            after = page.length > limit ? found.at(-1) : undefined;
          }
          expect(found).toEqual(whole.map(({ id }) => id));
          if (actor === null) expect(found).toEqual(ids);
          else expect(whole.every(({ actorKind }) => actorKind === actor)).toBe(true);
          if (actor === "operator")
            expect(found).toHaveLength(followers.reduce((sum, count) => sum + Math.floor(count / 2), 0));
        }
      }),
      { numRuns: 60 },
    );
  });

  test("is listed in the audit log, newest first, by whatever it is asked for", async () => {
    const FILTERS: ((intent: string) => AuditFilter)[] = [
      (intent) => ({ intent }),
      (intent) => ({ intent, type: "intent.drifted" }),
      (intent) => ({ intent, type: "submission.recorded" }),
      (intent) => ({ intent, actor: "agt_1" }),
      (intent) => ({ intent, subject: "place 1" }),
    ];
    await fc.assert(
      fc.asyncProperty(
        ROWS,
        fc.integer({ min: 1, max: 6 }),
        fc.constantFrom(...FILTERS),
        async (followers, limit, filterOf) => {
          const intentId = newId("int");
          const ids = await recordRows(intentId, followers);
          const events = await listIntentEvents(db.client, intentId, "", 1_000);
          expect(events.map(({ id }) => id)).toEqual(ids);
          const { type, actor, subject } = filterOf(intentId);
          const subjects = new Map(followers.flatMap((count, row) => placesIn(ids, followers, row, count)));
          const wanted = events.filter(
            (event) =>
              (type ?? event.type) === event.type &&
              (actor ?? event.actorId) === event.actorId &&
              (subject ?? subjects.get(event.id)) === subjects.get(event.id),
          );
          const found: string[] = [];
          for (let before: string | null | undefined; before !== null; ) {
            const page = await listAuditEvents(db.client, filterOf(intentId), before, limit);
            expect(page.rows.length).toBeLessThanOrEqual(limit);
            found.push(...page.rows.map(({ id }) => id));
            before = page.next;
          }
          expect(found).toEqual(wanted.map(({ id }) => id).reverse());
        },
      ),
      { numRuns: 60 },
    );
  });

  test("is proven by its row's proof", async () => {
    const [row = "", ...following] = await recordRows(newId("int"), [2]);
    await sealAll();
    const proof = await proveEvent(db, row);
    expect(following).toHaveLength(2);
    for (const id of following) expect(await proveEvent(db, id)).toEqual(proof);
    await expect(proveEvent(db, idInRow(row, 3))).rejects.toMatchObject({ code: "not_found" });
  });
});

/** The subject of each event of a row, by id. */
function placesIn(ids: string[], followers: number[], row: number, count: number): [string, string][] {
  const first = followers.slice(0, row).reduce((sum, more) => sum + more + 1, 0);
  return Array.from({ length: count + 1 }, (_none, place) => [
    ids[first + place] ?? "",
    place === 0 ? "row" : `place ${place}`,
  ]);
}

describe("an attempt", () => {
  let lateCount = 0;
  const said = (type: string, attemptId: string, intentId: string, outcome?: string) => ({
    ...{ type, intentId, actor: WORKER },
    data: { attemptId, fence: 1, ...(outcome === undefined ? {} : { outcome }) },
  });

  test.each([
    ["its worker says", "intent.settle", "unknown", "unknown"],
    ["its lease ends", "intent.lose_lease", undefined, "unknown"],
    ["a restored store says", "intent.store_restored", undefined, "unknown"],
    ["its worker knows", "intent.settle", "definitive", "definitive"],
  ])("ends as the first word on it has it: what %s", async (_who, type, outcome, ended) => {
    const intentId = newId("int");
    const attemptId = newId("att");
    const data = { to: "executing", attemptId, fence: 1, leaseUntil: new Date().toISOString(), argsDigest: "d" };
    await record({ id: sameIdAs("evt", attemptId), type: "intent.claim", intentId, actor: WORKER, data });
    const read = async () => listAttempts(db.client, intentId, 0, 10);
    expect(await read()).toMatchObject([{ id: attemptId, fence: 1, worker: "worker", endedAt: null, outcome: null }]);
    await record(said(type, attemptId, intentId, outcome));
    const first = await read();
    expect(first).toMatchObject([{ id: attemptId, endedAt: expect.any(Date), outcome: ended }]);
    // Late, from a clock that is behind: a smaller id in a later transaction.
    lateCount += 1;
    const id = `evt_${String(lateCount).padStart(25, "0")}0`;
    await record({ ...said("intent.settle", attemptId, intentId, "success"), id });
    expect(await read()).toEqual(first);
  });
});
