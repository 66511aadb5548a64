// The Key Lab: what a changed contract would have made of what is on record.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { stringify } from "yaml";
import { makeContractCatalog } from "@/lib/application/contract-catalog";
import { makeReplayContract } from "@/lib/application/replay-contract";
import { firstIdAt } from "@/lib/domain/id";
import { eraseArgsSql, unguarded } from "@/tests/support/journal-rows";
import { ask, contract, duplicates, elsewhere, FIELDS, POLICY } from "../gate/support/contract";
import { type Body, Stage } from "../gate/support/stage";

type Tally = { count: number; examples: (Body & { was: Body; would: Body; differs: string[] })[] };
type Replay = { differences: Record<string, Tally>; submissions: Body; [more: string]: unknown };

let stage: Stage;
beforeAll(async () => {
  stage = await Stage.open();
});
afterAll(() => stage.close());

async function replay(tool: string, more: Body, range: Body = {}): Promise<Replay> {
  const body = { contract: contract(tool, more), ...range };
  const answer = await stage.product.asOperator("POST", `/api/v1/contracts/${tool}/replay`, body);
  expect(answer).toMatchObject({ status: 200 });
  return answer.body as unknown as Replay;
}

function counts({ differences }: Replay): Record<string, number> {
  const found = Object.entries(differences).filter(([, { count }]) => count > 0);
  return Object.fromEntries(found.map(([kind, { count }]) => [kind, count]));
}

const idOf = ({ body }: { body: Body }) => String(body["id"]);

describe("differences come from the change of the contract", () => {
  test("business scope instead of step merges what two runs asked for", async () => {
    const tool = await stage.tool();
    const first = idOf(await stage.submit(ask(tool, "m1")));
    await stage.submit(elsewhere(tool, "m1"));
    await stage.submit(elsewhere(tool, "m1", { amount: 90 }));
    await stage.submit(ask(tool, "m2"));
    const told = await replay(tool, { key: { scope: "business", window: "1h" } });
    // The third was a drift of the second before, and is one of the first now.
    expect(counts(told)).toEqual({ merged: 1, notLookalike: 1 });
    expect(told.keysChange).toBe(true);
    expect(told.comparedWith).toMatchObject({ version: 1 });
    const [example] = told.differences["merged"]?.examples ?? [];
    expect(example).toMatchObject({ was: { fate: "opened" }, would: { fate: "joined", intentId: first } });
    expect(example?.differs).toEqual(["run"]);
  });

  test("what was asked for before it was opened again may still be chosen, and is what runs from then on", async () => {
    const tool = await stage.tool();
    const submitted = await stage.submit(ask(tool, "c1", { plan: "hold", amount: 80 }));
    const id = idOf(submitted);
    await stage.outlastHold(id);
    await stage.sweep();
    await stage.submit(ask(tool, "c1", { plan: "hold", amount: 90 }));
    const [first] = await stage.submissions(id);
    expect(await stage.approve(id, { submissionId: first?.["id"] })).toMatchObject({ status: 200 });
    const again = await stage.submit(ask(tool, "c1", { plan: "hold", amount: 80 }));
    expect(again.body).toMatchObject({ id, submission: { disposition: "coalesced" } });
    const told = await replay(tool, {});
    expect(told["notReproduced"]).toEqual([]);
    expect(counts(told)).toEqual({});
  });

  test("a hold whose time is over has ended, whether or not anybody marked it before the next submission", async () => {
    const policy = [{ name: "a second", then: "hold", expiresIn: "1s" }];
    const tool = await stage.tool({ policy });
    const id = idOf(await stage.submit(ask(tool, "o1")));
    const isOver = `select hold_expires_at < clock_timestamp() as over from intents where id = $1`;
    await expect.poll(async () => (await stage.sql<{ over: boolean }>(isOver, id))[0]?.over).toBe(true);
    // Nothing resembles it, and the same action is opened again.
    expect((await stage.submit(elsewhere(tool, "o1"))).body).toMatchObject({ submission: { disposition: "created" } });
    const again = await stage.submit(ask(tool, "o1", { amount: 90 }));
    expect(again.body).toMatchObject({ id, submission: { disposition: "reopened" } });
    const told = await replay(tool, { policy });
    expect(told["notReproduced"]).toEqual([]);
    expect(counts(told)).toEqual({});
  });

  test("one more identity field splits what was one action", async () => {
    const tool = await stage.tool();
    const first = idOf(await stage.submit(ask(tool, "s1", { memo: "rent" })));
    await stage.submit(ask(tool, "s1", { memo: "rent" }));
    await stage.submit(ask(tool, "s1", { memo: "deposit" }));
    await stage.submit(ask(tool, "s1", { memo: "deposit" }));
    const told = await replay(tool, { fields: { ...FIELDS, "/memo": { role: "identity", as: "text" } } });
    expect(counts(told)).toMatchObject({ split: 1, moved: 1, notDrifted: 2 });
    const [example] = told.differences["split"]?.examples ?? [];
    expect(example).toMatchObject({
      intentId: first,
      was: { fate: "joined", drifted: true },
      would: { fate: "opened" },
    });
    expect(example?.differs).toEqual(["/memo"]);
  });

  test("what was cleared would be held by another policy, under the rule that is named", async () => {
    const tool = await stage.tool();
    await stage.submit(ask(tool, "p1"));
    await stage.submit(ask(tool, "p2", { amount: 5 }));
    const policy = [{ name: "large ones", when: "args.amount > 50", then: "hold", approvals: 2 }, ...POLICY];
    const told = await replay(tool, { policy });
    expect(counts(told)).toEqual({ held: 1 });
    expect(told.keysChange).toBe(false);
    expect(told.differences["held"]?.examples[0]).toMatchObject({
      was: { verdict: "clear", rule: "plan clears" },
      would: { verdict: "hold", rule: "large ones", reasons: ["approval"], approvals: { needed: 2 } },
    });
  });

  test("what was held would be cleared or refused, and a quorum that grows is told", async () => {
    const tool = await stage.tool();
    for (const plan of ["hold", "two", "refuse"]) await stage.submit(ask(tool, `q-${plan}`, { plan }));
    const policy = [
      { name: "no more two", when: 'args.plan == "two"', then: "refuse" },
      { name: "refused before", when: 'args.plan == "refuse"', then: "clear" },
      { name: "three", then: "hold", approvals: 3 },
    ];
    expect(counts(await replay(tool, { policy }))).toEqual({ cleared: 1, refused: 1, otherApprovals: 1 });
  });

  test("a material field that becomes incidental drifts no more", async () => {
    const tool = await stage.tool();
    await stage.submit(ask(tool, "d1", { memo: "one" }));
    await stage.submit(ask(tool, "d1", { memo: "two" }));
    const told = await replay(tool, { fields: { ...FIELDS, "/memo": { role: "incidental" } } });
    expect(counts(told)).toEqual({ notDrifted: 1, cleared: 1 });
    const [example] = told.differences["notDrifted"]?.examples ?? [];
    expect(example).toMatchObject({ was: { disposition: "drifted" }, would: { disposition: "coalesced" } });
  });

  test("duplicate rules: look-alikes would be held, repeats refused, a missing key named", async () => {
    const tool = await stage.tool();
    await stage.submit(ask(tool, "l1"));
    await stage.submit(elsewhere(tool, "l1"));
    await stage.submit(elsewhere(tool, "l1"));
    expect(counts(await replay(tool, duplicates({ lookalike: "hold", same: "refuse" })))).toEqual({
      held: 1,
      duplicateRefused: 1,
    });
    expect(counts(await replay(tool, { key: { scope: "session", window: "1h" } }))).toEqual({ keyRequired: 3 });
  });

  test("args that the changed schema would turn away are told with their pointers", async () => {
    const tool = await stage.tool();
    await stage.submit(ask(tool, "i1", { memo: "a very long memo" }));
    await stage.submit(ask(tool, "i2"));
    const { args } = contract(tool) as { args: { properties: Body } };
    const properties = { ...args.properties, memo: { type: "string", maxLength: 4 } };
    const told = await replay(tool, { args: { ...args, properties } });
    expect(counts(told)).toEqual({ invalid: 1 });
    expect(told.differences["invalid"]?.examples[0]).toMatchObject({
      would: { fate: "invalid", errors: [{ pointer: "/memo" }] },
    });
  });

  test("limits are counted again, from what would have been cleared", async () => {
    const tool = await stage.tool();
    for (const id of ["c1", "c2", "c3"]) await stage.submit(ask(tool, id));
    const limits = [{ per: "tool", count: true, max: 2, window: "1h", over: "hold" }];
    const told = await replay(tool, { limits });
    expect(counts(told)).toEqual({ held: 1 });
    expect(told.differences["held"]?.examples[0]).toMatchObject({ would: { reasons: ["limit"] } });
  });

  test("a grant speaks again for what it spoke for", async () => {
    const tool = await stage.tool();
    const where = { "/amount": { lte: 100 } };
    const expiresAt = new Date(Date.now() + 3_600_000).toISOString();
    await stage.product.asOperator("POST", "/api/v1/grants", {
      tool,
      where,
      expiresAt,
      usesMax: 1,
      namespace: "default",
    });
    const { body } = await stage.submit(ask(tool, "g1", { plan: "hold" }));
    expect(body).toMatchObject({ state: "cleared" });
    await stage.submit(ask(tool, "g2", { plan: "hold" }));
    const told = await replay(tool, {});
    expect(counts(told)).toEqual({});
    expect(told.submissions).toMatchObject({ compared: 2, leftOut: { notReproduced: 0 } });
  });
});

describe("what is compared", () => {
  test("what was judged by an earlier version is compared with what the active one makes of it", async () => {
    const tool = await stage.tool();
    await stage.submit(ask(tool, "v1", { plan: "hold" }));
    await stage.publish(tool, { policy: [{ then: "clear" }] });
    await stage.submit(ask(tool, "v2"));
    const unchanged = await replay(tool, { policy: [{ then: "clear" }] });
    expect(counts(unchanged)).toEqual({});
    expect(unchanged.submissions).toMatchObject({ compared: 2, underEarlierVersions: 1 });
    expect(counts(await replay(tool, {}))).toEqual({ held: 1 });
  });

  test("submissions whose args were erased are left out and counted, and no difference is made of what hung on them", async () => {
    const tool = await stage.tool();
    const id = idOf(await stage.submit(ask(tool, "e1")));
    await stage.submit(ask(tool, "e1"));
    await stage.submit(ask(tool, "e2"));
    await stage.sql(eraseArgsSql("select min(event_id) from submissions where intent_id = $1"), id);
    const told = await replay(tool, { key: { scope: "business", window: "1h" } });
    expect(told.submissions).toMatchObject({ read: 3, compared: 1, leftOut: { erased: 1, notReproduced: 1 } });
    expect(counts(told)).toEqual({});
  });

  test("what lies before the range is lived through, not counted", async () => {
    const tool = await stage.tool();
    await stage.submit(ask(tool, "r1"));
    const { body } = await stage.submit(ask(tool, "r1"));
    const [row] = await stage.sql<{ at: Date }>(
      "select max(received_at) as at from submissions where intent_id = $1",
      String(body["id"]),
    );
    const from = row?.at.toISOString();
    const told = await replay(tool, { key: { scope: "business", window: "1h" } }, { from });
    expect(told.submissions).toMatchObject({ read: 1, compared: 1, before: { read: 1, isCut: false } });
    expect(counts(told)).toEqual({});
    expect(counts(await replay(tool, { ...duplicates({ same: "refuse" }) }, { from }))).toEqual({
      duplicateRefused: 1,
    });
  });

  test("what two namespaces ask for is never one action, whatever the scope, the keys and the limits", async () => {
    const tool = await stage.tool();
    const other = await stage.agent({ namespace: "other-house" });
    const headers = { "idempotency-key": `${tool}-k` };
    for (const body of [ask(tool, "n1"), elsewhere(tool, "n1")]) {
      await stage.submit(body);
      expect(await other.call("POST", "/intents", body)).toMatchObject({ status: 202 });
    }
    await stage.submit(ask(tool, "n2"), headers);
    expect(await other.call("POST", "/intents", ask(tool, "n3"), headers)).toMatchObject({ status: 202 });
    const limits = [{ per: "tool", count: true, max: 3, window: "1h", over: "hold" }];
    const told = await replay(tool, { key: { scope: "business", window: "1h" }, limits });
    // Each namespace's own second one joins its own first one.
    expect(counts(told)).toEqual({ merged: 2, notLookalike: 2 });
    expect(told.submissions).toMatchObject({ read: 6, compared: 6 });
    const ours = await replay(tool, { key: { scope: "business", window: "1h" } }, { namespace: "other-house" });
    expect(counts(ours)).toEqual({ merged: 1, notLookalike: 1 });
  });

  test("another namespace is another record", async () => {
    const tool = await stage.tool();
    await stage.submit(ask(tool, "n1"));
    expect((await replay(tool, {}, { namespace: "elsewhere" })).submissions).toMatchObject({ read: 0 });
    expect((await replay(tool, {}, { namespace: "default" })).submissions).toMatchObject({ read: 1 });
  });
});

describe("what is too much for one replay", () => {
  test("stops at an instant from which the next goes on, and says that it knows less of what was before", async () => {
    const tool = await stage.tool();
    const at: string[] = [];
    for (let count = 0; count < 5; count += 1) {
      const { body } = await stage.submit(ask(tool, `b${count}`));
      const [row] = await stage.sql<{ at: Date }>(
        "select received_at as at from submissions where intent_id = $1",
        body["id"],
      );
      at.push(String(row?.at.toISOString()));
      // The next one comes in another millisecond.
      await stage.sql("select pg_sleep(0.002)::text");
    }
    const { db } = stage;
    const bounds = { submissionsMax: 3, beforeMax: 2 };
    const take = makeReplayContract({ db, catalog: makeContractCatalog(db), bounds });
    const text = JSON.stringify(contract(tool));
    const input = { tool, text, format: "json", toMs: null, namespace: null, examplesMax: 1 } as const;
    const run = (fromMs: number | null) => take({ ...input, fromMs }, () => undefined, new AbortController().signal);
    const first = await run(null);
    expect(first).toMatchObject({ readCount: 3, cutAtMs: Date.parse(String(at[3])), isBeforeCut: false });
    const rest = await run(first.cutAtMs);
    expect(rest).toMatchObject({ readCount: 2, cutAtMs: null });
    expect(first.result.comparedCount + rest.result.comparedCount).toBe(5);
    // Three of them long before the range, of which two are read.
    const earlier = Date.now() - 3_600_000;
    await unguarded(
      (...asked) => stage.sql(...asked),
      () =>
        stage.sql(
          `update journal j set at = to_timestamp($2 / 1000.0), id = left($3, 17) || lpad(right(j.id, 13), 13, '0')
         from intents i where i.id = j.intent_id and i.tool = $1 and j.type = 'submission.recorded' and j.at < $4`,
          tool,
          earlier,
          firstIdAt("evt", earlier),
          new Date(String(at[3])),
        ),
    );
    expect(await run(Date.now() - 1_800_000)).toMatchObject({ readCount: 2, beforeCount: 2, isBeforeCut: true });
  });
});

describe("the call", () => {
  const correctiveAction = "Correct what `errors` names and replay it again.";

  test("a contract that publishing refuses is refused in the same words, and asked for in a further replay", async () => {
    const tool = await stage.tool();
    const bad = [
      ...["tool: [", "", "null", "42", "- tool", "a: &a [*a]", "a: \u0000", "!a ".repeat(60_000)],
      stringify({ ...contract(tool), colour: "red" }),
      stringify(contract("another_tool")),
      stringify(contract(tool, { policy: [{ when: "args.nope +", then: "clear" }] })),
    ];
    for (const text of bad) {
      const headers = { "content-type": "application/yaml" };
      const published = await stage.product.asOperator("PUT", `/api/v1/contracts/${tool}`, text, headers);
      const replayed = await stage.product.asOperator("POST", `/api/v1/contracts/${tool}/replay`, text, headers);
      expect(published.status).toBe(422);
      const body = { ...published.body, correctiveAction };
      expect(replayed).toMatchObject({ status: 422, body });
      const within = await stage.product.asOperator("POST", `/api/v1/contracts/${tool}/replay`, { contract: text });
      expect(within).toMatchObject({ status: 422, body });
    }
  });

  test("so is one that is written as JSON, as a text or as an object", async () => {
    const tool = await stage.tool();
    const path = `/api/v1/contracts/${tool}`;
    const json = { "content-type": "application/json" };
    const written = JSON.stringify(contract(tool));
    const twice = `${written.slice(0, -1)},"undo":"2h"}`;
    const inexact = written.replace('"undo":"1h"', '"undo":"1h","limits":[{"max":9007199254740993}]');
    for (const text of ["{", '{"tool":', twice, inexact]) {
      const { status, body } = await stage.product.asOperator("PUT", path, text, json);
      expect({ status, code: body["code"] }).toEqual({ status: 422, code: "invalid_contract" });
      const replayed = await stage.product.asOperator("POST", `${path}/replay`, { contract: text, format: "json" });
      expect(replayed).toMatchObject({ status: 422, body: { ...body, correctiveAction } });
    }
    for (const text of [twice, inexact]) {
      const { body } = await stage.product.asOperator("PUT", path, text, json);
      const replayed = await stage.product.asOperator("POST", `${path}/replay`, `{"contract":${text}}`, json);
      expect(replayed).toMatchObject({ status: 422, body: { code: "invalid_contract", correctiveAction } });
      const pointers = (answer: Body) => (answer["errors"] as Body[]).map(({ pointer }) => pointer);
      expect(pointers(replayed.body)).toEqual(pointers(body));
    }
    for (const text of ["{", "[]", '{"contract":[]}', '{"contract":null}', written]) {
      const replayed = await stage.product.asOperator("POST", `${path}/replay`, text, json);
      expect(replayed).toMatchObject({ status: 400, body: { code: "invalid_request" } });
    }
  });

  test("who asks for a stream is refused before it begins, with the same answer and no stream", async () => {
    const tool = await stage.tool();
    const headers = { "content-type": "application/yaml", accept: "application/x-ndjson" };
    const answer = await stage.product.asOperator("POST", `/api/v1/contracts/${tool}/replay`, "tool: [", headers);
    expect(answer).toMatchObject({ status: 422, body: { code: "invalid_contract", correctiveAction } });
    expect(answer.headers.get("content-type")).toContain("application/problem+json");
    // It has not taken the place of another.
    expect(await replay(tool, {})).toMatchObject({ submissions: { read: 0 } });
  });

  test("the contract itself may be the body, as for publishing, and nothing is written", async () => {
    const tool = await stage.tool();
    await stage.submit(ask(tool, "w1"));
    const tables = ["contract_versions", "intents", "submissions", "decisions", "audit_events", "findings"];
    const before = await Promise.all(tables.map((table) => stage.count(table)));
    const viewer = await stage.operator("viewer");
    const people = await Promise.all(tables.map((table) => stage.count(table)));
    const text = stringify(contract(tool, { key: { scope: "business", window: "2h" } }));
    const headers = { "content-type": "application/yaml" };
    const { status, body } = await viewer("POST", `/contracts/${tool}/replay?limit=0`, text, headers);
    expect({ status, body }).toMatchObject({ status: 200, body: { tool, keysChange: true, submissions: { read: 1 } } });
    expect(await Promise.all(tables.map((table) => stage.count(table)))).toEqual(people);
    expect(people.slice(0, 3)).toEqual(before.slice(0, 3));
  });

  test("no such tool, an empty range, agents", async () => {
    const tool = await stage.tool();
    const at = (name: string) => `/api/v1/contracts/${name}/replay`;
    const body = { contract: contract(tool) };
    expect(await stage.product.asOperator("POST", at("nobodys_tool"), body)).toMatchObject({ status: 404 });
    const range = { from: "2030-01-01T00:00:00Z" };
    expect(await stage.product.asOperator("POST", at(tool), { ...body, ...range })).toMatchObject({ status: 400 });
    const ever = { from: "0000-01-01T00:00:00+14:00" };
    expect(await stage.product.asOperator("POST", at(tool), { ...body, ...ever })).toMatchObject({
      status: 200,
      body: { range: { from: "1970-01-01T00:00:00.000Z" } },
    });
    expect(await stage.product.asAgent("POST", at(tool), body)).toMatchObject({ status: 403 });
  });
});
