// The dry run: says everything to operators, no thresholds to agents, and writes nothing.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ask, duplicates, elsewhere } from "./support/contract";
import { type Body, Stage } from "./support/stage";
import { bring, STATES } from "./support/states";

let stage: Stage;
let agentId: string;
beforeAll(async () => {
  stage = await Stage.open();
  agentId = (await stage.demoAgent()).id;
});
afterAll(() => stage.close());

/** Every row of every table, as one digest a table; only "last used" may move by itself. */
async function contents(): Promise<Record<string, string>> {
  const tables = await stage.sql<{ name: string }>(
    "select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'",
  );
  const found: Record<string, string> = {};
  for (const { name } of tables) {
    const [row] = await stage.sql<{ digest: string }>(
      `select md5(coalesce(string_agg((to_jsonb(t) - 'last_used_at')::text, '' order by (to_jsonb(t) - 'last_used_at')::text), '')) as digest from "${name}" t`,
    );
    found[name] = row?.digest ?? "";
  }
  return found;
}

test("it writes nothing, whatever it is asked and whatever it would meet", async () => {
  const [tool, things] = [
    await stage.tool(duplicates({ lookalike: "hold", variant: "hold" })),
    new Map<string, string>(),
  ];
  for (const state of STATES) {
    const thing = stage.thing();
    things.set(state, thing);
    await bring(stage, ask(tool, thing), state);
  }
  const before = await contents();
  for (const thing of things.values()) {
    for (const body of [
      ask(tool, thing),
      ask(tool, thing, { amount: 90 }),
      elsewhere(tool, thing),
      elsewhere(tool, thing, { amount: 90 }),
    ]) {
      expect((await stage.explain(body, { "idempotency-key": thing })).status).toBe(200);
      expect((await stage.explainAsOperator(body)).status).toBe(200);
    }
  }
  await stage.explain({ ...ask(tool, "x"), contractVersion: 9 });
  await stage.explain(ask(tool, "x", { amount: "?" }));
  expect(await contents()).toEqual(before);
});

test("it waits for nobody: what it would join may be locked meanwhile", async () => {
  const [tool, thing] = [await stage.shared(), stage.thing()];
  const id = await bring(stage, ask(tool, thing), "held");
  await stage.db.transaction(async (tx) => {
    await tx.$queryRawUnsafe("select id from intents where id = $1 for update", id);
    expect((await stage.explain(ask(tool, thing, { amount: 90 }))).body).toMatchObject({ joins: { intentId: id } });
  });
});

describe("an operator sees every step", () => {
  test("each field, the parts, the key, the fingerprint, the rules, the limits, the verdict", async () => {
    const limits = [{ per: "tool", sum: "/amount", max: 100, window: "24h" }];
    const tool = await stage.tool({ limits });
    await stage.submit(ask(tool, stage.thing(), { amount: 30 }));
    const thing = stage.thing();
    const body = ask(tool, ` ${thing}`, { amount: "$80", note: "n" });
    const { status, body: told } = await stage.explainAsOperator({ ...body, agent: agentId });
    expect(status).toBe(200);
    expect(told).toMatchObject({
      tool,
      contractVersion: 1,
      mode: "enforce",
      args: { id: ` ${thing}`, amount: "$80", note: "n", plan: "clear" },
      disposition: "created",
      joins: null,
      resembles: [],
      verdict: "hold",
      hold: { reasons: ["limit"] },
      refusal: null,
      rule: "plan clears",
      limits: [
        {
          money: { currency: "USD", fractionDigits: 2 },
          used: "3000",
          amount: "8000",
          max: "10000",
          over: "hold",
          exceeded: true,
        },
      ],
      grantId: null,
    });
    expect(told["fields"]).toEqual(
      expect.arrayContaining([
        { pointer: "/id", role: "identity", as: "id", raw: ` ${thing}`, normalised: thing },
        {
          pointer: "/amount",
          role: "material",
          as: "money",
          raw: "$80",
          normalised: { minor: "8000", currency: "USD" },
          amount: { value: "80", currency: "USD" },
        },
        { pointer: "/note", role: "incidental", as: expect.any(String), raw: "n", normalised: "n" },
      ]),
    );
    expect(told["keyParts"]).toEqual({
      scope: "step",
      namespace: "default",
      tool,
      context: { run: "run-1", step: "step-1", occurrence: 1 },
      identity: { "/id": thing },
      generation: 1,
    });
    expect(told["rules"]).toMatchObject([
      { rule: "plan clears", when: 'args.plan == "clear"', then: "clear", result: "match" },
      { rule: "plan refuses", result: "not_asked" },
      ...Array.from({ length: 4 }, () => ({ result: "not_asked" })),
    ]);
    const { key, fingerprint } = await stage.row((await stage.submit(body)).body["id"]);
    expect(told).toMatchObject({ key, fingerprint });
  });

  test("a condition that fails says how", async () => {
    const { body } = await stage.explainAsOperator(ask(await stage.shared(), stage.thing(), { plan: "break" }));
    const failed = (body["rules"] as Body[]).find(({ result }) => result === "error");
    expect(failed).toMatchObject({ rule: "plan breaks", message: expect.stringContaining("nowhere") });
    expect(body).toMatchObject({ verdict: "hold" });
  });

  test("for a namespace and an agent of their choice", async () => {
    const [tool, thing] = [
      await stage.tool({ policy: [{ when: 'agent.labels.tier == "trusted"', then: "clear" }, { then: "hold" }] }),
      stage.thing(),
    ];
    const agent = await stage.agent({ namespace: "far", labels: { tier: "trusted" } });
    const explain = async (more: Body) => (await stage.explainAsOperator({ ...ask(tool, thing), ...more })).body;
    expect(await explain({})).toMatchObject({ verdict: "hold", keyParts: { namespace: "default" } });
    expect(await explain({ namespace: "far" })).toMatchObject({ verdict: "hold", keyParts: { namespace: "far" } });
    expect(await explain({ agent: agent.id })).toMatchObject({ verdict: "clear", keyParts: { namespace: "far" } });
    expect((await stage.explainAsOperator({ ...ask(tool, thing), agent: "agt_nobody" })).status).toBe(404);
  });

  test("the key of the generation that it would join, or be refused because of", async () => {
    for (const same of ["coalesce", "refuse"]) {
      const [tool, thing] = [await stage.shared(duplicates({ same })), stage.thing()];
      await bring(stage, ask(tool, thing), "denied");
      const second = String((await stage.submit(ask(tool, thing, { amount: 90 }))).body["id"]);
      const { body } = await stage.explainAsOperator(ask(tool, thing, { amount: 90 }));
      const { key } = await stage.row(second);
      expect(body).toMatchObject({ key, keyParts: { generation: 2 }, joins: { intentId: second } });
    }
  });
});

describe("an agent", () => {
  test("sees fields, what it would join and the verdict, but neither key nor rules", async () => {
    const tool = await stage.tool({ limits: [{ per: "tool", count: true, max: 0, window: "24h" }] });
    const { body } = await stage.explain(ask(tool, stage.thing()));
    expect(body).toMatchObject({ verdict: "hold", hold: { reasons: ["limit"] }, fields: expect.any(Array) });
    for (const name of ["key", "fingerprint", "rule", "rules", "limits", "grantId", "observed"]) {
      expect(body).not.toHaveProperty(name);
    }
  });

  test("can only ask for itself", async () => {
    const body = ask(await stage.shared(), stage.thing());
    for (const more of [{ namespace: "other" }, { agent: "agt_other" }]) {
      expect(await stage.explain({ ...body, ...more })).toMatchObject({ status: 403 });
    }
    expect((await stage.explain({ ...body, namespace: "default", agent: agentId })).status).toBe(200);
  });

  test("sees nothing of another namespace's intents", async () => {
    const [tool, thing] = [await stage.shared(duplicates({ lookalike: "hold" })), stage.thing()];
    await stage.submit(ask(tool, thing));
    const stranger = await stage.agent({ namespace: "blind" });
    for (const body of [ask(tool, thing), elsewhere(tool, thing)]) {
      const answer = await stranger.call("POST", "/explain", body);
      expect(answer.body).toMatchObject({ disposition: "created", joins: null, resembles: [] });
    }
  });
});

const UNKNOWN_MEMBER = "an unknown member";
/** Explain takes what submit takes and a little more, so the names that there are differ. */
const withoutNames = (body: unknown) => JSON.parse(JSON.stringify(body).replace(/ There are: [^"]*/, "")) as unknown;

describe("bad input is answered as submit answers it", () => {
  const cases: [string, (tool: string) => Body][] = [
    ["args against the schema", (tool) => ask(tool, "x", { colour: 1 })],
    ["a value that cannot be normalised", (tool) => ask(tool, "x", { amount: "1.250,00" })],
    ["no key", (tool) => ask(tool, "x", {}, {})],
    ["an unknown tool", () => ask("nobody_made_it", "x")],
    ["an unknown version", (tool) => ({ ...ask(tool, "x"), contractVersion: 99 })],
    [UNKNOWN_MEMBER, (tool) => ({ ...ask(tool, "x"), approved: true })],
    ["args that are no object", (tool) => ({ tool, args: [], run: "r", step: "s" })],
    ["a callback that is not allowed", (tool) => ({ ...ask(tool, "x"), callbackUrl: "https://evil.example/x" })],
    ["half a character", (tool) => ask(tool, "\ud800")],
  ];
  test.each(cases)("%s", async (name, bodyOf) => {
    const body = bodyOf(await stage.shared());
    const [told, done] = [await stage.explain(body), await stage.submit(body)];
    expect(done.status).toBeGreaterThanOrEqual(400);
    expect(told.status).toBe(done.status);
    const compared = name === UNKNOWN_MEMBER ? withoutNames : (body: unknown) => body;
    expect(compared(told.body)).toEqual(compared(done.body));
  });

  test("a caller's key that is none, and one that belongs to another thing", async () => {
    const tool = await stage.shared();
    for (const call of [stage.explain.bind(stage), stage.submit.bind(stage)]) {
      expect(await call(ask(tool, "x"), { "idempotency-key": '""' })).toMatchObject({ status: 400 });
    }
    const headers = { "idempotency-key": stage.thing() };
    const first = await stage.submit(ask(tool, stage.thing()), headers);
    const { body } = await stage.explain(ask(tool, stage.thing()), headers);
    expect(body).toMatchObject({
      verdict: "refuse",
      refusal: "idempotency_key_reused",
      joins: { intentId: first.body["id"] },
    });
  });
});

test("a pause of the agent whose intent it would join is told", async () => {
  const [tool, thing] = [await stage.tool(), stage.thing()];
  const other = await stage.agent();
  await other.call("POST", "/intents", ask(tool, thing));
  const pause = await stage.product.asOperator("POST", `/api/v1/agents/${other.id}/pause`, { reason: "look at it" });
  expect(pause.status).toBeLessThan(300);
  expect((await stage.explain(ask(tool, thing))).body).toMatchObject({ paused: true });
  expect((await stage.explain(ask(tool, stage.thing()))).body).toMatchObject({ paused: false });
});
