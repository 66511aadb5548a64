// What people are told before they decide: what other args are about, whom they take, and which limit they would pass.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ask } from "./support/contract";
import { type Body, Stage } from "./support/stage";
import { bring } from "./support/states";

let stage: Stage;
beforeAll(async () => {
  stage = await Stage.open();
});
afterAll(() => stage.close());

const explain = (id: unknown, body: Body) => stage.product.asOperator("POST", `/api/v1/intents/${id}/explain`, body);

async function held(more: Body = {}) {
  const [tool, thing] = [await stage.shared(more), stage.thing()];
  return { tool, thing, id: await bring(stage, ask(tool, thing), "held") };
}

describe("other args of an intent are explained as a decision on them would read them", () => {
  test("edited ones with their amount in major units, what they are done to, and whom they take", async () => {
    const { id, thing } = await held();
    const before = await stage.count("submissions");
    const { status, body } = await explain(id, { args: { id: thing, amount: "95.5", plan: "two" } });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      about: { value: "high", amount: { value: "95.5", currency: "USD" }, target: [{ pointer: "/id", value: thing }] },
      refusal: null,
      approve: { peopleNeeded: 2, role: "approver" },
      bypass: { peopleNeeded: 2, role: "admin" },
    });
    const fields = body["fields"] as Body[];
    expect(fields.find(({ pointer }) => pointer === "/amount")).toMatchObject({
      normalised: { minor: "9550", currency: "USD" },
      amount: { value: "95.5", currency: "USD" },
    });
    expect(await stage.count("submissions")).toBe(before);
  });

  test("another submission's, by the digest that approving it names", async () => {
    const { id, tool, thing } = await held();
    await stage.submit(ask(tool, thing, { amount: 100, plan: "admin" }));
    const [, variant] = await stage.submissions(id);
    const { body } = await explain(id, { submissionId: variant?.["id"] });
    expect(body).toMatchObject({
      argsDigest: variant?.["argsDigest"],
      about: { amount: { value: "100" } },
      approve: { peopleNeeded: 1, role: "admin" },
    });
  });

  test("what policy refuses is told with its reason", async () => {
    const { id, thing } = await held();
    const { body } = await explain(id, { args: { id: thing, amount: 1, plan: "refuse" } });
    expect(body).toMatchObject({ refusal: "the plan says no" });
  });

  test.each<[string, Body, string]>([
    ["a value that cannot be read", { amount: "80.001" }, "/args/amount"],
    ["another identity", { id: "another", amount: 80 }, "/args/id"],
  ])("%s is 422 at its field", async (_name, more, pointer) => {
    const { id, thing } = await held();
    const answer = await explain(id, { args: { id: thing, ...more } });
    expect(answer).toMatchObject({ status: 422, body: { code: "invalid_args", errors: [{ pointer }] } });
  });

  test("an order to act again never takes fewer people than its contract or its policy says", async () => {
    const { id } = await held({ bypass: { role: "approver", approvals: 3 } });
    expect((await explain(id, {})).body).toMatchObject({ bypass: { peopleNeeded: 3, role: "approver" } });
  });

  test("is for operators", async () => {
    const { id } = await held();
    const answer = await stage.product.asAgent("POST", `/api/v1/intents/${id}/explain`, {});
    expect(answer.status).toBe(403);
  });
});

describe("a hold for a limit says which one, and by how much it would be passed", () => {
  const limits = [{ per: "agent", sum: "/amount", max: 100, window: "24h", over: "hold" }];

  test("where it is read, and in lists; never to agents", async () => {
    const tool = await stage.tool({ limits });
    await stage.submit(ask(tool, stage.thing(), { amount: 80 }));
    const { body } = await stage.submit(ask(tool, stage.thing(), { amount: "40.50" }));
    expect(body).toMatchObject({ state: "held", hold: { reasons: ["limit"] } });
    expect(body["hold"]).not.toHaveProperty("limits");
    const told = [
      {
        ...{ per: "agent", sum: "/amount", window: "24h", currency: "USD" },
        ...{ max: "100", used: "80", amount: "40.5", excess: "20.5" },
      },
    ];
    expect(await stage.read(body["id"])).toMatchObject({ hold: { limits: told } });
    const inbox = await stage.product.asOperator("GET", `/api/v1/inbox?tool=${tool}`);
    expect(inbox.body["items"]).toMatchObject([{ id: body["id"], hold: { limits: told } }]);
  });

  test("and that there is room again, once somebody gave back what they took", async () => {
    const tool = await stage.tool({ limits: [{ per: "tool", count: true, max: 1, window: "day", over: "hold" }] });
    const first = await stage.submit(ask(tool, stage.thing()));
    const { body } = await stage.submit(ask(tool, stage.thing()));
    expect(await stage.read(body["id"])).toMatchObject({ hold: { limits: [{ sum: null, used: "1", excess: "1" }] } });
    await stage.product.asAgent("POST", `/api/v1/intents/${first.body["id"]}/withdraw`, {});
    expect(await stage.read(body["id"])).toMatchObject({ hold: { limits: [{ used: "0", excess: null }] } });
  });
});

describe("who had a hand in it", () => {
  test("one intent names who had the last word, as lists do", async () => {
    const { id } = await held();
    await stage.decide(id, { verdict: "deny", reason: "Not this one." });
    const { lastDecision } = (await stage.read(id)) as { lastDecision?: Body };
    expect(lastDecision).toMatchObject({ verdict: "deny", by: "operator", operator: { name: expect.any(String) } });
  });

  test("what people did can be read without what agents and workers did", async () => {
    const { id } = await held();
    await stage.decide(id, { verdict: "deny", reason: "Not this one." });
    const { body } = await stage.product.asOperator("GET", `/api/v1/intents/${id}/events?actor=operator`);
    expect(body["items"]).toMatchObject([{ type: "intent.deny", actor: { kind: "operator" } }]);
  });
});
