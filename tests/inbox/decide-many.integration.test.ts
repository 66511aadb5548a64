// One verdict on many: each item is decided, or told why it is not, by itself.
import { afterAll, beforeAll, expect, test } from "vitest";
import { ask } from "../gate/support/contract";
import { type Body, Stage } from "../gate/support/stage";

let stage: Stage;
let tool: string;
beforeAll(async () => {
  stage = await Stage.open();
  tool = await stage.tool({ value: "low" });
});
afterAll(() => stage.close());

type Item = { intentId: string; argsDigest: string };

async function hold(from = tool): Promise<Item> {
  const { body } = await stage.submit(ask(from, stage.thing(), { plan: "hold" }));
  return { intentId: String(body["id"]), argsDigest: String(body["argsDigest"]) };
}

async function decide(verdict: string, items: Item[], more: Body = {}) {
  const answer = await stage.product.asOperator("POST", "/api/v1/decisions", { verdict, items, ...more });
  return {
    ...answer,
    results: (answer.body["results"] ?? []) as { intentId: string; intent: Body; problem: Body | null }[],
  };
}

test("one that was decided before does not keep the others from being decided, and says who was first", async () => {
  const items = [await hold(), await hold(), await hold()];
  await stage.deny(items[1]?.intentId);
  const { results } = await decide("approve", items);
  expect(results.map(({ intentId }) => intentId)).toEqual(items.map(({ intentId }) => intentId));
  expect(results.map(({ intent }) => intent["state"])).toEqual(["cleared", "denied", "cleared"]);
  expect(results[1]?.problem).toMatchObject({
    status: 409,
    code: "wrong_state",
    detail: expect.stringContaining("denied it at"),
  });
  expect([results[0]?.problem, results[2]?.problem]).toEqual([null, null]);
});

test("nobody is named who did not end it: of two who were needed one approved, and then the agent withdrew", async () => {
  const { body } = await stage.submit(ask(tool, stage.thing(), { plan: "two" }));
  const item = { intentId: String(body["id"]), argsDigest: String(body["argsDigest"]) };
  expect((await stage.approve(item.intentId)).body).toMatchObject({ state: "held", hold: { approvalsGiven: 1 } });
  await stage.product.asAgent("POST", `/api/v1/intents/${item.intentId}/withdraw`, {});
  const { results } = await decide("approve", [item]);
  expect(results[0]?.problem).toMatchObject({ code: "wrong_state", title: "The intent is withdrawn now." });
  expect(results[0]?.problem).not.toHaveProperty("detail");
});

test("each is bound to the digest that was on the screen (L10)", async () => {
  const item = await hold();
  const { results } = await decide("approve", [{ ...item, argsDigest: "0".repeat(64) }]);
  expect(results[0]).toMatchObject({ intent: { state: "held" }, problem: { status: 412, code: "args_changed" } });
});

test("what is of high value or irreversible is not approved in a batch, and may be denied in one", async () => {
  const high = await hold(await stage.tool({ value: "high" }));
  const final = await hold(await stage.tool({ value: "low", effect: "irreversible", allowAutoClear: true }));
  const { results } = await decide("approve", [high, final]);
  for (const { intent, problem } of results) {
    expect(intent["state"]).toBe("held");
    expect(problem).toMatchObject({ status: 409, code: "not_in_batch" });
  }
  const denied = await decide("deny", [high, final], { reason: "Not today." });
  expect(denied.results.map(({ intent }) => intent["state"])).toEqual(["denied", "denied"]);
});

test("a denial without a reason denies nothing", async () => {
  const item = await hold();
  const { status, body } = await decide("deny", [item]);
  expect([status, body["code"]]).toEqual([400, "invalid_request"]);
  expect((await stage.read(item.intentId))["state"]).toBe("held");
});

test("the same intent twice is decided once", async () => {
  const item = await hold();
  const { results } = await decide("approve", [item, item]);
  expect(results.filter(({ problem }) => problem === null)).toHaveLength(1);
  expect(await stage.count("decisions", "intent_id = $1 and decided_by = 'operator'", item.intentId)).toBe(1);
});

test("an unknown intent is told as such beside the others", async () => {
  const item = await hold();
  const { results } = await decide("approve", [{ intentId: "int_nothing", argsDigest: "x" }, item]);
  expect(results[0]).toMatchObject({ intent: null, problem: { status: 404 } });
  expect(results[1]).toMatchObject({ intent: { state: "cleared" }, problem: null });
});

test("a viewer decides nothing, nor does an agent; none and too many are refused", async () => {
  const item = await hold();
  const body = { verdict: "approve", items: [item] };
  expect((await (await stage.operator("viewer"))("POST", "/decisions", body)).status).toBe(403);
  expect((await stage.product.asAgent("POST", "/api/v1/decisions", body)).status).toBe(403);
  expect((await decide("approve", [])).status).toBe(400);
  expect(
    (
      await decide(
        "approve",
        Array.from({ length: 101 }, () => item),
      )
    ).status,
  ).toBe(400);
  expect((await stage.read(item.intentId))["state"]).toBe("held");
});

test("who decided, on which args and why is listed, people and rules alike", async () => {
  const { intentId } = await hold();
  await stage.deny(intentId);
  const { body } = await stage.product.asOperator("GET", `/api/v1/intents/${intentId}/decisions`);
  expect(body["items"]).toMatchObject([
    { verdict: "hold", by: "policy", rule: expect.stringContaining("plan holds"), operator: null },
    { verdict: "deny", by: "operator", operator: { name: expect.any(String) }, reason: "not this one", rule: null },
  ]);
  expect((await stage.product.asAgent("GET", `/api/v1/intents/${intentId}/decisions`)).status).toBe(403);
});
