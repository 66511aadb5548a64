// What comes after an erasure, or at the same time, leaves nothing behind that could not be erased as well.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeContractCatalog } from "@/lib/application/contract-catalog";
import { probeDoubt } from "@/lib/application/probe-doubt";
import { runErasures } from "@/lib/application/run-erasures";
import { giveUpCallback, markCallbackDelivered } from "@/lib/store/callbacks";
import { digestLock } from "@/lib/store/locks";
import { ask, duplicates, FIELDS } from "./gate/support/contract";
import { type Body, Stage } from "./gate/support/stage";
import { alignDue } from "./support/align-due";
import { unguarded } from "./support/journal-rows";
import { tablesWith } from "./support/tables-with";

const HOOKS = "https://hooks.test";
let stage: Stage;
beforeAll(async () => {
  stage = await Stage.open({ env: { INTERLOCK_CALLBACKS: HOOKS } });
});
afterAll(() => stage.close());

const succeeded = (effectId: string) => ({ class: "success", effectId, result: { id: effectId } }) as const;
const erase = (body: Body) => stage.product.asOperator("POST", "/api/v1/erasures", body);
const runAll = () => runErasures({ db: stage.db, newId: stage.newId, versionOf: catalog().versionOf });
const catalog = () => makeContractCatalog(stage.db);
const found = async (identity: string) => (await erase({ identity, dryRun: true })).body["foundCount"];
const listed = async (identity: string) => {
  const { body } = await stage.product.asOperator("GET", `/api/v1/intents?identity=${identity}`);
  return (body["items"] as Body[]).map(({ id }) => id);
};

async function submitted(body: Body, headers: Record<string, string> = {}): Promise<string> {
  const answer = await stage.submit(body, headers);
  expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
  return String(answer.body["id"]);
}

async function eraseAll(identity: string): Promise<void> {
  expect((await erase({ identity })).status).toBe(202);
  await runAll();
}

/** A name that nothing else in the database has. */
const mark = () => `Xmark${stage.thing()}`;

describe("what an agent is still to be told of", () => {
  async function pending(who: string): Promise<string> {
    const body = ask(await stage.shared(), who, { memo: who });
    const callbackUrl = `${HOOKS}/told?who=${who}`;
    const id = await submitted({ ...body, callbackUrl }, { "idempotency-key": `key of ${who}` });
    const failure = { code: "declined", message: `no ${who}` };
    await stage.run(id, { class: "definitive", failure });
    await stage.sql("update callbacks set last_error = $2 where intent_id = $1", id, `no answer about ${who}`);
    await eraseAll(who);
    return id;
  }
  const callbackOf = async (id: string) => {
    const [callback] = await stage.sql<Body>("select * from callbacks where intent_id = $1", id);
    return callback ?? {};
  };

  test("is told without what was erased, and its address goes when it was told", async () => {
    const who = mark();
    const id = await pending(who);
    const { id: callbackId, intent, url } = await callbackOf(id);
    expect(JSON.stringify(intent)).not.toContain(who);
    expect(intent).toMatchObject({ state: "failed", args: {}, failure: { code: "declined" } });
    expect(url).toContain(`${HOOKS}/told`);
    await markCallbackDelivered(stage.db.client, String(callbackId));
    expect(await tablesWith(stage, who)).toEqual([]);
    expect(await callbackOf(id)).toMatchObject({ url: HOOKS, origin: HOOKS });
  });

  test("and its address goes when it was given up", async () => {
    const who = mark();
    const { id, attempt_count: attemptCount } = await callbackOf(await pending(who));
    const failed = { id: String(id), attemptCount: Number(attemptCount), error: "no answer" };
    expect(await giveUpCallback(stage.db.client, failed)).toBe(true);
    expect(await tablesWith(stage, who)).toEqual([]);
  });

  test("was told before: its address goes with the rest", async () => {
    const who = mark();
    const body = { ...ask(await stage.shared(), who), callbackUrl: `${HOOKS}/told?who=${who}` };
    const id = await submitted(body);
    await stage.run(id, succeeded("eff_told"));
    await markCallbackDelivered(stage.db.client, String((await callbackOf(id))["id"]));
    expect(await tablesWith(stage, who)).toContain("callbacks");
    await eraseAll(who);
    expect(await tablesWith(stage, who)).toEqual([]);
  });
});

test("what a downstream advised to do about part of it goes as well", async () => {
  const who = mark();
  const id = await submitted(ask(await stage.shared(), who));
  const partial = { class: "partial", effectId: "eff_part", result: {}, correctiveAction: `Call ${who}.` } as const;
  await stage.run(id, partial);
  await eraseAll(who);
  expect(await tablesWith(stage, who)).toEqual([]);
  expect(await stage.read(id)).toMatchObject({ state: "partial", effectId: "eff_part" });
});

describe("a retry that comes after the erasure", () => {
  test.each([["the same"], ["a drifted"]])("(%s one) is found when somebody asks again, and goes", async (kind) => {
    const who = mark();
    const body = ask(await stage.shared(), who);
    const id = await submitted(body);
    await stage.run(id, succeeded("eff_retry"));
    await eraseAll(who);
    expect(await found(who)).toBe(0);
    const amount = kind === "the same" ? 80 : 95;
    expect(await submitted({ ...body, args: { id: who, amount, note: who } })).toBe(id);
    expect(await tablesWith(stage, who)).toEqual(["journal"]);
    expect(await listed(who)).toEqual([id]);
    expect(await found(who)).toBe(1);
    await eraseAll(who);
    expect(await tablesWith(stage, who)).toEqual([]);
    expect(await listed(who)).toEqual([]);
    expect(await stage.read(id)).toMatchObject({ state: "succeeded", effectId: "eff_retry", argsErased: true });
  });

  test("gives nothing to run a bypass from: what named the action is gone", async () => {
    const who = mark();
    const body = ask(await stage.shared(), who);
    const id = await submitted(body);
    await stage.run(id, succeeded("eff_again"));
    await eraseAll(who);
    const { body: again } = await stage.submit(body);
    const { id: submissionId } = again["submission"] as Body;
    const order = { reason: "again", submissionId };
    expect(await stage.product.asOperator("POST", `/api/v1/intents/${id}/bypass`, order)).toMatchObject({
      status: 409,
      body: { code: "args_erased" },
    });
  });
});

test("a submission that strayed to somebody else's intent is on record as erased, and found no more", async () => {
  const tool = await stage.shared();
  const [hers, his] = [mark(), mark()];
  const headers = { "idempotency-key": stage.thing() };
  const id = await submitted(ask(tool, hers), headers);
  await stage.run(id, succeeded("eff_hers"));
  expect((await stage.submit(ask(tool, his), headers)).body["code"]).toBe("idempotency_key_reused");
  expect(await listed(his)).toEqual([id]);
  await eraseAll(his);
  expect(await listed(his)).toEqual([]);
  expect(await listed(hers)).toEqual([id]);
  const [, stray] = await stage.submissions(id);
  const { body } = await stage.product.asOperator("GET", `/api/v1/intents/${id}/events`);
  expect((body["items"] as Body[]).at(-1)).toMatchObject({
    type: "submission.erased",
    data: { why: "erasure", submissionId: stray?.["id"] },
  });
});

test("a value that a stray shared with the intent, or with another stray, still finds it", async () => {
  const role = { role: "identity", as: "text" };
  const tool = await stage.tool({ fields: { ...FIELDS, "/memo": role, "/note": role } });
  const [hers, his, whose] = [mark(), mark(), mark()];
  const [shared, strayed] = [mark().toLowerCase(), mark().toLowerCase()];
  const headers = { "idempotency-key": stage.thing() };
  const id = await submitted(ask(tool, hers, { memo: shared }), headers);
  await stage.run(id, succeeded("eff_hers"));
  await stage.submit(ask(tool, his, { memo: shared, note: strayed }), headers);
  await stage.submit(ask(tool, whose, { note: strayed }), headers);
  await eraseAll(his);
  expect(await Promise.all([his, shared, strayed, whose].map(listed))).toEqual([[], [id], [id], [id]]);
});

test("all of an intent that strangers strayed to goes from the search, theirs too", async () => {
  const tool = await stage.shared();
  const [hers, his] = [mark(), mark()];
  const headers = { "idempotency-key": stage.thing() };
  const id = await submitted(ask(tool, hers), headers);
  await stage.run(id, succeeded("eff_hers"));
  await stage.submit(ask(tool, his), headers);
  await eraseAll(hers);
  expect([await listed(hers), await listed(his)]).toEqual([[], []]);
  await stage.project();
  expect(await stage.count("identity_values", "intent_id = $1", id)).toBe(0);
  expect(await tablesWith(stage, his)).toEqual([]);
});

test("an answer that a downstream gives after the erasure is on record without what was exchanged", async () => {
  const who = mark();
  const id = await submitted(ask(await stage.shared(), who));
  const unknown = { class: "unknown", failure: { code: "reset", message: "lost" } } as const;
  await stage.run(id, unknown);
  await stage.sql("update intents set due_at = now() - interval '1 ms' where id = $1 and state = 'cleared'", id);
  await alignDue((sql) => stage.sql(sql));
  await stage.run(id, unknown);
  const { tool, contractVersion, key, args } = await stage.row(id);
  const resolution = { outcome: "executed", effectId: "eff_said", evidence: "the ledger" };
  expect((await stage.product.asOperator("POST", `/api/v1/intents/${id}/resolution`, resolution)).status).toBe(200);
  await eraseAll(who);
  const exchange = { request: { method: "GET", url: `http://ledger.test/?who=${who}` }, response: null };
  const fail = (error: unknown) => {
    throw error;
  };
  await probeDoubt(
    {
      ...{ db: stage.db, newId: stage.newId, termsOf: catalog().termsOf, catalog: catalog(), workerId: "the test" },
      ...{ announce: () => undefined, wake: () => undefined, onError: fail },
      ask: async () => ({
        result: { kind: "present", effectId: "eff_other", result: null },
        exchange: exchange as never,
      }),
    },
    { intentId: id, tool, contractVersion, key, args, askedAtMs: Date.now() },
    new AbortController().signal,
  );
  expect(await stage.count("audit_events", "intent_id = $1 and type = 'probe.late_answer'", id)).toBe(1);
  expect(await stage.count("findings", "intent_id = $1 and kind = 'late_probe'", id)).toBe(1);
  expect(await tablesWith(stage, who)).toEqual([]);
});

test("an erasure waits for whoever is folding a submission of the same identity", async () => {
  const who = mark();
  const tool = await stage.shared(duplicates({ lookalike: "coalesce" }));
  const id = await submitted(ask(tool, who));
  await stage.run(id, succeeded("eff_alike"));
  await erase({ identity: who });
  const { identityDigest } = await stage.row(id);
  let run: Promise<number> | undefined;
  await stage.db.transaction(async (tx) => {
    await tx.$queryRawUnsafe("select count(pg_advisory_xact_lock($1::bigint))", String(digestLock(identityDigest)));
    run = runAll();
    await expect
      .poll(async () => {
        const [row] = await tx.$queryRawUnsafe<{ count: bigint }[]>(
          "select count(*) from pg_locks where locktype = 'advisory' and not granted and database = (select oid from pg_database where datname = current_database())",
        );
        return Number(row?.count);
      })
      .toBe(1);
  });
  expect(await run).toBe(1);
  expect(await stage.read(id)).toMatchObject({ argsErased: true });
});

test("an erasure waits for an attempt that may still be under way", async () => {
  const who = mark();
  const id = await submitted(ask(await stage.shared(), who));
  await stage.run(id, succeeded("eff_frozen"));
  const settle = "update journal set intent_id = $2 where intent_id = $1 and type = 'intent.settle'";
  await unguarded(
    (...asked) => stage.sql(...asked),
    () => stage.sql(settle, id, "int_elsewhere"),
  );
  await eraseAll(who);
  expect((await stage.row(id)).args).toMatchObject({ id: who });
  await unguarded(
    (...asked) => stage.sql(...asked),
    () => stage.sql(settle, "int_elsewhere", id),
  );
  await stage.sql("update erasure_items set due_at = now() - interval '1 ms' where intent_id = $1", id);
  await runAll();
  expect(await tablesWith(stage, who)).toEqual([]);
});

test("what is opened again while it is erased runs with all of its args, or is erased and opened with them", async () => {
  const who = mark();
  const tool = await stage.shared();
  const bodies = Array.from({ length: 12 }, (_, n) => ask(tool, who, { plan: "hold" }, { run: `run-${n}`, step: "s" }));
  const ids = await Promise.all(bodies.map((body) => submitted(body)));
  await Promise.all(ids.map((id) => stage.product.asAgent("POST", `/api/v1/intents/${id}/withdraw`, {})));
  await erase({ identity: who });
  const [, ...again] = await Promise.all([runAll(), ...bodies.map((body) => submitted(body))]);
  expect(again).toEqual(ids);
  for (const id of ids) {
    expect(await stage.row(id)).toMatchObject({ state: "held", args: { id: who }, identity: { "/id": who } });
  }
  expect(await found(who)).toBe(12);
  expect(await Promise.all(bodies.map((body) => submitted(body)))).toEqual(ids);
  await Promise.all(ids.map((id) => stage.deny(id)));
  await stage.sql("update erasure_items set due_at = now() - interval '1 ms'");
  await eraseAll(who);
  expect(await tablesWith(stage, who)).toEqual([]);
});
