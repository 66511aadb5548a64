// While a tool's keys are made by an older engine, everything that reads or writes beside intake goes by that engine, too.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ask, FIELDS } from "./support/contract";
import {
  address,
  dispositionOf,
  FIELDS_BY_MAIL,
  FIRST,
  idOf,
  makeRelease,
  moveNow,
  type Release,
  SECOND,
  toolOf,
} from "./support/releases";
import { type Body, Stage } from "./support/stage";

let stage: Stage;
let older: Release;
let newer: Release;

// The product of the stage has this release's engines: it is the newer one whose API is asked.
beforeAll(async () => {
  stage = await Stage.open();
  older = makeRelease(stage, FIRST);
  newer = makeRelease(stage, SECOND);
});
afterAll(() => stage.close());

const MAILED = {
  "/id": FIELDS_BY_MAIL["/id"],
  "/amount": FIELDS["/amount"],
  "/note": FIELDS["/note"],
  "/plan": FIELDS["/plan"],
};

describe("a contract and an explanation show the engines that keys are made with", () => {
  const shownOf = async (tool: string, version = "") => {
    const { body } = await stage.product.asOperator("GET", `/api/v1/contracts/${tool}${version}`);
    const { engines, derivation } = body["terms"] as Body;
    return { engines, derivation };
  };
  const explained = async (tool: string) => (await stage.explainAsOperator(ask(tool, address("x")))).body["engines"];

  test("the older ones until the tool has moved", async () => {
    const tool = await toolOf(older, { fields: MAILED });
    const { derivation } = (await older.catalog.active(tool)).contract;
    expect(await shownOf(tool)).toEqual({ engines: {}, derivation });
    expect(await shownOf(tool, "/versions/1")).toEqual({ engines: {}, derivation });
    expect(await explained(tool)).toEqual({});
    await moveNow(stage, newer, tool);
    newer.catalog.forget(tool);
    const moved = (await newer.catalog.active(tool)).contract.derivation;
    expect(await shownOf(tool)).toEqual({ engines: { email: 2 }, derivation: moved });
  });

  test("of a version whose keys are no longer made, those that made them", async () => {
    const tool = await toolOf(older, { fields: MAILED });
    const { derivation } = (await older.catalog.active(tool)).contract;
    await newer.publish(tool, { fields: { ...MAILED, "/note": { role: "material", as: "id" } } });
    expect((await shownOf(tool)).engines).toEqual({});
    await moveNow(stage, newer, tool);
    expect((await shownOf(tool)).engines).toEqual({ email: 2 });
    expect(await shownOf(tool, "/versions/1")).toEqual({ engines: {}, derivation });
  });
});

test("what a person chose on the newer release is no other action to the older one", async () => {
  const fields = { ...FIELDS, "/memo": { role: "material", as: "email" } };
  const tool = await toolOf(older, { fields });
  const body = (memo: string) => ask(tool, thing, { plan: "hold", memo: address(memo) });
  const thing = stage.thing();
  const id = idOf(await older.submit(body("first")));
  const drifted = await older.submit(body("other"));
  expect(dispositionOf(drifted)).toBe("drifted");
  const submissionId = drifted.kind === "recorded" ? drifted.submissionId : "";
  expect((await stage.approve(id, { submissionId })).status).toBe(200);
  const again = await older.submit(body("other"));
  expect([idOf(again), dispositionOf(again)]).toEqual([id, "coalesced"]);
  expect(dispositionOf(await newer.submit(body("other")))).toBe("coalesced");
});

describe("an erasure finds a person whom", () => {
  const foundBy = async (identity: string) =>
    (await stage.product.asOperator("POST", "/api/v1/erasures", { identity, dryRun: true })).body["foundCount"];

  test("an older engine spelled, before the move and after it", async () => {
    const tool = await toolOf(older, { fields: MAILED });
    const person = address(stage.thing());
    await older.submit(ask(tool, person));
    expect(await foundBy(person)).toBe(1);
    await moveNow(stage, newer, tool);
    await newer.submit({ ...ask(tool, person), run: "run-2" });
    expect(await foundBy(person)).toBe(2);
  });

  test("an older engine spelled as one of several", async () => {
    const args = { type: "object", properties: { ids: { type: "array", items: { type: "string" } } } };
    const ids = { role: "identity", as: "set", of: { as: "email" } };
    const tool = await toolOf(older, { fields: { "/ids": ids }, args, policy: [{ name: "all", then: "clear" }] });
    const person = address(stage.thing());
    const sent = { tool, args: { ids: [person, "other@example.com"] }, run: "run-1", step: "step-1" };
    expect(dispositionOf(await older.submit(sent))).toBe("created");
    expect(await foundBy(person)).toBe(1);
  });
});
