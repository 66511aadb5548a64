// Everybody at once, through two web processes on one database: what is asked for many times happens once.
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import type { Answer } from "./support/in-process";
import { type ContractText, ledgerContract } from "./support/ledger-contract";
import { type Kept, STORM_SIZE, TwoWebs, WAIT } from "./support/two-webs";

/** On a machine that does other things too. */
vi.setConfig({ testTimeout: 120_000 });

let stage: TwoWebs;
beforeAll(async () => {
  stage = await TwoWebs.open();
});
afterAll(() => stage.close());

/** What every caller of one intent must be told alike. */
const common = ({ body: { submission: _, submissionCount: __, ...rest } }: Answer) => rest;

test("L1: two hundred submissions of one action through two processes give one intent, one effect, one answer, and two hundred records", async () => {
  await stage.publish(ledgerContract("pay_once"));
  const answers = await stage.storm((turn) => ({
    tool: "pay_once",
    // Worded anew each time, as models do; the same thing.
    args: { orderId: "o-1", amount: turn % 3 === 0 ? 20 : "20.00", note: `try ${turn}` },
    run: "r",
    step: "s",
  }));
  const [first] = answers;
  expect(first?.body).toMatchObject({ state: "succeeded", effectId: expect.any(String) });
  for (const answer of answers) expect(common(answer)).toEqual(first === undefined ? null : common(first));
  expect(await stage.effectsOf("o-1")).toHaveLength(1);

  const intents = await stage.intentsOf("pay_once");
  expect(intents).toMatchObject([{ id: first?.body["id"], submission_count: STORM_SIZE }]);
  const kept = await stage.submissionsOf(first?.body["id"]);
  expect(kept).toHaveLength(STORM_SIZE);
  expect(kept.filter(({ disposition }) => disposition === "created")).toHaveLength(1);
  expect(new Set(kept.map(({ disposition }) => disposition))).toContain("coalesced");
  expect(await stage.countEvents(first?.body["id"], "submission.recorded")).toBe(STORM_SIZE);
  expect(await stage.countEvents(first?.body["id"], "intent.opened")).toBe(1);
  expect(await stage.countEvents(first?.body["id"], "intent.claim")).toBe(1);
  const created = answers.filter(({ headers }) => headers.get("idempotent-replayed") === null);
  expect(created).toHaveLength(1);
  expect(created[0]?.status).toBe(201);
});

describe("two hundred submissions of one action with eight amounts", () => {
  const AMOUNTS = 8;
  const amountOf = (turn: number) => 10 + (turn % AMOUNTS);
  const asked = (tool: string) => (turn: number) => ({
    tool,
    args: { orderId: tool, amount: amountOf(turn) },
    run: "r",
    step: "s",
  });

  /** One intent; every submission is on record, and those with another amount say exactly how they differ. */
  async function expectOneIntentWithDrifts(tool: string): Promise<{ id: string; amount: number; kept: Kept[] }> {
    const intents = await stage.intentsOf(tool);
    expect(intents).toHaveLength(1);
    const { id, submission_count } = intents[0] as { id: string; submission_count: number };
    const kept = await stage.submissionsOf(id);
    expect([kept.length, submission_count]).toEqual([STORM_SIZE, STORM_SIZE]);
    const created = kept.filter(({ disposition }) => disposition === "created");
    expect(created).toHaveLength(1);
    const amount = Number(created[0]?.args.amount);
    for (const { args, disposition, differences } of kept) {
      if (args.amount === amount) {
        expect(differences).toEqual([]);
        expect(["created", "coalesced", "replayed"]).toContain(disposition);
      } else {
        expect(disposition).toBe("drifted");
        expect(differences).toMatchObject([{ pointer: "/amount", role: "material", old: amount, new: args.amount }]);
        expect(differences).toHaveLength(1);
      }
    }
    return { id, amount, kept };
  }

  test("under drift: coalesce the first amount runs once, everyone is told so, and the others are flagged", async () => {
    await stage.publish(ledgerContract("drift_coalesce", { duplicates: { drift: "coalesce" } }));
    const answers = await stage.storm(asked("drift_coalesce"));
    const { id, amount } = await expectOneIntentWithDrifts("drift_coalesce");
    expect(await stage.effectsOf("drift_coalesce")).toMatchObject([{ amount }]);
    answers.forEach(({ status, body }, turn) => {
      expect(body).toMatchObject({ id, state: "succeeded", args: { amount } });
      const drift = amountOf(turn) === amount ? undefined : true;
      expect([body["drift"], status === 200 || status === 201]).toEqual([drift, true]);
    });
  });

  test("under drift: refuse the other amounts are 422 with the difference, on record, and the first runs once", async () => {
    await stage.publish(ledgerContract("drift_refuse", { duplicates: { drift: "refuse" } }));
    const answers = await stage.storm(asked("drift_refuse"));
    const { id, amount, kept } = await expectOneIntentWithDrifts("drift_refuse");
    expect(await stage.effectsOf("drift_refuse")).toMatchObject([{ amount }]);
    for (const [turn, { status, body }] of answers.entries()) {
      const differences = [{ pointer: "/amount", old: amount, new: amountOf(turn) }];
      const refused = { status: 422, code: "idempotency_conflict", intentId: id, retriable: false, differences };
      expect(body).toMatchObject(amountOf(turn) === amount ? { id, state: "succeeded" } : refused);
      if (amountOf(turn) !== amount) expect(status).toBe(422);
    }
    const refused = kept.filter(({ refusal }) => refusal === "idempotency_conflict");
    expect(refused).toHaveLength(answers.filter(({ status }) => status === 422).length);
  });

  test("under drift: hold nothing runs before a person has chosen, and then exactly the chosen amount", async () => {
    await stage.publish(ledgerContract("drift_hold", { duplicates: { drift: "hold" }, policy: [{ then: "hold" }] }));
    const answers = await stage.storm(asked("drift_hold"), {});
    const { id } = await expectOneIntentWithDrifts("drift_hold");
    expect(await stage.effectsOf("drift_hold")).toEqual([]);
    for (const { status, body } of answers) expect([status, body["id"], body["state"]]).toEqual([202, id, "held"]);
    const { body: held } = await stage.product.asOperator("GET", `/api/v1/intents/${id}`);
    expect(held["hold"]).toMatchObject({ reasons: ["approval", "drift"], approvalsGiven: 0 });

    const wanted = answers.find(({ body }) => body["drift"] === true)?.body["submission"];
    const submissionId = (wanted as { id: string }).id;
    const [chosen] = (
      await stage.database.query("select args, args_digest from submissions where id = $1", [submissionId])
    ).rows;
    const decision = { verdict: "approve", argsDigest: chosen.args_digest, submissionId };
    expect(
      (await stage.webs[1].as(stage.product.operatorToken)("POST", `/intents/${id}/decisions`, decision)).status,
    ).toBe(200);
    const [ended] = await stage.storm(asked("drift_hold"));
    expect(ended?.body).toMatchObject({ id, state: "succeeded", args: chosen.args });
    expect(await stage.effectsOf("drift_hold")).toMatchObject([chosen.args]);
  });

  test("under drift: hold with a policy that clears, the storm races the worker, and still at most one amount runs", async () => {
    await stage.publish(ledgerContract("drift_race", { duplicates: { drift: "hold" } }));
    const answers = await stage.storm(asked("drift_race"), {});
    const { id, amount } = await expectOneIntentWithDrifts("drift_race");
    for (const { body } of answers) expect(body["id"]).toBe(id);
    await expect
      .poll(async () => (await stage.product.asOperator("GET", `/api/v1/intents/${id}`)).body["state"], {
        timeout: 20_000,
      })
      .toMatch(/held|succeeded/);
    const { body } = await stage.product.asOperator("GET", `/api/v1/intents/${id}`);
    const { rows: findings } = await stage.database.query("select data from findings where intent_id = $1", [id]);
    if (body["state"] === "held") {
      expect(body["hold"]).toMatchObject({ reasons: ["drift"] });
      expect([await stage.effectsOf("drift_race"), findings]).toEqual([[], []]);
      await stage.product.asOperator("POST", `/api/v1/intents/${id}/decisions`, {
        verdict: "approve",
        argsDigest: body["argsDigest"],
      });
    } else {
      // It had run when the others came: one finding for each amount that nobody had asked for before.
      expect(findings).toHaveLength(AMOUNTS - 1);
    }
    const { body: ended } = await stage.submit(0, asked("drift_race")(amount - 10));
    expect(ended).toMatchObject({ id, state: "succeeded", args: { amount } });
    expect(await stage.effectsOf("drift_race")).toMatchObject([{ amount }]);
  });
});

test("twenty things, each wanted by ten runs at once with two amounts, through two processes: of each one runs, and nine wait for a person", async () => {
  const THINGS = 20;
  await stage.publish(ledgerContract("pay_alike", { duplicates: { lookalike: "hold", variant: "hold" } }));
  const answers = await Promise.all(
    Array.from({ length: STORM_SIZE }, (_, turn) => {
      const [thing, run] = [turn >> 1, Math.floor(turn / THINGS)];
      const args = { orderId: `alike ${thing % THINGS}`, amount: 10 + (run % 2) };
      return stage.submit(turn, { tool: "pay_alike", args, run: `run ${turn}`, step: "s" }, {});
    }),
  );
  const held = answers.flatMap(({ body }) => (body["state"] === "held" ? [body["hold"] as { reasons: string[] }] : []));
  expect(held).toHaveLength(STORM_SIZE - THINGS);
  for (const { reasons } of held) expect(["lookalike", "variant", "lookalike variant"]).toContain(reasons.join(" "));
  const cleared = answers.flatMap(({ body }) => (body["state"] === "held" ? [] : [body["args"]]));
  const runs = async () => (await stage.product.effects()).map(({ body }) => body).filter(isAlike);
  const isAlike = (body: Record<string, unknown>) => String(body["orderId"]).startsWith("alike ");
  await expect.poll(async () => (await runs()).length, { timeout: 20_000 }).toBe(THINGS);
  expect(await runs()).toEqual(expect.arrayContaining(cleared));
  expect(new Set((await runs()).map(({ orderId }) => orderId)).size).toBe(THINGS);
});

test("one caller's key, used at once in two namespaces for two things each: in each it belongs to one thing, and neither hears of the other", async () => {
  const tool = "pay_by_caller_key";
  await stage.publish(ledgerContract(tool));
  const stranger = await stage.product.asOperator("POST", "/api/v1/agents", {
    name: "stranger",
    namespace: "elsewhere",
  });
  const agents = [stage.product.agentKey, String(stranger.body["key"])];
  const answers = await Promise.all(
    Array.from({ length: STORM_SIZE / 2 }, async (_, turn) => {
      const namespace = turn % 2;
      const thing = turn % 4 < 2 ? "left" : "right";
      const args = { orderId: `${thing} ${namespace}`, amount: 5 };
      const call = stage.webOf(turn >> 2).as(agents[namespace] ?? "");
      const answer = await call("POST", "/intents", { tool, args }, { ...WAIT, "idempotency-key": "the same" });
      return { namespace, thing, answer };
    }),
  );
  const words = [0, 1].map((namespace) => {
    const own = answers.filter((one) => one.namespace === namespace);
    const taken = own.filter(({ answer }) => answer.status < 300);
    const [winner] = taken;
    expect(new Set(taken.map(({ thing }) => thing)).size).toBe(1);
    expect(new Set(taken.map(({ answer }) => answer.body["id"])).size).toBe(1);
    for (const { thing, answer } of own) {
      if (thing === winner?.thing) expect(answer.body).toMatchObject({ state: "succeeded" });
      else {
        const intentId = winner?.answer.body["id"];
        expect(answer.body).toMatchObject({ status: 422, code: "idempotency_key_reused", retriable: false, intentId });
        expect(JSON.stringify(answer.body)).not.toContain(String(winner?.answer.body["effectId"]));
      }
    }
    return { id: String(winner?.answer.body["id"]), told: JSON.stringify(own.map(({ answer }) => answer.body)) };
  });
  expect(words[0]?.told).not.toContain(words[1]?.id);
  expect(words[1]?.told).not.toContain(words[0]?.id);
  expect(await stage.intentsOf(tool)).toHaveLength(2);
  const things = (await stage.product.effects()).map(({ body }) => String(body["orderId"]));
  expect(things.filter((thing) => /^(left|right) [01]$/.test(thing))).toHaveLength(2);
});

describe("a contract published in the middle of a storm", () => {
  const tool = "pay_moving";
  const WAVE_SIZE = 80;
  const NEW_ORDERS = 5;
  const args = {
    type: "object",
    required: ["orderId", "customer", "amount"],
    properties: { orderId: { type: "string" }, customer: { type: "string" }, amount: { type: "number" } },
  };
  const byOrder = { "/orderId": { role: "identity", as: "id" }, "/amount": { role: "material", as: "decimal" } };
  const VERSIONS: ContractText[] = [
    { fields: { ...byOrder, "/customer": { role: "identity", as: "id" } } },
    { fields: { "/customer": { role: "identity", as: "text" }, "/amount": { role: "identity", as: "decimal" } } },
    { fields: { ...byOrder, "/customer": { role: "identity", as: "code" } }, key: { scope: "run", window: "7d" } },
    { fields: byOrder, key: { scope: "business", window: "7d" } },
    { fields: byOrder },
  ];
  // One tool call of an orchestrator each; its retries are the same call. Some orchestrators name a key.
  const call = (turn: number, order: number, headers: Record<string, string> = {}) =>
    stage.submit(
      turn,
      {
        tool,
        args: { orderId: `moving-${order}`, customer: `Customer ${order}`, amount: 5 + order },
        run: `run-${order}`,
        step: "pay",
      },
      order % 2 === 0 ? { ...headers, "idempotency-key": `call-${order}` } : headers,
    );

  test("with other identity fields, scope and normalisers lets nobody run twice, and every retry joins its own", async () => {
    await stage.publish(ledgerContract(tool, { args, fields: byOrder }));
    const ids = new Map<number, Set<unknown>>();
    const retry = async (turn: number, order: number, headers?: Record<string, string>) => {
      const { status, body } = await call(turn, order, headers);
      expect(`${status} ${body["code"] ?? ""}`).toMatch(/^20[012] $/);
      ids.set(order, (ids.get(order) ?? new Set()).add(body["id"]));
    };
    for (const [wave, version] of VERSIONS.entries()) {
      const orders = NEW_ORDERS * (wave + 1);
      const half = (offset: number) =>
        Array.from({ length: WAVE_SIZE / 2 }, (_, turn) => retry(turn, (turn + offset) % orders));
      const before = half(0);
      const published = stage.webOf(wave).as(stage.product.operatorToken)(
        "PUT",
        `/contracts/${tool}`,
        ledgerContract(tool, { args, ...version }),
      );
      await Promise.all([...before, ...half(WAVE_SIZE / 2)]);
      expect(await published).toMatchObject({ status: 201, body: { version: wave + 2 } });
    }
    const all = [...ids.keys()];
    await Promise.all(all.flatMap((order) => [retry(0, order, WAIT), retry(1, order, WAIT)]));

    expect(all).toHaveLength(NEW_ORDERS * VERSIONS.length);
    for (const order of all) {
      expect([order, ids.get(order)?.size, (await stage.effectsOf(`moving-${order}`)).length]).toEqual([order, 1, 1]);
    }
    expect(await stage.intentsOf(tool)).toHaveLength(all.length);
  });
});
