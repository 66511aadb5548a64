// What a worker knows of its store, against a real one that forgets. Nothing is due here: claims only look.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type ClaimedAttempt, claimIntents } from "@/lib/application/claim-intents";
import { openEpoch } from "@/lib/application/store-epoch/open-epoch";
import { makeIdSource } from "@/lib/domain/id";
import { type Database, openDatabase } from "@/lib/store/database";
import { newestClaims, readStoreState } from "@/lib/store/store-state";
import { insertLostClaims } from "@/lib/store/suspect-keys";
import { createTestDatabase, type TestDatabase } from "@/tests/support/database";
import { unguarded } from "@/tests/support/journal-rows";
import { makeStoreGuard, type StoreGuardDeps } from "./store-guard";
import type { WitnessedClaim } from "./witness/lines";
import { type Witness, WitnessUnheardError } from "./witness/witness";

const newId = makeIdSource(Date.now);
const GRACE_MS = 1_000;
let database: TestDatabase;
let db: Database;
let nowMs = 0;

beforeAll(async () => {
  database = await createTestDatabase();
  db = openDatabase({ url: database.url, connectionsMax: 4, name: "store guard" });
});
afterAll(async () => {
  await db.close();
  await database.drop();
});
beforeEach(async () => {
  await remove("intent.claim", "type");
  await db.client.$executeRawUnsafe("delete from suspect_keys");
  await db.client.$executeRawUnsafe("update store_state set restoring = false, has_suspects = false");
});

/** As a restore does. */
async function remove(value: string, column: "id" | "type" = "id"): Promise<void> {
  const sql = (text: string, ...values: unknown[]) => db.client.$executeRawUnsafe(text, ...values);
  await unguarded(sql, () => sql(`delete from journal where ${column} = $1`, value));
}

const silent: Witness = {
  saw: async () => undefined,
  canSee: async () => true,
  newest: async () => [],
  recent: () => [],
  canTellMore: () => false,
  close: () => undefined,
};

function start(worker: string, witness: Partial<Witness> = {}, more: Partial<StoreGuardDeps> = {}) {
  const putInDoubtIn: number[] = [];
  const actor = { kind: "worker", id: worker } as const;
  const guard = makeStoreGuard({
    db,
    newId,
    witness: { ...silent, ...witness },
    claim: (wanted, known) =>
      claimIntents(
        {
          db,
          newId,
          workerId: worker,
          termsOf: () => Promise.reject(new Error("nothing is due")),
          onError: fail,
          known,
        },
        wanted,
      ),
    openEpoch: (why, noticedIn, seenEpoch) =>
      openEpoch({ db, newId, publicUrl: "", sends: false }, { why, actor, reason: null, noticedIn, seenEpoch }),
    putInDoubt: async (epoch) => {
      putInDoubtIn.push(epoch);
      await db.client.$executeRawUnsafe("update store_state set restoring = false");
      return 0;
    },
    requireDurable: async () => undefined,
    onDeaf: () => undefined,
    monotonicMs: () => nowMs,
    graceMs: GRACE_MS,
    log: { warn: () => undefined },
    ...more,
  });
  return { ...guard, putInDoubtIn, take: () => guard.claim({ ids: null, limit: 1, exceptTools: [] }) };
}

function fail(error: unknown): never {
  throw error;
}

const epochNow = async () => (await readStoreState(db.client)).epoch;

async function claimAs(worker: string, atMs?: number): Promise<string> {
  const id = atMs === undefined ? newId("att") : makeIdSource(() => atMs)("att");
  await db.client.$executeRawUnsafe(
    `insert into journal (id, at, type, actor_kind, actor_id, intent_id, data)
     values ($1, now(), 'intent.claim', 'worker', $2, $1, '{"to":"executing","fence":1}')`,
    id.replace("att_", "evt_"),
    worker,
  );
  return id;
}

describe("a claim of another worker that the store forgot", () => {
  test("is missed also when the sweeper has looked at the restored store meanwhile", async () => {
    const idle = start("idle");
    await claimAs("busy");
    await idle.take();
    const forgotten = await claimAs("busy");
    await idle.sawNewest(await newestClaims(db));
    const before = await epochNow();

    await remove(forgotten.replace("att_", "evt_"));
    await idle.sawNewest(await newestClaims(db));
    await idle.take();
    await idle.take();
    expect(await epochNow()).toBe(before + 1);
  });

  test("is told by the next look, whatever its worker's clock says, and no more by the one after", async () => {
    const first = await newestClaims(db);
    const behind = await claimAs("behind by two hours", Date.now() - 7_200_000);
    const next = async () => (await newestClaims(db, first)).byWorker["behind by two hours"];
    expect(await next()).toBe(behind);
    // Transactions of other tests on the same server hold the horizon back for a moment.
    const after = async () => (await newestClaims(db, await newestClaims(db))).byWorker["behind by two hours"];
    await expect.poll(after).toBeUndefined();
    expect((await newestClaims(db)).byWorker["behind by two hours"]).toBe(behind);
    await remove(behind.replace("att_", "evt_"));
  });

  test("is told again by a guard that did not know its store yet", async () => {
    const idle = start("idle");
    const look = await newestClaims(db);
    expect(await idle.sawNewest(look)).toBe(false);
    expect(await idle.sawNewest(look)).toBe(true);
    expect(await idle.sawNewest({ ...look, epoch: look.epoch + 1 })).toBe(false);
  });

  test("is told also where the numbers of transactions went back with the store", async () => {
    const seen = { ...(await newestClaims(db)), xmin: "9000000000000000000" };
    const claimed = await claimAs("since");
    expect((await newestClaims(db, seen)).byWorker["since"]).toBe(claimed);
    await remove(claimed.replace("att_", "evt_"));
  });

  test("is missed although another worker's clock is ahead of its", async () => {
    const idle = start("idle");
    await idle.take();
    const forgotten = await claimAs("behind");
    await claimAs("ahead");
    await idle.sawNewest(await newestClaims(db));
    const before = await epochNow();

    await remove(forgotten.replace("att_", "evt_"));
    await idle.sawNewest(await newestClaims(db));
    await idle.take();
    await idle.take();
    expect(await epochNow()).toBe(before + 1);
  });
});

const lostIn = (epoch: number): WitnessedClaim => {
  const attemptId = newId("att");
  return { epoch, attemptId, claimedAt: new Date(0), key: Buffer.from(attemptId).toString("hex") };
};
const suspects = async () => {
  const rows = await db.client.$queryRawUnsafe<{ key: string }[]>("select key from suspect_keys order by key");
  return rows.map(({ key }) => key);
};
const sayRestored = () =>
  openEpoch(
    { db, newId, publicUrl: "", sends: false },
    { why: "operator", actor: { kind: "system", id: "test" }, reason: "it was", noticedIn: null, seenEpoch: 0 },
  );

async function* away(): AsyncGenerator<WitnessedClaim[]> {
  yield await Promise.reject(new WitnessUnheardError(new Error("Connection is closed.")));
}
async function* telling(claims: WitnessedClaim[]): AsyncGenerator<WitnessedClaim[]> {
  yield claims;
}

describe("a witness that is away", () => {
  test("keeps a worker from no claim, and hands over what it knows when it is back", async () => {
    const epoch = await sayRestored();
    await db.client.$executeRawUnsafe("update store_state set restoring = false");
    const [known, unheard] = [lostIn(epoch - 1), lostIn(epoch - 1)];
    let isBack = false;
    const worker = start("w", {
      recent: () => [isBack ? telling([unheard]) : away(), telling([known])],
      canTellMore: () => isBack,
    });
    expect(await worker.take()).toEqual([]);
    expect(await suspects()).toEqual([known.key]);
    isBack = true;
    await worker.take();
    expect(await suspects()).toEqual([known.key, unheard.key]);
  });
});

describe("a claim that no witness can be told of", () => {
  test("G3: is given back, is told, and no other is made until one can be", async () => {
    const attempt = { attemptId: "att_1", startedAt: 0 } as ClaimedAttempt;
    let isDeaf = true;
    let claimCount = 0;
    const told: unknown[] = [];
    const full = new Error("no space left on device");
    const guard = start(
      "w",
      {
        saw: () => (isDeaf ? Promise.reject(full) : Promise.resolve()),
        canSee: async () => claimCount === 0 || !isDeaf,
      },
      {
        onDeaf: (error) => told.push(error),
        claim: async () => {
          claimCount += 1;
          return [attempt];
        },
      },
    );
    await expect(guard.take()).rejects.toMatchObject({ name: "UnwitnessedClaimError", attempts: [attempt] });
    expect(told).toEqual([full]);
    expect(await guard.take()).toEqual([]);
    expect(claimCount).toBe(1);
    isDeaf = false;
    expect(await guard.take()).toEqual([attempt]);
  });
});

test("a worker that no witness tells anything says so, once, where the store has claims", async () => {
  const said: string[] = [];
  const log = { warn: (_: object, message: string) => said.push(message) };
  const first = start("first", {}, { log });
  await first.take();
  expect(said).toEqual([]);
  const attemptId = await claimAs("other");
  const moved = start("moved", {}, { log });
  await moved.take();
  await moved.take();
  expect(said).toEqual([expect.stringContaining("has to be said by hand")]);
  const epoch = await epochNow();
  await start("told", { newest: async () => [{ epoch, attemptId }] }, { log }).take();
  expect(said).toHaveLength(1);
});

describe("a new epoch", () => {
  test("a worker without a free slot hands over too: its sweeper alone notices", async () => {
    const mine = lostIn(1);
    const full = start("full", { recent: () => [telling([mine])] });
    await full.sawNewest(await newestClaims(db));
    await db.client.$executeRawUnsafe("delete from suspect_keys");
    await sayRestored();
    await full.sawNewest(await newestClaims(db));
    expect(await suspects()).toEqual([mine.key]);
    expect(full.putInDoubtIn).toEqual([]);
  });

  test("is not ended while another worker still hands over", async () => {
    const worker = start("w");
    const epoch = await sayRestored();
    const turn = async (passedMs: number) => {
      nowMs += passedMs;
      await worker.take();
      return worker.putInDoubtIn;
    };
    expect(await turn(0)).toEqual([]);
    await db.transaction((tx) => insertLostClaims(tx, epoch, [lostIn(epoch - 1)]));
    expect(await turn(GRACE_MS)).toEqual([]);
    expect(await turn(GRACE_MS - 1)).toEqual([]);
    expect(await turn(1)).toEqual([epoch]);
  });
});
