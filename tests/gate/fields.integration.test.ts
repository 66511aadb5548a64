// What a person compares by: the args of an intent and of its submissions, field by field.
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeContractCatalog } from "@/lib/application/contract-catalog";
import { runErasures } from "@/lib/application/run-erasures";
import { ask, FIELDS } from "./support/contract";
import { type Body, Stage } from "./support/stage";

let stage: Stage;
beforeAll(async () => {
  stage = await Stage.open();
});
afterAll(() => stage.close());

const fieldsOf = (shown: Body | undefined) => shown?.["fields"] as Body[] | null | undefined;
const field = (shown: Body | undefined, pointer: string) => fieldsOf(shown)?.find((one) => one["pointer"] === pointer);

test("an operator sees whose args would run, and each field as written and as compared", async () => {
  const [tool, thing] = [await stage.shared(), stage.thing()];
  const { body } = await stage.submit(ask(tool, thing, { amount: "$80.00", note: "Hello", plan: "hold" }));
  const shown = await stage.read(body["id"]);
  const [first] = await stage.submissions(body["id"]);
  expect(shown["submissionId"]).toBe(first?.["id"]);
  expect(fieldsOf(shown)).toEqual([
    { pointer: "/id", role: "identity", as: "id", raw: thing, normalised: thing },
    {
      pointer: "/amount",
      role: "material",
      as: "money",
      raw: "$80.00",
      normalised: { minor: "8000", currency: "USD" },
      amount: { value: "80", currency: "USD" },
    },
    { pointer: "/note", role: "incidental", as: "json", raw: "Hello", normalised: "Hello" },
    { pointer: "/plan", role: "incidental", as: "json", raw: "hold", normalised: "hold" },
  ]);
  expect(fieldsOf(first)).toEqual(fieldsOf(shown));
  expect(first?.["about"]).toEqual(shown["about"]);
});

test("a default that the contract filled in is among the fields: it runs", async () => {
  const [tool, thing] = [await stage.shared(), stage.thing()];
  const { body } = await stage.submit(ask(tool, thing));
  const [first] = await stage.submissions(body["id"]);
  expect(first?.["args"]).not.toHaveProperty("plan");
  expect(field(first, "/plan")).toMatchObject({ role: "incidental", raw: "clear" });
});

test("each submission is read by its own version of the contract", async () => {
  const tool = await stage.tool();
  const thing = stage.thing();
  const { body } = await stage.submit(ask(tool, thing, { plan: "hold", note: "A" }));
  await stage.publish(tool, { fields: { ...FIELDS, "/note": { role: "material", as: "code" } } });
  await stage.submit(ask(tool, thing, { plan: "hold", note: "a" }));
  const [first, second] = await stage.submissions(body["id"]);
  expect(field(first, "/note")).toMatchObject({ role: "incidental", as: "json", normalised: "A" });
  expect(field(second, "/note")).toMatchObject({ role: "material", as: "code", normalised: "A", raw: "a" });
});

test("after a variant was chosen, its submission is the one whose args run", async () => {
  const [tool, thing] = [await stage.shared(), stage.thing()];
  const { body } = await stage.submit(ask(tool, thing, { plan: "two" }));
  await stage.submit(ask(tool, thing, { plan: "two", amount: 100 }));
  const [, second] = await stage.submissions(body["id"]);
  const argsDigest = second?.["argsDigest"];
  expect(second?.["about"]).toMatchObject({ amount: { value: "100", currency: "USD" }, target: [{ value: thing }] });
  const answer = await stage.decide(body["id"], { verdict: "approve", argsDigest, submissionId: second?.["id"] });
  expect(answer).toMatchObject({ status: 200, body: { state: "held", submissionId: second?.["id"], argsDigest } });
  expect(field(answer.body, "/amount")).toMatchObject({ raw: 100 });
});

test("the caller's own key is shown beside what came with it", async () => {
  const [tool, thing] = [await stage.shared(), stage.thing()];
  const { body } = await stage.submit(ask(tool, thing), { "idempotency-key": `key-${thing}` });
  expect((await stage.submissions(body["id"]))[0]).toMatchObject({ callerKey: `key-${thing}` });
});

test("an agent sees neither the fields nor whose args run", async () => {
  const [tool, thing] = [await stage.shared(), stage.thing()];
  const { body } = await stage.submit(ask(tool, thing, { plan: "hold" }));
  const shown = await stage.product.asAgent("GET", `/api/v1/intents/${body["id"]}`);
  expect(body).not.toHaveProperty("fields");
  expect(shown.body).not.toHaveProperty("fields");
  expect(shown.body).not.toHaveProperty("submissionId");
});

test("erased args have no fields, and a screen can tell that from args that are empty", async () => {
  const [tool, thing] = [await stage.shared(), stage.thing()];
  const { body } = await stage.submit(ask(tool, thing));
  await stage.run(body["id"], { class: "success", effectId: "eff_1", result: { id: "eff_1" } });
  await stage.product.asOperator("POST", "/api/v1/erasures", { identity: thing });
  const { db, newId } = stage;
  await runErasures({ db, newId, versionOf: makeContractCatalog(db).versionOf });
  const shown = await stage.read(body["id"]);
  expect(shown).toMatchObject({ argsErased: true });
  expect(shown).not.toHaveProperty("fields");
  expect((await stage.submissions(body["id"]))[0]).toMatchObject({ fields: null, about: null, callerKey: null });
});

test("an identity without `as` is an id: three spellings of one order are one intent", async () => {
  const tool = await stage.tool({ fields: { ...FIELDS, "/id": { role: "identity" } } });
  const { body: shown } = await stage.product.asOperator("GET", `/api/v1/contracts/${tool}`);
  expect(shown).toMatchObject({ definition: { fields: { "/id": { as: "id" } } } });
  expect(shown["warnings"]).toContainEqual(expect.stringContaining("/id identifies the action and is free text"));
  const answers = await Promise.all(["77", 77, " 77"].map((id) => stage.submit(ask(tool, id as string))));
  expect(new Set(answers.map(({ body }) => body["id"])).size).toBe(1);
  expect(await stage.count("intents", "tool = $1", tool)).toBe(1);
});

test("a prefix that agents write in front of an id makes no second action", async () => {
  const rule = { role: "identity", as: "id", prefix: ["order ", "#"] };
  const tool = await stage.tool({ fields: { ...FIELDS, "/id": rule } });
  const answers = await Promise.all(["77", "#77", "Order #77"].map((id) => stage.submit(ask(tool, id))));
  expect(new Set(answers.map(({ body }) => body["id"])).size).toBe(1);
  const empty = await stage.submit(ask(tool, "#"));
  expect(empty).toMatchObject({ status: 422, body: { code: "invalid_args" } });
});
