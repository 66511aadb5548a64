import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { findCoveringGrant, type Grant, useGrant as spendGrant } from "@/lib/domain/grant/grant";
import { AT, sampleAsk, sampleGrant } from "@/lib/domain/grant/testing/sample-grant";
import { makeIdSource } from "@/lib/domain/id";
import type { JsonObject } from "@/lib/domain/json";
import { addDecimals } from "@/lib/domain/limits/decimal";
import { createTestDatabase, type TestDatabase } from "@/tests/support/database";
import { type Database, openDatabase, type Tx } from "./database";
import { findListedGrant, listGrantUses } from "./grant-history";
import {
  findUsableGrants,
  insertGrant,
  insertGrantUses,
  lockFreeGrants,
  lockUsableGrants,
  revokeGrantRow,
} from "./grants";

const newId = makeIdSource(Date.now);
const WAIT_MAX_MS = 10_000;
let database: TestDatabase;
let db: Database;

beforeAll(async () => {
  database = await createTestDatabase();
  db = openDatabase({ url: database.url, connectionsMax: 8, name: "grants" });
});
afterAll(async () => {
  await db.close();
  await database.drop();
});

/** Each test has a tool of its own. */
async function give(grant: Grant, tool = newId("key")): Promise<Grant> {
  const { usesCount: _count, sums: _sums, ...row } = { ...grant, id: newId("grt"), tool };
  const more = { expiresAt: new Date(row.expiresAt), reason: null, createdBy: "opr_1", createdAt: new Date(AT) };
  await db.transaction((tx) => insertGrant(tx, { ...row, ...more }));
  return { ...row, usesCount: 0, sums: {} };
}

/** What intake does: lock, fold one by one, write. Returns how many were covered. */
async function useIn(
  tx: Tx,
  tool: string,
  asks: JsonObject[],
  locked: () => Promise<void> = async () => undefined,
): Promise<number> {
  let grants = await lockUsableGrants(tx, [tool], AT);
  await locked();
  const uses: Parameters<typeof insertGrantUses>[1] = [];
  for (const args of asks) {
    const use = findCoveringGrant(grants, sampleAsk(args, { tool }));
    if (use === null) continue;
    grants = grants.map((grant) => (grant === use.grant ? spendGrant(grant, use) : grant));
    const { amount, currency } = use;
    uses.push({ grantId: use.grant.id, decisionId: newId("dec"), intentId: newId("int"), amount, currency, atMs: AT });
  }
  await insertGrantUses(tx, uses);
  return uses.length;
}

/** The counters on the row, after a look that they say what the uses say. */
async function countersOf(id: string): Promise<Pick<Grant, "usesCount" | "sums">> {
  const uses = await db.client.grantUse.findMany({ where: { grantId: id } });
  const sums = new Map<string, string>();
  for (const { amount, currency } of uses) {
    if (!amount.isZero()) sums.set(currency, addDecimals(sums.get(currency) ?? "0", amount.toFixed()));
  }
  const listed = await findListedGrant(db.client, id);
  expect(listed).toMatchObject({
    usesCount: uses.length,
    lastUsedAt: uses.length === 0 ? null : new Date(Math.max(...uses.map(({ at }) => at.getTime()))),
  });
  expect(listed?.sums).toEqual(Object.fromEntries(sums));
  return { usesCount: listed?.usesCount ?? -1, sums: listed?.sums ?? {} };
}

async function untilSomebodyWaits(): Promise<void> {
  const waiting = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  const look = async () => expect(await db.client.$queryRawUnsafe<unknown[]>(waiting)).not.toEqual([]);
  await vi.waitFor(look, { timeout: WAIT_MAX_MS, interval: 5 });
}

const dollars = (amount: number | string) => ({ amount, currency: "USD" });
const small = { "/amount": { lte: 50 }, "/currency": { eq: "USD" } };

describe("two transactions never use more than there is", () => {
  test.each([
    ["uses", { usesMax: 3 }, 2, 1],
    ["the sum", { sumMax: "100" }, 2, 1],
  ])("%s: whoever waited sees what the other took", async (_name, bounds, first, second) => {
    const { tool, id } = await give(sampleGrant(small, bounds));
    const asks = [dollars(40), dollars(20)];
    let later: Promise<number> | undefined;
    const earlier = await db.transaction((tx) =>
      useIn(tx, tool, asks, async () => {
        later = db.transaction((other) => useIn(other, tool, [dollars(40), dollars(30)]));
        await untilSomebodyWaits();
      }),
    );
    expect([earlier, await later]).toEqual([first, second]);
    expect(await countersOf(id)).toEqual({ usesCount: 3, sums: { USD: "10000" } });
  });

  test("many at once take exactly what there is", async () => {
    const counted = await give(sampleGrant(small, { usesMax: 5 }));
    const summed = await give(sampleGrant(small, { sumMax: "1.00" }));
    const turns = Array.from({ length: 12 }, (_, turn) => (turn % 2 === 0 ? counted.tool : summed.tool));
    await Promise.all(
      turns.map((tool) => db.transaction((tx) => useIn(tx, tool, [dollars("0.35"), dollars("0.10"), dollars("0.20")]))),
    );
    expect((await countersOf(counted.id)).usesCount).toBe(5);
    expect((await countersOf(summed.id)).sums).toEqual({ USD: "100" });
  });

  test("a transaction that fails has used nothing", async () => {
    const { tool, id } = await give(sampleGrant(small, { usesMax: 1 }));
    const failed = db.transaction(async (tx) => {
      await useIn(tx, tool, [dollars(1)]);
      throw new TypeError("no");
    });
    await expect(failed).rejects.toThrow("no");
    expect(await countersOf(id)).toEqual({ usesCount: 0, sums: {} });
  });

  test("a grant that is being used is revoked after that use, and then no more", async () => {
    const { tool, id } = await give(sampleGrant(small));
    let revoked: Promise<boolean> | undefined;
    const used = await db.transaction((tx) =>
      useIn(tx, tool, [dollars(1)], async () => {
        revoked = db.transaction((other) => revokeGrantRow(other, id, "opr_1", new Date(AT)));
        await untilSomebodyWaits();
      }),
    );
    expect([used, await revoked]).toEqual([1, true]);
    expect(await db.transaction((tx) => useIn(tx, tool, [dollars(1)]))).toBe(0);
    expect(await db.transaction((tx) => revokeGrantRow(tx, id, "opr_1", new Date(AT)))).toBe(false);
  });
});

test("sums are exact, in whatever unit, and by currency", async () => {
  const { tool, id } = await give(sampleGrant({ "/amount": { lte: 50 } }));
  const { id: plain, tool: plainTool } = await give(sampleGrant({ "/rate": { lte: 5 } }, { sum: "/rate", sumMax: 99 }));
  await db.transaction(async (tx) => {
    await useIn(tx, tool, [
      dollars(0.1),
      dollars(0.2),
      { amount: "1.005", currency: "KWD" },
      { amount: 7, currency: "JPY" },
    ]);
    await useIn(tx, plainTool, [{ rate: 0.1 }, { rate: "0.2" }, { rate: "1.0000000000000000000001" }]);
  });
  const [first] = await db.transaction((tx) => lockUsableGrants(tx, [tool], AT));
  expect(first).toMatchObject({ id, usesCount: 4, sums: { USD: "30", KWD: "1005", JPY: "7" } });
  const [second] = await findUsableGrants(db.client, [plainTool], AT);
  expect(second).toMatchObject({ id: plain, usesCount: 3, sums: { "": "1.3000000000000000000001" } });
  await Promise.all([countersOf(id), countersOf(plain)]);
  const [newest] = await listGrantUses(db.client, plain, { limit: 1 });
  expect(newest).toMatchObject({ amount: "1.0000000000000000000001", currency: "" });
});

describe("the counters on the row are the uses, summed", () => {
  const useOf = (grantId: string, amount: string, currency = "USD", atMs = AT) => {
    return { grantId, decisionId: newId("dec"), intentId: newId("int"), amount, currency, atMs };
  };

  test("over several batches, several grants in one, and clocks that go back", async () => {
    const [one, other, unused] = [
      await give(sampleGrant(small)),
      await give(sampleGrant(small)),
      await give(sampleGrant(small)),
    ];
    const batches = [
      [useOf(one.id, "105"), useOf(other.id, "7", "JPY"), useOf(one.id, "0.5", "", AT + 2), useOf(one.id, "0", "")],
      [useOf(other.id, "1", "KWD", AT - 5), useOf(one.id, "95", "USD", AT - 1), useOf(one.id, "0.50", "")],
      [],
    ];
    for (const batch of batches) await db.transaction((tx) => insertGrantUses(tx, batch));
    expect(await countersOf(one.id)).toEqual({ usesCount: 5, sums: { "": "1", USD: "200" } });
    expect(await countersOf(other.id)).toEqual({ usesCount: 2, sums: { JPY: "7", KWD: "1" } });
    expect(await countersOf(unused.id)).toEqual({ usesCount: 0, sums: {} });
  });

  test("even if two write at once and neither has locked", async () => {
    const { id } = await give(sampleGrant(small));
    let later: Promise<void> | undefined;
    await db.transaction(async (tx) => {
      await insertGrantUses(tx, [useOf(id, "1")]);
      later = db.transaction((other) => insertGrantUses(other, [useOf(id, "2"), useOf(id, "4", "EUR")]));
      await untilSomebodyWaits();
    });
    await later;
    expect(await countersOf(id)).toEqual({ usesCount: 3, sums: { EUR: "4", USD: "3" } });
  });

  test("more uses than allowed are refused by the table itself, all of the batch", async () => {
    const { id } = await give(sampleGrant(small, { usesMax: 2 }));
    const tooMany = [useOf(id, "1"), useOf(id, "1"), useOf(id, "1")];
    await expect(db.transaction((tx) => insertGrantUses(tx, tooMany))).rejects.toThrow(/never_used_more_than_allowed/);
    expect(await countersOf(id)).toEqual({ usesCount: 0, sums: {} });
  });

  test("asking for them is one statement that looks at no use", async () => {
    const { id, tool } = await give(sampleGrant(small));
    await db.transaction((tx) => insertGrantUses(tx, [useOf(id, "1"), useOf(id, "1")]));
    const asked: string[] = [];
    const listening = (tx: Tx) => {
      const $queryRawUnsafe = (sql: string, ...values: unknown[]) => {
        asked.push(sql);
        return tx.$queryRawUnsafe(sql, ...values);
      };
      return { $queryRawUnsafe } as Tx;
    };
    const [grant] = await db.transaction((tx) => lockUsableGrants(listening(tx), [tool], AT));
    expect(grant).toMatchObject({ usesCount: 2, sums: { USD: "2" } });
    expect(asked).toEqual([expect.not.stringContaining("grant_uses")]);
  });
});

test("only what is neither revoked nor expired is usable, in the order it was made", async () => {
  const tool = newId("key");
  const first = await give(sampleGrant(small), tool);
  const revoked = await give(sampleGrant(small), tool);
  await give(sampleGrant(small, { expiresAt: AT }), tool);
  const last = await give(sampleGrant(small, { expiresAt: AT + 1 }), tool);
  await db.transaction((tx) => revokeGrantRow(tx, revoked.id, "opr_1", new Date(AT)));
  expect(await db.transaction((tx) => lockUsableGrants(tx, [tool], AT))).toEqual([first, last]);
  expect(await findUsableGrants(db.client, [tool], AT)).toEqual([first, last]);
  expect(await findUsableGrants(db.client, [], AT)).toEqual([]);
});

test("a grant that is revoked while a batch asks what is free is not given to it", async () => {
  const tool = newId("key");
  const { id } = await give(sampleGrant(small), tool);
  const GATE = 4_711;
  /** Reads the grants through a gate: between the look at what is there and the lock stands what the test does. */
  const askThroughGate = () =>
    db.transaction(async (tx) => {
      await tx.$executeRawUnsafe(`create temporary view grants as
        select * from public.grants where pg_advisory_xact_lock_shared(${GATE}) is not null`);
      const found = await lockFreeGrants(tx, [tool], AT);
      await tx.$executeRawUnsafe("drop view pg_temp.grants");
      return found;
    });
  const asking = await db.transaction(async (tx) => {
    await tx.$queryRawUnsafe(`select pg_advisory_xact_lock(${GATE})::text`);
    const asked = askThroughGate();
    await vi.waitFor(
      async () => {
        const waiting = `select 1 from pg_locks where locktype = 'advisory' and objid = ${GATE} and not granted`;
        expect(await db.client.$queryRawUnsafe(waiting)).toHaveLength(1);
      },
      { timeout: WAIT_MAX_MS },
    );
    await revokeGrantRow(tx, id, "opr_1", new Date(AT));
    return { asked };
  });
  expect((await asking.asked).grants).toEqual([]);
  expect(await db.transaction((tx) => lockFreeGrants(tx, [tool], AT))).toEqual({ grants: [], lockedByTool: new Map() });
});
