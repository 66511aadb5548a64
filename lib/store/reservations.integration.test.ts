import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Intent, StateKind } from "@/lib/domain/intent";
import { isOver } from "@/lib/domain/limits/charges";
import { addDecimals, sumDecimals } from "@/lib/domain/limits/decimal";
import { windowStart } from "@/lib/domain/limits/window";
import { SAMPLES, STATE_KINDS, TERMS } from "@/lib/domain/transition/testing/samples";
import type { Database, Tx } from "./database";
import { lockIntents } from "./intents";
import { insertReservations, loadUsage, releaseReservations } from "./reservations";
import { saveIntents } from "./save-intents";
import { FOREVER, ReservationStage } from "./testing/reservation-stage";

const COUNTING: StateKind[] = ["cleared", "executing", "succeeded", "partial", "in_doubt"];
const NOW = Date.parse("2027-03-01T12:00:00.000Z");

let stage: ReservationStage;
beforeAll(async () => {
  stage = await ReservationStage.open({ name: "reservations test", connectionsMax: 5 });
});
afterAll(() => stage.close());

const take = (bucket: string, amount: string, atMs = NOW) => stage.take({ bucket, amount, atMs });

describe("usage is exact", () => {
  test.each<[string, string[], string]>([
    ["0.1 and 0.2 are 0.3", ["0.1", "0.2"], "0.3"],
    ["two halves are 1, not 1.0", ["0.5", "0.5"], "1"],
    ["thousandths of a dinar are kept", ["1005", "1", "999999999999999"], "1000000000001005"],
    ["beyond 2^53", ["9007199254740993", "1"], "9007199254740994"],
    ["the smallest double beside the largest amount", [`0.${"0".repeat(323)}5`, "9".repeat(400)], ""],
    ["nothing is 0", [], "0"],
    ["a reservation of 0 is one", ["0"], "0"],
  ])("%s", async (_title, amounts, sum) => {
    const bucket = stage.fresh("bucket");
    for (const amount of amounts) await take(bucket, amount);
    expect(await stage.usedOf(bucket)).toBe(sum === "" ? sumDecimals(amounts) : sum);
  });

  test("a maximum can be met to the last digit", async () => {
    const bucket = stage.fresh("bucket");
    await take(bucket, "0.1");
    const used = String(await stage.usedOf(bucket));
    expect(isOver({ amount: "0.2", max: "0.3" }, used)).toBe(false);
    expect(isOver({ amount: addDecimals("0.2", "0.0000001"), max: "0.3" }, used)).toBe(true);
  });

  test("many buckets are one statement, and each has its own instant", async () => {
    const [one, two, three] = [stage.fresh("bucket"), stage.fresh("bucket"), stage.fresh("bucket")];
    await take(one, "1", NOW - 10);
    await take(two, "2", NOW - 10);
    const { result, statements } = await counted((tx) =>
      loadUsage(tx, [
        { bucket: one, sinceMs: NOW - 10 },
        { bucket: two, sinceMs: NOW - 9 },
        { bucket: three, sinceMs: FOREVER },
      ]),
    );
    expect(Object.fromEntries(result)).toEqual({ [one]: "1", [two]: "0", [three]: "0" });
    expect(statements).toBe(1);
  });

  test("a bucket that is asked for twice is counted from the earlier instant", async () => {
    const bucket = stage.fresh("bucket");
    await take(bucket, "1", NOW - 10);
    const wanted = [NOW, NOW - 10, NOW].map((sinceMs) => ({ bucket, sinceMs }));
    expect((await stage.db.transaction((tx) => loadUsage(tx, wanted))).get(bucket)).toBe("1");
  });

  test("two limits on one bucket take from it once", async () => {
    const row = { intentId: stage.fresh("int"), bucket: stage.fresh("bucket"), amount: "7", atMs: NOW };
    await stage.db.transaction((tx) => insertReservations(tx, [row, row]));
    expect(await stage.usedOf(row.bucket)).toBe("7");
  });

  test("nothing wanted, taken or given back costs no statement", async () => {
    const { statements } = await counted(async (tx) => {
      await loadUsage(tx, []);
      await insertReservations(tx, []);
      await releaseReservations(tx, []);
    });
    expect(statements).toBe(0);
  });
});

describe("windows end where they say", () => {
  test.each<[string, string, string, boolean]>([
    ["24h", "2027-02-28T12:00:00.001Z", "just inside", true],
    ["24h", "2027-02-28T12:00:00.000Z", "exactly one window old", false],
    ["day", "2027-03-01T00:00:00.000Z", "the first moment of the day", true],
    ["day", "2027-02-28T23:59:59.999Z", "the last moment of yesterday", false],
    ["week", "2027-03-01T00:00:00.000Z", "Monday's first moment", true],
    ["week", "2027-02-28T23:59:59.999Z", "Sunday's last moment", false],
    ["month", "2027-03-01T00:00:00.000Z", "the first moment of the month", true],
    ["month", "2027-02-28T23:59:59.999Z", "the last moment of February", false],
    ["1h", "2027-03-01T12:30:00.000Z", "reserved before the clock went back", true],
  ])("%s, %s (%s): counts %s", async (window, at, _title, isCounted) => {
    const bucket = stage.fresh("bucket");
    await take(bucket, "1", Date.parse(at));
    expect(await stage.usedOf(bucket, windowStart(window, NOW))).toBe(isCounted ? "1" : "0");
  });
});

describe("what ends without an effect gives back", () => {
  const steps = COUNTING.flatMap((from) => STATE_KINDS.map((to) => [from, to] as const));

  test.each(steps)("%s → %s", async (from, to) => {
    const bucket = stage.fresh("bucket");
    await take(bucket, "2"); // somebody else's
    const intentId = await insertHeldIntent();
    await stage.db.transaction(async (tx) => {
      await move(tx, intentId, from);
      await insertReservations(tx, [{ intentId, bucket, amount: "5", atMs: NOW }]);
    });
    expect(await stage.usedOf(bucket)).toBe("7");
    await stage.db.transaction((tx) => move(tx, intentId, to));
    expect(await stage.usedOf(bucket)).toBe(COUNTING.includes(to) ? "7" : "2");
  });

  test("where nothing gives back, nothing is asked of the reservations", async () => {
    const intentId = await insertHeldIntent();
    for (const [kind, statements] of [
      ["cleared", 2],
      ["executing", 2],
      ["cleared", 2],
      ["failed", 4],
      ["held", 2],
    ] as const) {
      const turn = await counted((tx) => move(tx, intentId, kind));
      expect(turn.statements, kind).toBe(statements); // lock, save, at an end the callbacks, and the release where there is one
    }
  });

  test("a change that is undone gives nothing back", async () => {
    const bucket = stage.fresh("bucket");
    const intentId = await insertHeldIntent();
    await stage.db.transaction(async (tx) => {
      await move(tx, intentId, "cleared");
      await insertReservations(tx, [{ intentId, bucket, amount: "5", atMs: NOW }]);
    });
    const undone = stage.db.transaction(async (tx) => {
      await move(tx, intentId, "withdrawn");
      throw new Error("after the save");
    });
    await expect(undone).rejects.toThrow("after the save");
    expect(await stage.usedOf(bucket)).toBe("5");
  });
});

test("thirty at once, from two processes, never exceed a limit by one unit, and use it up", async () => {
  const bucket = stage.fresh("bucket");
  const charge = { amount: "0.1", max: "1" };
  const reserve = (pool: Database) =>
    pool.transaction(async (tx) => {
      await tx.$queryRawUnsafe("select count(pg_advisory_xact_lock(hashtextextended($1, 0)))", bucket);
      const used = (await loadUsage(tx, [{ bucket, sinceMs: FOREVER }])).get(bucket) ?? "";
      if (isOver(charge, used)) return false;
      await insertReservations(tx, [{ intentId: stage.fresh("int"), bucket, amount: charge.amount, atMs: NOW }]);
      return true;
    });
  const cleared = await Promise.all(
    Array.from({ length: 30 }, (_, index) => reserve(index % 2 === 0 ? stage.db : stage.otherDb)),
  );
  expect(cleared.filter((isCleared) => isCleared)).toHaveLength(10);
  expect(await stage.usedOf(bucket)).toBe("1");
});

/** The plainest row that the table takes. */
async function insertHeldIntent(): Promise<string> {
  const id = stage.fresh("int");
  await stage.db.client.$executeRawUnsafe(
    `insert into intents (id, namespace, tool, contract_version, effect, stem, key, context, identity, identity_digest,
       fingerprint, args, args_digest, submission_id, agent_id, state, hold, hold_expires_at)
     values ($1, 'default', 'pay', 1, 'write_non_idempotent', $1::text::bytea, $1::text::bytea, '{}', '{}', '', 'fp_a', '{}', 'digest_a', 'sub_a',
       'agt_1', 'held', '{}', now())`,
    id,
  );
  return id;
}

async function move(tx: Tx, id: string, kind: StateKind): Promise<void> {
  const [from] = await lockIntents(tx, [id], async () => TERMS);
  const sample = SAMPLES[kind];
  if (from === undefined || sample === undefined) throw new TypeError("No such intent or sample.");
  await saveIntents(tx, [{ from, to: withDigests({ ...sample, id }) }]);
}

/** Samples say which digests are equal by short names. */
function withDigests(intent: Intent): Intent {
  const text = JSON.stringify(intent, (name, value) =>
    name === "argsDigest" || name === "fingerprint" ? Buffer.from(String(value)).toString("hex") : value,
  );
  return JSON.parse(text) as Intent;
}

async function counted<T>(work: (tx: Tx) => Promise<T>): Promise<{ result: T; statements: number }> {
  let statements = 0;
  const result = await stage.db.transaction((tx) => {
    const counting = new Proxy(tx, {
      get(target, name, receiver) {
        if (name === "$queryRawUnsafe" || name === "$executeRawUnsafe") statements += 1;
        return Reflect.get(target, name, receiver) as unknown;
      },
    });
    return work(counting);
  });
  return { result, statements };
}
