// An upgrade that is taken back, or drags on: a tool goes over to newer engines only when no older release is there any more.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ask } from "./support/contract";
import {
  address,
  derivationsOf,
  dispositionOf,
  FIRST,
  idOf,
  isMoved,
  makeRelease,
  moveNow,
  type Release,
  SECOND,
  THIRD,
  toolOf,
} from "./support/releases";
import { Stage } from "./support/stage";

let stage: Stage;
let older: Release;
let newer: Release;
let newest: Release;

beforeAll(async () => {
  stage = await Stage.open();
  older = makeRelease(stage, FIRST);
  newer = makeRelease(stage, SECOND);
  newest = makeRelease(stage, THIRD);
});
afterAll(() => stage.close());

const HOUR_MS = 3_600_000;

/** Time goes by, in the record of what workers asked for. */
const goesBy = (tool: string, interval: string) =>
  stage.sql(
    `update key_derivations set moves_at = moves_at - $2::text::interval, moves_asked_at = moves_asked_at - $2::text::interval
     where tool = $1`,
    tool,
    interval,
  );

/** The overlap is over, and workers asked all the time. */
const endOverlap = (tool: string) =>
  stage.sql("update key_derivations set moves_at = now() - interval '1 second' where tool = $1", tool);

/** A web process that serves the tool again after a while. */
function serve(release: Release, tool: string, thing = stage.thing()) {
  release.catalog.forget(tool);
  return release.submit(ask(tool, address(thing)));
}

/** The first edition knows neither engines nor retiring: it takes the row that it finds. */
const publishAsFirstEdition = (tool: string, version: number, definition = "definition") =>
  stage.sql(
    `with published as (
       insert into contract_versions select tool, $2::int, ${definition}, source, format, digest, warnings, published_by
       from contract_versions where tool = $1 and version = 1),
     opened as (update key_derivations set version = $2::int, closes_at = null where tool = $1 and engines = '{}')
     update contracts set active_version = $2::int where tool = $1`,
    tool,
    version,
  );

test("a rollback and a later redeploy end with one intent, and meanwhile no process refuses the tool", async () => {
  const tool = await toolOf(older);
  await newer.move(HOUR_MS);
  // Back to the older release, which is asked while no worker of the newer one runs.
  const thing = stage.thing();
  const opened = await serve(older, tool, thing);
  // As a release left it that knows nothing of moves.
  await newer.move(HOUR_MS);
  await goesBy(tool, "2 days");
  // Again the newer one. Web processes of the older still run.
  await newer.move(HOUR_MS);
  await newer.move(HOUR_MS);
  expect(await derivationsOf(stage, tool)).toEqual([{ engines: {}, retired: false, closed: false }]);
  for (const release of [newer, older]) {
    const joined = await serve(release, tool, thing);
    expect([idOf(joined), dispositionOf(joined)]).toEqual([idOf(opened), "coalesced"]);
  }
  await newer.move(HOUR_MS);
  await endOverlap(tool);
  expect(await newer.move(HOUR_MS)).toBe(1);
  expect(idOf(await serve(newer, tool, thing))).toBe(idOf(opened));
  expect(await stage.count("intents", "tool = $1", tool)).toBe(1);
});

describe("the overlap begins anew", () => {
  test("where no worker of the newer release asked for a while, however short it had left", async () => {
    const tool = await toolOf(older);
    await newer.move(HOUR_MS);
    await goesBy(tool, "59 minutes 59 seconds");
    await newer.move(HOUR_MS);
    await goesBy(tool, "1 minute");
    await newer.move(HOUR_MS);
    expect(await isMoved(stage, tool)).toBe(false);
  });

  test.each([
    ["worker", (_tool: string) => older.move(HOUR_MS)],
    ["web process that serves the tool", (tool: string) => serve(older, tool)],
  ])("where an older %s is seen", async (_who, isSeen) => {
    const tool = await toolOf(older);
    await newer.move(HOUR_MS);
    await endOverlap(tool);
    await isSeen(tool);
    await newer.move(HOUR_MS);
    await newer.move(HOUR_MS);
    expect(await isMoved(stage, tool)).toBe(false);
  });

  test("where a third release takes over before it is over, and the second still serves", async () => {
    const tool = await toolOf(older);
    await newer.move(HOUR_MS);
    await endOverlap(tool);
    await newest.move(HOUR_MS);
    await endOverlap(tool);
    await serve(newer, tool);
    await newest.move(HOUR_MS);
    expect(await isMoved(stage, tool)).toBe(false);
    await endOverlap(tool);
    await newest.move(HOUR_MS);
    expect((await derivationsOf(stage, tool)).map(({ engines }) => engines)).toEqual([{}, { email: 3 }]);
  });
});

test("neither processes of the release that asks put it off, nor a publish that leaves keys as they are", async () => {
  const tool = await toolOf(older);
  await newer.move(HOUR_MS);
  await serve(newer, tool);
  await endOverlap(tool);
  await newer.publish(tool, { title: "In other words" });
  await serve(newer, tool);
  expect(await newer.move(HOUR_MS)).toBe(1);
});

test("a tool whose derivation an older release took up again goes over, too", async () => {
  const tool = await toolOf(older);
  await moveNow(stage, newer, tool);
  await publishAsFirstEdition(tool, 2);
  newer.catalog.forget(tool);
  expect((await newer.catalog.active(tool)).contract.engines).toEqual({});
  await newer.move(HOUR_MS);
  await endOverlap(tool);
  expect(await newer.move(HOUR_MS)).toBe(1);
  newer.catalog.forget(tool);
  expect((await newer.catalog.active(tool)).contract.engines).toEqual({ email: 2 });
});

test("a contract that this release cannot judge does not keep other tools where they are", async () => {
  const strange = await toolOf(older);
  const tool = await toolOf(older);
  await publishAsFirstEdition(strange, 2, `jsonb_set(definition::jsonb, '{fields,/id,as}', '"iban"')`);
  await newer.move(HOUR_MS);
  await endOverlap(tool);
  expect(await newer.move(HOUR_MS)).toBe(1);
  expect(await isMoved(stage, tool)).toBe(true);
  expect(newer.faults.length).toBeGreaterThan(0);
});
