// A claim takes what it will run, and nothing beside it: what a tool has no room for stays free for other workers.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { claimIntents } from "@/lib/application/claim-intents";
import { makeContractCatalog } from "@/lib/application/contract-catalog";
import { makeIdSource } from "@/lib/domain/id";
import { type Database, openDatabase } from "@/lib/store/database";
import { type DueWanted, lockDue } from "@/lib/store/lock-due";
import { NO_LOCKS } from "@/lib/store/raw-transaction";
import { DoubtStage } from "./support/doubt-stage";

let stage: DoubtStage;
let db: Database;
let busy: string;
let calm: string;
beforeAll(async () => {
  stage = await DoubtStage.open({ worker: false });
  db = openDatabase({ url: stage.product.databaseUrl, connectionsMax: 4, name: "claim room" });
  busy = await stage.publish({ probe: false });
  calm = await stage.publish({ probe: false });
});
afterAll(async () => {
  await db.close();
  await stage.close();
});

/** Due in the order in which they were submitted. */
async function submit(tool: string, count: number): Promise<string[]> {
  const ids: string[] = [];
  while (ids.length < count) {
    const { status, body } = await stage.submit(stage.order(tool), 0);
    expect(status).toBe(202);
    ids.push(String(body["id"]));
  }
  return ids;
}

/** Each test begins with nothing due. */
beforeEach(async () => {
  const newId = makeIdSource(Date.now);
  const deps = { db, newId, termsOf: makeContractCatalog(db).termsOf, workerId: "test", onError: () => undefined };
  await claimIntents(deps, { ...ALL, ids: null });
});

const idsOf = (rows: { id: string }[]) => rows.map(({ id }) => id).sort();
const lock = (wanted: DueWanted) => db.rawTransaction(NO_LOCKS, (tx) => lockDue(tx, wanted));
const ALL = { limit: 1_000, exceptTools: [] };

/** What one worker takes, and what another could take while the first has not committed. */
async function lockBeside(wanted: DueWanted): Promise<{ taken: string[]; free: string[] }> {
  return db.rawTransaction(NO_LOCKS, async (tx) => {
    const taken = idsOf(await lockDue(tx, wanted));
    return { taken, free: idsOf(await lock({ ...ALL, ids: null })) };
  });
}

const roomOf = (...rooms: [string, number][]) => ({ byTool: new Map(rooms), others: 1_000 });

describe.each(["named", "whatever is due"] as const)("of intents that are %s", (how) => {
  const among = (ids: string[]) => (how === "named" ? ids : null);

  test("no row is locked that is not taken: neither beyond a tool's room, nor beyond the free slots", async () => {
    const ofBusy = await submit(busy, 12);
    const ofCalm = await submit(calm, 4);
    const all = [...ofBusy, ...ofCalm];
    const cases = [
      { limit: 100, room: roomOf([busy, 5]), count: 9 },
      { limit: 100, room: roomOf([busy, 5], [calm, 1]), count: 6 },
      { limit: 100, room: { byTool: new Map(), others: 3 }, count: 6 },
      { limit: 100, room: roomOf([busy, 0]), count: 4 },
      { limit: 6, room: roomOf([busy, 4]), count: null },
      { limit: 2, room: roomOf([busy, 5]), count: 2 },
    ];
    for (const { count, ...wanted } of cases) {
      const { taken, free } = await lockBeside({ ids: among(all), exceptTools: [], ...wanted });
      if (count !== null) expect(taken).toHaveLength(count);
      expect(taken.length).toBeLessThanOrEqual(wanted.limit);
      expect([...taken, ...free].sort()).toEqual([...all].sort());
    }
  });

  test("of a tool with room the oldest are taken", async () => {
    const ofBusy = await submit(busy, 6);
    const { taken } = await lockBeside({ ids: among(ofBusy), limit: 100, exceptTools: [], room: roomOf([busy, 4]) });
    expect(taken).toEqual(ofBusy.slice(0, 4).sort());
  });

  test("rows that another worker is taking are passed by: there are others behind them", async () => {
    const ofBusy = await submit(busy, 10);
    const wanted = { ids: among(ofBusy), limit: 4, exceptTools: [] };
    const both = await db.rawTransaction(NO_LOCKS, async (tx) => {
      const first = await lockDue(tx, wanted);
      return [idsOf(first), idsOf(await lock(wanted))];
    });
    expect(both.flat().sort()).toEqual(ofBusy.slice(0, 8).sort());
  });
});

test("a tool that has no room does not stand in front of others, however long its backlog is", async () => {
  await submit(busy, 30);
  const [behind] = await submit(calm, 1);
  // What it had room for is taken, so the next claim leaves it out.
  expect(idsOf(await lock({ ids: null, limit: 4, exceptTools: [busy] }))).toEqual([behind]);
});
