// Two releases whose normalisers give other answers run side by side: one action is one intent, whichever of them is asked.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { closeDerivations } from "@/lib/application/close-derivations";
import { EngineNotCarriedError } from "@/lib/application/errors";
import { ARGS, ask, FIELDS } from "./support/contract";
import {
  address,
  derivationsOf,
  dispositionOf,
  FIELDS_BY_MAIL,
  FIRST,
  idOf,
  isMoved,
  makeRelease,
  moveNow,
  type Release,
  SECOND,
  toolOf,
  WITHOUT_FIRST,
} from "./support/releases";
import { type Body, Stage } from "./support/stage";

let stage: Stage;
let older: Release;
let newer: Release;
let later: Release;

beforeAll(async () => {
  stage = await Stage.open();
  older = makeRelease(stage, FIRST);
  newer = makeRelease(stage, SECOND);
  later = makeRelease(stage, WITHOUT_FIRST);
});
afterAll(() => stage.close());

const intentsOf = (tool: string) => stage.count("intents", "tool = $1", tool);

describe("while an upgrade rolls out", () => {
  test("both releases make the keys of the older one, and one action is one intent in either order", async () => {
    const tool = await toolOf(older);
    await newer.move(3_600_000);
    for (const [first, second] of [
      [older, newer],
      [newer, older],
    ] as const) {
      const body = ask(tool, address(stage.thing()));
      const opened = await first.submit(body);
      const joined = await second.submit(body);
      expect([dispositionOf(opened), dispositionOf(joined)]).toEqual(["created", "coalesced"]);
      expect(idOf(joined)).toBe(idOf(opened));
    }
  });

  test("a race between them is one intent", async () => {
    const tool = await toolOf(older);
    const body = ask(tool, address(stage.thing()));
    const racing = Array.from({ length: 20 }, (_none, index) => (index % 2 === 0 ? older : newer).submit(body));
    expect(new Set((await Promise.all(racing)).map(idOf)).size).toBe(1);
    expect(await intentsOf(tool)).toBe(1);
  });

  test("a publish leaves the older release its keys, and what is asked for under either version is one intent", async () => {
    const tool = await toolOf(older);
    const body = ask(tool, address(stage.thing()));
    const opened = idOf(await older.submit(body));
    const properties = { ...ARGS.properties, extra: { type: "string" } };
    for (const more of [{ title: "In other words" }, { args: { ...ARGS, properties } }]) {
      await newer.publish(tool, more);
      for (const release of [older, newer]) {
        release.catalog.forget(tool);
        expect(idOf(await release.submit(body))).toBe(opened);
        expect((await release.catalog.active(tool)).contract.engines).toEqual({});
      }
    }
    expect(await intentsOf(tool)).toBe(1);
  });

  test("a tool that has no derivation on record is the first edition's", async () => {
    const tool = await toolOf(older);
    await stage.sql("delete from key_derivations where tool = $1", tool);
    const body = ask(tool, address(stage.thing()));
    expect(idOf(await newer.submit(body))).toBe(idOf(await older.submit(body)));
    expect(await intentsOf(tool)).toBe(1);
  });

  test("the overlap is counted from the first worker of the newer release", async () => {
    const tool = await toolOf(older);
    await newer.move(3_600_000);
    await newer.move(3_600_000);
    expect(await derivationsOf(stage, tool)).toEqual([{ engines: {}, retired: false, closed: false }]);
    await stage.sql("update key_derivations set moves_at = now() - interval '1 ms' where tool = $1", tool);
    await newer.move(3_600_000);
    expect(await derivationsOf(stage, tool)).toEqual([
      { engines: {}, retired: true, closed: false },
      { engines: { email: 2 }, retired: false, closed: false },
    ]);
  });
});

describe("after it", () => {
  test("what the older release recorded is found, and what is new is recorded under the newer engine", async () => {
    const tool = await toolOf(older);
    const before = ask(tool, address(stage.thing()));
    const opened = await older.submit(before);
    await moveNow(stage, newer, tool);
    const joined = await newer.submit(before);
    expect([idOf(joined), dispositionOf(joined)]).toEqual([idOf(opened), "coalesced"]);
    const next = await newer.submit(ask(tool, address(stage.thing())));
    const { engines, derivation } = (await newer.catalog.active(tool)).contract;
    expect(engines).toEqual({ email: 2 });
    expect(next).toMatchObject({ kind: "recorded", row: { derivation } });
  });

  test("the older release takes nothing of that tool any more, and goes on with others", async () => {
    const [tool, other] = [await toolOf(older), await toolOf(older, { fields: FIELDS })];
    await older.submit(ask(tool, address(stage.thing())));
    await moveNow(stage, newer, tool);
    const body = ask(tool, address(stage.thing()));
    await expect(older.submit(body)).rejects.toThrow(EngineNotCarriedError);
    await expect(older.submit(body)).rejects.toThrow("email 2");
    expect(dispositionOf(await older.submit(ask(other, stage.thing())))).toBe("created");
    expect(dispositionOf(await newer.submit(ask(other, stage.thing())))).toBe("created");
  });

  test("a race of both releases with the move itself leaves one intent an action", async () => {
    const tool = await toolOf(older);
    const bodies = Array.from({ length: 15 }, () => ask(tool, address(stage.thing())));
    const asked = bodies.flatMap((body) => [older.submit(body), newer.submit(body)]);
    const [, ...answers] = await Promise.all([untilMoved(newer, tool), ...asked.map((one) => one.catch(nothingElse))]);
    const again = await Promise.all(bodies.map((body) => newer.submit(body)));
    expect(new Set(again.map(idOf)).size).toBe(bodies.length);
    expect(await intentsOf(tool)).toBe(bodies.length);
    expect(answers.length).toBe(2 * bodies.length);
  });

  test("the earlier engine closes when its windows are over, and the newer one does not", async () => {
    const tool = await toolOf(older);
    const before = ask(tool, address(stage.thing()), { plan: "refuse" });
    await older.submit(before);
    await moveNow(stage, newer, tool);
    const close = () => closeDerivations({ db: stage.db, termsOf: newer.catalog.termsOf });
    await close();
    await stage.sql(
      "update key_derivations set closes_at = now() - interval '1 ms' where tool = $1 and closes_at is not null",
      tool,
    );
    await close();
    expect(await derivationsOf(stage, tool)).toEqual([
      { engines: {}, retired: true, closed: true },
      { engines: { email: 2 }, retired: false, closed: false },
    ]);
    newer.catalog.forget(tool);
    expect((await newer.catalog.active(tool)).earlier).toEqual([]);
  });

  test("a drift is told from another spelling by the engine that read the intent", async () => {
    const fields = { ...FIELDS, "/memo": { role: "material", as: "email" } };
    const tool = await toolOf(older, { fields });
    const body = ask(tool, stage.thing(), { memo: address("memo") });
    const opened = await older.submit(body);
    await moveNow(stage, newer, tool);
    expect(dispositionOf(await newer.submit(body))).toBe("coalesced");
    const drifted = await newer.submit({ ...body, args: { ...(body["args"] as Body), memo: address("other") } });
    expect([idOf(drifted), dispositionOf(drifted)]).toEqual([idOf(opened), "drifted"]);
  });
});

describe("a release that no longer carries an engine", () => {
  test("refuses the tool that needs it, tells operators, and serves the others", async () => {
    const [tool, moved] = [await toolOf(older), await toolOf(newer)];
    await expect(later.submit(ask(tool, address(stage.thing())))).rejects.toThrow("email 1");
    expect(dispositionOf(await later.submit(ask(moved, address(stage.thing()))))).toBe("created");
    await later.move();
    expect(later.missing).toContain(`${tool}: email 1`);
    expect(await derivationsOf(stage, tool)).toEqual([{ engines: {}, retired: false, closed: false }]);
  });

  test("also where only an earlier derivation needs it, until that is closed", async () => {
    const tool = await toolOf(older);
    await moveNow(stage, newer, tool);
    await expect(later.submit(ask(tool, address(stage.thing())))).rejects.toThrow(EngineNotCarriedError);
    await stage.sql("update key_derivations set closed_at = now() where tool = $1 and retired_at is not null", tool);
    later.catalog.forget(tool);
    expect(dispositionOf(await later.submit(ask(tool, address(stage.thing()))))).toBe("created");
  });
});

test("over HTTP it is a 503 for that tool alone, which says what to do", async () => {
  const tool = await stage.tool({ fields: FIELDS_BY_MAIL });
  await stage.sql(`update key_derivations set engines = '{"email": 99}', digest = 'newer' where tool = $1`, tool);
  const refused = await stage.submit(ask(tool, address(stage.thing())));
  expect(refused).toMatchObject({
    status: 503,
    body: { code: "engine_not_carried", retriable: true, correctiveAction: expect.stringContaining("release") },
  });
  expect((await stage.submit(ask(await stage.tool(), stage.thing()))).status).toBeLessThan(300);
});

/** The older release puts it off whenever it looks at the tool. */
async function untilMoved(release: Release, tool: string): Promise<void> {
  while (!(await isMoved(stage, tool))) await release.move();
}

/** The older release is refused once the tool has moved; anything else is a fault of the test. */
function nothingElse(error: unknown): Error {
  if (error instanceof EngineNotCarriedError) return error;
  throw error;
}
