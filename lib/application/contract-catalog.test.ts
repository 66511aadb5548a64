import { expect, test } from "vitest";
import type { Database } from "@/lib/store/database";
import { CONTRACTS } from "@/tests/simulation/contracts";
import { makeContractCatalog } from "./contract-catalog";
import { NotFoundError } from "./errors";

const definition = CONTRACTS.get("blind")?.definition;
const stored = { active: { tool: "blind", version: 1, definition, digest: "d", warnings: [] } };

/** A store that answers when it is told to. */
function setUp(answer: () => unknown) {
  let reads = 0;
  let nowMs = 0;
  const waiting: (() => void)[] = [];
  const findUnique = () => {
    reads += 1;
    return new Promise((resolve, reject) => {
      waiting.push(() => Promise.resolve().then(answer).then(resolve, reject));
    });
  };
  const client = { contract: { findUnique }, keyDerivation: { findMany: async () => [] } };
  const catalog = makeContractCatalog({ client } as unknown as Database, () => nowMs);
  return {
    catalog,
    reads: () => reads,
    /** The newest question, or the one of that turn. */
    release: (turn = waiting.length - 1) => waiting[turn]?.(),
    pass: (ms: number) => {
      nowMs += ms;
    },
  };
}

test("of many who find the active contract out of date, one reads, and all get what it found", async () => {
  const { catalog, reads, release, pass } = setUp(() => stored);
  for (const expected of [1, 2]) {
    const asked = Array.from({ length: 50 }, () => catalog.active("blind"));
    release();
    for (const { contract } of await Promise.all(asked)) expect(contract.version).toBe(1);
    expect(reads()).toBe(expected);
    pass(1_000);
  }
});

test("what was asked for before a publish is not remembered after it, whichever answer comes last", async () => {
  let version = 2;
  const { catalog, reads, release } = setUp(() => ({ active: { ...stored.active, version } }));
  const before = catalog.active("blind");
  catalog.forget("blind");
  const after = catalog.active("blind");
  release(1);
  expect((await after).contract.version).toBe(2);
  version = 1;
  release(0);
  expect((await before).contract.version).toBe(1);
  expect((await catalog.active("blind")).contract.version).toBe(2);
  expect(reads()).toBe(2);
});

test("that there is no contract everybody sees for himself; that the store is away nobody asks again", async () => {
  const missing = setUp(() => null);
  const asked = [missing.catalog.active("blind"), missing.catalog.active("blind")];
  missing.release();
  await expect(asked[0]).rejects.toBeInstanceOf(NotFoundError);
  await expect.poll(() => missing.reads()).toBe(2);
  missing.release();
  await expect(asked[1]).rejects.toBeInstanceOf(NotFoundError);

  const away = setUp(() => {
    throw new Error("away");
  });
  const waiting = [away.catalog.active("blind"), away.catalog.active("blind")];
  away.release();
  for (const one of waiting) await expect(one).rejects.toThrow("away");
  expect(away.reads()).toBe(1);
});

test("what was known last is told at once, however old, and is looked at anew for the next", async () => {
  const { catalog, reads, release, pass } = setUp(() => stored);
  const first = catalog.known("blind");
  release();
  expect((await first).contract.version).toBe(1);
  await catalog.known("blind");
  expect(reads()).toBe(1);
  pass(3_600_000);
  expect((await catalog.known("blind")).contract.version).toBe(1);
  expect(reads()).toBe(2);
});

test("what can no longer be read is not told a second time", async () => {
  let answer: () => unknown = () => stored;
  const { catalog, release, pass } = setUp(() => answer());
  const first = catalog.known("blind");
  release();
  await first;
  answer = () => null;
  pass(3_600_000);
  await catalog.known("blind");
  release();
  await new Promise(setImmediate);
  const next = catalog.known("blind");
  release();
  await expect(next).rejects.toBeInstanceOf(NotFoundError);
});
