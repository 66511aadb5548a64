// An earlier way to derive keys is read for as long as anything under it may still be asked for again.
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { closeDerivations } from "@/lib/application/close-derivations";
import { type ContractCatalog, makeContractCatalog } from "@/lib/application/contract-catalog";
import type { Outcome } from "@/lib/domain/event";
import { lockTool } from "@/lib/store/contracts";
import { openDatabase } from "@/lib/store/database";
import { ARGS, ask, FIELDS } from "./support/contract";
import { Stage } from "./support/stage";
import { bring } from "./support/states";

let stage: Stage;
let catalog: ContractCatalog;
beforeAll(async () => {
  stage = await Stage.open();
  catalog = makeContractCatalog(stage.db);
});
afterAll(() => stage.close());

const OTHER_READING = { fields: { ...FIELDS, "/id": { role: "identity", as: "code" } } };
const DONE: Outcome = { class: "success", effectId: "fx", result: { id: "fx" } };
const NEITHER = { closesAt: null, closedAt: null };
const CLOSES = { closesAt: expect.any(Date), closedAt: null };

/** Other databases of the same server have locks of their own. */
const WAITS =
  "not granted and locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())";

const close = () => closeDerivations({ db: stage.db, termsOf: catalog.termsOf });

async function firstOf(tool: string) {
  const [row] = await stage.sql<{ closesAt: Date | null; closedAt: Date | null }>(
    'select closes_at as "closesAt", closed_at as "closedAt" from key_derivations where tool = $1 and version = 1',
    tool,
  );
  return row;
}

async function letItsTimePass(tool: string, secondsAgo = 1): Promise<void> {
  await stage.sql(
    "update key_derivations set closes_at = now() - $2 * interval '1 second' where tool = $1 and version = 1",
    tool,
    secondsAgo,
  );
}

describe.each(["withdrawn", "expired"] as const)("an intent that was %s before the publish", (state) => {
  test("is opened again: its derivation is no longer about to close, until it has ended and all windows passed", async () => {
    const [tool, thing] = [await stage.tool(), stage.thing()];
    const id = await bring(stage, ask(tool, thing), state);
    await stage.publish(tool, OTHER_READING);
    await close();
    expect(await firstOf(tool)).toEqual(CLOSES);

    const again = await stage.submit(ask(tool, thing));
    expect(again.body).toMatchObject({ id, state: "cleared", submission: { disposition: "reopened" } });
    expect(await firstOf(tool)).toEqual(NEITHER);
    await close();
    expect(await firstOf(tool)).toEqual(NEITHER);

    await stage.run(id, DONE);
    await close();
    expect(await firstOf(tool)).toEqual(CLOSES);
    await close();
    expect(await firstOf(tool)).toEqual(CLOSES);
    const retry = await stage.submit(ask(tool, thing));
    expect(retry.body).toMatchObject({ id, submission: { disposition: "replayed" } });
    expect(await firstOf(tool)).toEqual(CLOSES);

    await letItsTimePass(tool);
    expect((await stage.submit(ask(tool, thing))).body["id"]).toBe(id);
    await close();
    expect(await firstOf(tool)).toMatchObject({ closedAt: expect.any(Date) });
  });

  test("and runs at once: a window of its own passes before its derivation closes", async () => {
    const [tool, thing] = [await stage.tool(), stage.thing()];
    const id = await bring(stage, ask(tool, thing), state);
    await stage.publish(tool, OTHER_READING);
    await close();
    // Its time is nearly over when the retry comes, and nobody looks while the intent is open.
    await letItsTimePass(tool);
    await stage.submit(ask(tool, thing));
    await stage.run(id, DONE);
    await close();
    expect(await firstOf(tool)).toEqual(CLOSES);
    await close();
    const retry = await stage.submit(ask(tool, thing));
    expect(retry.body).toMatchObject({ id, submission: { disposition: "replayed" } });
    expect(await stage.count("intents", "tool = $1", tool)).toBe(1);
  });
});

test.each(["held", "cleared", "executing", "in_doubt"] as const)(
  "one that is %s keeps its derivation, though its time has come",
  async (state) => {
    const [tool, thing] = [await stage.tool(), stage.thing()];
    const id = await bring(stage, ask(tool, thing), state);
    await stage.publish(tool, OTHER_READING);
    await letItsTimePass(tool);
    await close();
    expect(await firstOf(tool)).toEqual(NEITHER);
    expect((await stage.submit(ask(tool, thing))).body["id"]).toBe(id);
  },
);

test("a successor that takes its place in the old chain keeps the derivation, too", async () => {
  const [tool, thing] = [await stage.tool(), stage.thing()];
  await bring(stage, ask(tool, thing), "denied");
  await stage.publish(tool, OTHER_READING);
  await close();
  expect(await firstOf(tool)).toEqual(CLOSES);
  const next = await stage.submit(ask(tool, thing, { amount: 90 }));
  expect(next.body).toMatchObject({ generation: 2, contractVersion: 2 });
  expect(await firstOf(tool)).toEqual(NEITHER);
});

test("a retry that comes and runs while other tools are looked at keeps its derivation", async () => {
  const [slow, tool, thing] = [await stage.tool(), await stage.tool(), stage.thing()];
  const id = await bring(stage, ask(tool, thing), "withdrawn");
  for (const name of [slow, tool]) await stage.publish(name, OTHER_READING);
  await close();
  // The one whose time came first is looked at first.
  await letItsTimePass(slow, 2);
  await letItsTimePass(tool, 1);
  const db = openDatabase({ url: stage.product.databaseUrl, connectionsMax: 2, name: "closer" });
  try {
    const closing = await db.transaction(async (tx) => {
      await lockTool(tx, slow);
      const turn = closeDerivations({ db, termsOf: catalog.termsOf });
      await vi.waitUntil(() => stage.count("pg_locks", WAITS), { timeout: 10_000 });
      await stage.submit(ask(tool, thing));
      await stage.run(id, DONE);
      return { turn };
    });
    await closing.turn;
    expect(await firstOf(tool)).toMatchObject({ closedAt: null });
  } finally {
    await db.close();
  }
});

describe("what is only said to readers", () => {
  const described = (description: string) => ({
    args: { ...ARGS, description, properties: { ...ARGS.properties, note: { type: "string", description } } },
  });

  test("an edited description opens no further derivation, and a retry joins", async () => {
    const [tool, thing] = [await stage.tool(described("before")), stage.thing()];
    const id = await bring(stage, ask(tool, thing), "held");
    const before = await stage.count("key_derivations", "tool = $1", tool);
    expect(await stage.publish(tool, described("after"))).toBe(2);
    expect(await stage.count("key_derivations", "tool = $1", tool)).toBe(before);
    expect((await stage.submit(ask(tool, thing))).body).toMatchObject({ id, submission: { disposition: "coalesced" } });
    await close();
    expect(await stage.count("key_derivations", "tool = $1 and closes_at is null", tool)).toBe(before);
  });

  test("an argument that is called `description` is no description: its default is part of the meaning", async () => {
    const named = (value: string) => ({
      args: { ...ARGS, properties: { ...ARGS.properties, description: { type: "string", default: value } } },
    });
    const tool = await stage.tool(named("a"));
    const before = await stage.count("key_derivations", "tool = $1", tool);
    await stage.publish(tool, named("b"));
    expect(await stage.count("key_derivations", "tool = $1", tool)).toBe(before + 1);
  });
});
