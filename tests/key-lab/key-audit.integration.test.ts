// Key audits over histories that the product made: what is there is found, and nothing is found where nothing is.
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { makeContractCatalog } from "@/lib/application/contract-catalog";
import { type KeyAuditDeps, runKeyAudits } from "@/lib/application/key-audit/run-key-audits";
import { settleAttempts } from "@/lib/application/settle-attempts";
import type { Outcome } from "@/lib/domain/event";
import { emptyToolAudit } from "@/lib/domain/key-audit/tool-audit";
import { endKeyAudit, keepKeyAudit, releaseKeyAudit, saveKeyAudit, takeKeyAudit } from "@/lib/store/key-audits";
import { eraseArgsSql, unguarded } from "@/tests/support/journal-rows";
import { ARGS, ask, elsewhere, FIELDS } from "../gate/support/contract";
import { type Body, Stage } from "../gate/support/stage";
import { copyIntent } from "./copies";

let stage: Stage;
beforeAll(async () => {
  stage = await Stage.open();
});
afterAll(() => stage.close());
afterEach(() => stage.sql("delete from key_audits"));

const WEEK_MS = 7 * 86_400_000;
const SUCCESS: Outcome = { class: "success", effectId: "fx_1", result: null };
const idOf = ({ body }: { body: Body }) => String(body["id"]);

function deps(more: Partial<KeyAuditDeps> = {}): KeyAuditDeps {
  const { db, newId } = stage;
  const catalog = makeContractCatalog(db);
  return { db, newId, catalog, workerId: "the test", intervalMs: WEEK_MS, isStopping: () => false, ...more };
}

async function ran(body: Body, effectId = "fx_1"): Promise<string> {
  const id = idOf(await stage.submit(body));
  await stage.run(id, { class: "success", effectId, result: null });
  return id;
}

type Found = Record<string, { count: number; examples: Body[] } & Body> & { suggestions: Body[]; retries: Body };

async function audit(tool: string): Promise<Found> {
  const asked = await stage.product.asOperator("POST", "/api/v1/key-audits", {});
  expect(asked.status).toBe(202);
  expect(await runKeyAudits(deps())).toBe(1);
  const { body } = await stage.product.asOperator("GET", `/api/v1/key-audits/${asked.body["id"]}`);
  expect(body).toMatchObject({ state: "finished", failure: null });
  const tools = body["tools"] as Record<string, Found>;
  return tools[tool] as Found;
}

describe("a history without a fault", () => {
  test("has nothing to tell but numbers", async () => {
    const tool = await stage.tool();
    await ran(ask(tool, "n1"));
    await ran(ask(tool, "n2", { memo: "other" }), "fx_2");
    const found = await audit(tool);
    const none = { count: 0, examples: [] };
    expect(found).toMatchObject({
      intents: 2,
      submissions: 2,
      collisions: none,
      lookalikes: none,
      nearIdentical: none,
      restarts: { ...none, bursts: [] },
      suggestions: [],
      retries: { count: 0 },
    });
    expect(await stage.count("findings", "tool = $1", tool)).toBe(0);
  });
});

describe("(a) the same key with several effect ids", () => {
  test("a late settle with another effect id is told, and is a finding once, however often it is looked at", async () => {
    const tool = await stage.tool();
    const id = idOf(await stage.submit(ask(tool, "a1")));
    await stage.claim(id);
    const { attemptId, fence } = await stage.row(id);
    await stage.settle(id, SUCCESS);
    await expect(lateSettle(id, String(attemptId), fence)).resolves.toBe("rejected");
    const found = await audit(tool);
    expect(found["collisions"]).toMatchObject({ count: 1, examples: [{ intentId: id, source: "late_settle" }] });
    await stage.sql("delete from key_audits");
    await audit(tool);
    const [finding] = await stage.sql("select intent_id, data from findings where kind = 'key_collision'");
    expect(finding).toMatchObject({ intent_id: id, data: { effectIds: ["fx_1", "fx_2"] } });
    expect(await stage.count("findings", "kind = 'key_collision'")).toBe(1);
  });

  test("what a reconciliation found is told: two effects, and another effect id, but not another amount", async () => {
    const tool = await stage.tool();
    const [twice, other, amount] = [await ran(ask(tool, "b1")), await ran(ask(tool, "b2")), await ran(ask(tool, "b3"))];
    const rows: [string, string, Body][] = [
      ["duplicate", twice, { effectId: "fx_7", effectIds: ["fx_1", "fx_7"], recordedEffectId: "fx_1" }],
      ["mismatch", other, { effectId: "fx_8", differences: [{ what: "effectId", ours: "fx_1", theirs: "fx_8" }] }],
      ["mismatch", amount, { effectId: "fx_1", differences: [{ what: "amount", ours: "80", theirs: "90" }] }],
    ];
    for (const [kind, intentId, data] of rows) {
      await stage.sql(
        "insert into findings (id, kind, namespace, tool, intent_id, data) values ($1, $2, 'default', $3, $4, $5::json)",
        stage.newId("fnd"),
        kind,
        tool,
        intentId,
        JSON.stringify(data),
      );
    }
    const { collisions } = await audit(tool);
    expect(collisions?.examples.map(({ intentId }) => intentId)).toEqual([twice, other]);
  });
});

async function lateSettle(intentId: string, attemptId: string, fence: number): Promise<string | undefined> {
  const { db, newId } = stage;
  const { termsOf } = makeContractCatalog(db);
  const settling = { db, newId, termsOf, workerId: "late", random: () => 0, announce: () => undefined };
  const outcome: Outcome = { class: "success", effectId: "fx_2", result: null };
  return (await settleAttempts(settling, [{ attemptId, intentId, fence, outcome, exchange: null }]))[0];
}

describe("(b) the same action under several keys", () => {
  test("look-alikes that both ran are told and raised; one that was held is only a restart", async () => {
    const tool = await stage.tool();
    const first = await ran(ask(tool, "l1"));
    const second = await ran(elsewhere(tool, "l1"));
    await ran(ask(tool, "l2"));
    await stage.submit(elsewhere(tool, "l2", { plan: "hold" }));
    const found = await audit(tool);
    expect(found["lookalikes"]).toMatchObject({
      count: 1,
      examples: [{ intentId: second, otherId: first, differs: ["run"] }],
    });
    expect(found["restarts"]).toMatchObject({ count: 2 });
    const [finding] = await stage.sql("select data from findings where kind = 'key_split' and tool = $1", tool);
    expect(finding).toMatchObject({ data: { intentId: second, otherId: first } });
  });

  test("names that an agent made up are not in the report, which outlives the args", async () => {
    const tool = await stage.tool({ args: { ...ARGS, additionalProperties: true } });
    for (const id of ["i1", "i2", "i3"]) {
      await ran(ask(tool, id, { "ann@example.com": "Rent" }));
      await ran(elsewhere(tool, id, { "ann@example.com": "RENT" }));
      await stage.submit(ask(tool, id, { "ann@example.com": "Food" }));
    }
    const found = await audit(tool);
    expect(found["nearIdentical"]).toMatchObject({ count: 3 });
    expect(JSON.stringify(found)).not.toContain("ann@example.com");
    const kept = await stage.sql("select data from findings where tool = $1", tool);
    expect(kept.length).toBeGreaterThan(0);
    expect(JSON.stringify(kept)).not.toContain("ann@example.com");
  });

  test("near-identical material: one field, in another spelling; not where two differ or another amount is meant", async () => {
    const tool = await stage.tool({ fields: { ...FIELDS, "/memo": { role: "material" } } });
    await ran(ask(tool, "s1", { memo: "Rent" }));
    await ran(elsewhere(tool, "s1", { memo: "RENT " }));
    await ran(ask(tool, "s2"));
    await ran(elsewhere(tool, "s2", { amount: 90 }));
    await ran(ask(tool, "s3", { memo: "one" }));
    await ran(elsewhere(tool, "s3", { memo: "two", amount: 90 }));
    const { nearIdentical, lookalikes } = await audit(tool);
    expect(nearIdentical).toMatchObject({ count: 2, spelling: 1 });
    expect(nearIdentical?.examples.map(({ differs }) => differs)).toEqual([
      ["run", "/memo"],
      ["run", "/amount"],
    ]);
    expect(lookalikes).toMatchObject({ count: 0 });
  });

  test("a burst of runs that changed while everything else stayed is a restart", async () => {
    const tool = await stage.tool();
    for (const id of ["r1", "r2", "r3", "r4"]) await stage.submit(ask(tool, id));
    for (const id of ["r1", "r2", "r3", "r4"]) await stage.submit(elsewhere(tool, id));
    // Within one minute, whenever the test runs.
    await stage.sql("update intents set created_at = '2026-01-01T00:00:10Z' where tool = $1", tool);
    const { restarts } = await audit(tool);
    expect(restarts).toMatchObject({ count: 4, bursts: [{ minute: "2026-01-01T00:00:00.000Z", count: 4 }] });
  });
});

describe("(c) fields that behave otherwise than their role says", () => {
  test("a material one that varies is named with how often, a steady one is not", async () => {
    const tool = await stage.tool();
    for (const id of ["f1", "f2", "f3"]) {
      await stage.submit(ask(tool, id, { memo: "one" }));
      await stage.submit(ask(tool, id, { memo: "two" }));
    }
    const { suggestions } = await audit(tool);
    expect(suggestions).toMatchObject([{ pointer: "/memo", suggests: "reconsider_material", compared: 3, varied: 3 }]);
  });

  test("erased submissions are counted and compared with nothing", async () => {
    const tool = await stage.tool();
    for (const id of ["e1", "e2", "e3"]) {
      const intentId = idOf(await stage.submit(ask(tool, id, { memo: "one" })));
      await stage.submit(ask(tool, id, { memo: "two" }));
      await stage.sql(eraseArgsSql("select max(event_id) from submissions where intent_id = $1"), intentId);
    }
    expect(await audit(tool)).toMatchObject({ erased: 3, suggestions: [], retries: { count: 0 } });
  });
});

describe("(d) who retried", () => {
  test("gaps and words name the layer, by tool and by agent", async () => {
    const tool = await stage.tool();
    const agent = await stage.demoAgent();
    const id = idOf(await stage.submit(ask(tool, "t1")));
    for (let count = 0; count < 4; count += 1) await stage.submit(ask(tool, "t1"));
    await stage.submit(ask(tool, "t1", { note: "once more, please" }));
    // 1 s, 9 s, 20 s, 5 h, then other words.
    const seconds = [0, 1, 10, 30, 18_030, 18_040];
    await unguarded(
      (...asked) => stage.sql(...asked),
      () =>
        stage.sql(
          `update journal j set at = timestamptz '2026-01-01T00:00:00Z' + t.s * interval '1 second'
         from (select event_id, row_number() over (order by id) as n from submissions where intent_id = $1) as o
         join unnest($2::int[]) with ordinality as t(s, n) on t.n = o.n where j.id = o.event_id`,
          id,
          seconds,
        ),
    );
    const { retries } = await audit(tool);
    const layers = retries["layers"] as Record<string, { count: number }>;
    expect(Object.fromEntries(Object.entries(layers).map(([name, { count }]) => [name, count]))).toEqual({
      model: 1,
      person_or_cron: 1,
      http_client: 1,
      framework: 2,
      orchestrator: 0,
      unknown: 0,
    });
    expect(retries["agents"]).toEqual({ [agent.id]: { model: 1, person_or_cron: 1, http_client: 1, framework: 2 } });
  });
});

describe("how it runs", () => {
  test("one at a time is asked for, and one worker does it", async () => {
    const tool = await stage.tool();
    await ran(ask(tool, "w1"));
    const first = await stage.product.asOperator("POST", "/api/v1/key-audits", {});
    expect(first.body).toMatchObject({ requestedBy: { id: expect.stringMatching(/^opr_/), name: expect.any(String) } });
    expect(await stage.product.asOperator("POST", "/api/v1/key-audits", {})).toMatchObject({
      status: 409,
      body: { code: "key_audit_open" },
    });
    const turns = await Promise.all([runKeyAudits(deps()), runKeyAudits(deps({ workerId: "another" }))]);
    expect(turns.reduce((sum, turn) => sum + turn)).toBe(1);
    const events = await stage.sql<{ type: string }>(
      "select type from audit_events where subject = $1 order by id",
      first.body["id"],
    );
    expect(events.map(({ type }) => type)).toEqual(["key_audit.requested", "key_audit.started", "key_audit.ended"]);
  });

  test("who takes over after a crash goes on from what was kept, and the one before writes nothing more", async () => {
    const tool = await stage.tool();
    const [first] = [await ran(ask(tool, "k1")), await ran(ask(tool, "k2"))];
    const asked = await stage.product.asOperator("POST", "/api/v1/key-audits", {});
    const held = await stage.db.transaction((tx) => takeKeyAudit(tx, "crashed", 60_000));
    if (held === null) throw new Error("nothing to take");
    const partial = { tools: { [tool]: { ...emptyToolAudit(), intents: 41 } }, cases: [] };
    const progress = { cursor: String(first), done: 41, total: 42, partial };
    expect(await saveKeyAudit(stage.db.client, held, progress, 60_000)).toBe(true);
    expect(await runKeyAudits(deps())).toBe(0);
    const outlast = () => stage.sql("update key_audits set lease_until = now() - interval '1 second'");
    await outlast();
    const another = await stage.db.transaction((tx) => takeKeyAudit(tx, "another", 60_000));
    expect(another).toMatchObject({ id: held.id, cursor: progress.cursor, done: 41, isFirstTake: false });
    const late = { ...progress, cursor: "", done: 0 };
    expect(await saveKeyAudit(stage.db.client, held, late, 60_000)).toBe(false);
    expect(await keepKeyAudit(stage.db.client, held, 60_000)).toBe(false);
    await releaseKeyAudit(stage.db.client, held);
    const end = { at: new Date(), done: 0, failure: "It was late." };
    expect(await endKeyAudit(stage.db.client, held, end)).toBe(false);
    expect(await runKeyAudits(deps())).toBe(0);
    await outlast();
    expect(await runKeyAudits(deps())).toBe(1);
    const { body } = await stage.product.asOperator("GET", `/api/v1/key-audits/${asked.body["id"]}`);
    expect(body).toMatchObject({
      state: "finished",
      progress: { done: 42, total: 42 },
      tools: { [tool]: { intents: 42 } },
    });
  });

  test("a worker that stops lets go after a page, and the next goes on behind it", async () => {
    const tool = await stage.tool();
    await copyIntent(stage, await ran(ask(tool, "page")), 600);
    const asked = await stage.product.asOperator("POST", "/api/v1/key-audits", {});
    const read = () => stage.product.asOperator("GET", `/api/v1/key-audits/${asked.body["id"]}`);
    expect(await runKeyAudits(deps({ isStopping: () => true }))).toBe(1);
    expect((await read()).body).toMatchObject({ state: "running", progress: { done: 500 }, tools: null });
    expect(await runKeyAudits(deps({ workerId: "another" }))).toBe(1);
    const { body } = await read();
    const { done, total } = body["progress"] as { done: number; total: number };
    expect(done).toBe(total);
    expect((body["tools"] as Record<string, Found>)[tool]).toMatchObject({ intents: 601, submissions: 601 });
  });

  test("the schedule asks when the last one is a week old, and goes on where it ended", async () => {
    await stage.sql("update intents set created_at = now() where id = (select min(id) from intents)");
    expect(await runKeyAudits(deps())).toBe(0);
    await stage.sql(
      "update intents set created_at = now() - interval '8 days' where id = (select min(id) from intents)",
    );
    expect(await runKeyAudits(deps())).toBe(1);
    const [done] = await stage.sql<{ window_to: Date; requested_by: string | null }>("select * from key_audits");
    expect(done?.requested_by).toBeNull();
    expect(await runKeyAudits(deps())).toBe(0);
    await stage.sql("update key_audits set created_at = now() - interval '8 days'");
    expect(await runKeyAudits(deps())).toBe(1);
    const [next] = await stage.sql<{ window_from: Date }>("select * from key_audits order by id desc limit 1");
    expect(next?.window_from).toEqual(done?.window_to);
  });

  test("what people ask for in between neither puts the schedule off nor makes its range smaller", async () => {
    await stage.sql(
      "update intents set created_at = now() - interval '31 days' where id = (select min(id) from intents)",
    );
    const monthly = deps({ intervalMs: 30 * 86_400_000 });
    expect(await runKeyAudits(monthly)).toBe(1);
    const scheduled =
      "select window_from, window_to from key_audits where requested_by is null order by id desc limit 1";
    const [first] = await stage.sql<{ window_from: Date; window_to: Date }>(scheduled);
    // The first one looks back as far as one is from the next.
    expect(Number(first?.window_to) - Number(first?.window_from)).toBeGreaterThanOrEqual(30 * 86_400_000);
    await stage.sql("update key_audits set created_at = now() - interval '31 days'");
    const from = new Date(Date.now() - 60_000).toISOString();
    await stage.product.asOperator("POST", "/api/v1/key-audits", { from });
    expect(await runKeyAudits(monthly)).toBe(1);
    expect(await runKeyAudits(monthly)).toBe(1);
    const [next] = await stage.sql<{ window_from: Date }>(scheduled);
    expect(next?.window_from).toEqual(first?.window_to);
    expect(await runKeyAudits(monthly)).toBe(0);
  });

  test("the lease is kept while findings are gone through, and who lost it writes no result", async () => {
    const lease = "select lease_until > now() as held from key_audits";
    const held: unknown[] = [];
    const { db } = stage;
    const slow: typeof db = {
      ...db,
      query: async (sql, ...values) => {
        if (!sql.includes("from findings")) return db.query(sql, ...values);
        held.push((await stage.sql<{ held: boolean }>(lease))[0]?.held);
        await stage.sql("update key_audits set lease_until = now() - interval '1 second'");
        return db.query(sql, ...values);
      },
    };
    await stage.product.asOperator("POST", "/api/v1/key-audits", {});
    expect(await runKeyAudits(deps({ db: slow }))).toBe(1);
    expect(held).toEqual([true, true, true, true]);
    expect(await stage.count("key_audits", "state = 'finished'")).toBe(1);

    const { body } = await stage.product.asOperator("POST", "/api/v1/key-audits", {});
    const lost: typeof db = {
      ...db,
      query: async (sql, ...values) => {
        if (sql.includes("from findings")) {
          await stage.sql("update key_audits set fence = fence + 1 where id = $1", body["id"]);
        }
        return db.query(sql, ...values);
      },
    };
    await runKeyAudits(deps({ db: lost }));
    expect(await stage.count("key_audits", "id = $1 and state = 'running'", body["id"])).toBe(1);
  });

  test("a page of much-repeated intents is read in parts, and everything in it is counted once", async () => {
    const tool = await stage.tool();
    const ids = [];
    for (let count = 0; count < 12; count += 1) ids.push(idOf(await stage.submit(ask(tool, `many-${count}`))));
    await stage.sql(
      `insert into journal (id, at, type, actor_kind, actor_id, namespace, intent_id, subject, data, detail)
       select id || n, at + n * interval '100 milliseconds', type, actor_kind, actor_id, namespace, intent_id, subject || n,
              (data::jsonb || '{"disposition": "coalesced"}')::json, detail
       from journal, generate_series(100, 199) as n where type = 'submission.recorded' and intent_id = any($1)`,
      ids,
    );
    await stage.sql("update intents set submission_count = 101 where id = any($1)", ids);
    const { db } = stage;
    const sizes: number[] = [];
    const watched: typeof db = {
      ...db,
      query: async <T>(sql: string, ...values: unknown[]) => {
        const rows = await db.query<T>(sql, ...values);
        if (sql.includes("submissions s")) sizes.push(rows.length);
        return rows;
      },
    };
    const asked = await stage.product.asOperator("POST", "/api/v1/key-audits", {});
    await runKeyAudits(deps({ db: watched }));
    const { body } = await stage.product.asOperator("GET", `/api/v1/key-audits/${asked.body["id"]}`);
    const found = (body["tools"] as Record<string, Found>)[tool];
    // Of each the first fifty are read.
    expect(found).toMatchObject({ intents: 12, submissions: 600, retries: { count: 588 } });
    expect(Math.max(...sizes)).toBeLessThanOrEqual(500);
  });

  test("a tool may have any name that a contract may have", async () => {
    for (const tool of ["constructor", "valueOf"]) {
      await stage.publish(tool);
      await ran(ask(tool, "o1"));
      await ran(elsewhere(tool, "o1"));
      expect(await audit(tool)).toMatchObject({ intents: 2, lookalikes: { count: 1 } });
      await stage.sql("delete from key_audits");
    }
  });

  test("an instant before everything is the beginning, and what names no audit is not found", async () => {
    const asked = await stage.product.asOperator("POST", "/api/v1/key-audits", { from: "0000-01-01T00:00:00+14:00" });
    expect(asked).toMatchObject({ status: 202, body: { from: "1970-01-01T00:00:00.000Z" } });
    const empty = { from: "0000-01-01T00:00:00Z", to: "0001-01-01T00:00:00Z" };
    expect(await stage.product.asOperator("POST", "/api/v1/key-audits", empty)).toMatchObject({
      status: 400,
      body: { code: "invalid_request" },
    });
    for (const id of ["kad_0", "%00", "%00/csv", "kad_0/csv"]) {
      expect(await stage.product.asOperator("GET", `/api/v1/key-audits/${id}`)).toMatchObject({ status: 404 });
    }
  });

  test("it is read by anybody who operates, asked for by approvers, and exported as a table that no spreadsheet runs", async () => {
    const tool = await stage.tool();
    await ran(ask(tool, "x1"));
    await ran(elsewhere(tool, "x1"));
    const viewer = await stage.operator("viewer");
    expect(await viewer("POST", "/key-audits", {})).toMatchObject({ status: 403 });
    const { body } = await stage.product.asOperator("POST", "/api/v1/key-audits", {});
    const id = String(body["id"]);
    const csv = () =>
      fetch(`${stage.product.url}/api/v1/key-audits/${id}/csv`, {
        headers: { authorization: `Bearer ${stage.product.operatorToken}`, connection: "close" },
      });
    expect((await csv()).status).toBe(409);
    await stage.sql("update key_audits set state = 'failed', failure = 'It broke.', ended_at = now()");
    const failed = await csv();
    expect(failed.status).toBe(404);
    expect(await failed.json()).toMatchObject({ detail: "The key audit failed: there is no table of it." });
    await stage.sql("update key_audits set state = 'waiting', failure = null, ended_at = null");
    await runKeyAudits(deps());
    const answer = await csv();
    expect(answer.headers.get("content-type")).toContain("text/csv");
    const lines = (await answer.text()).split("\r\n");
    expect(lines[0]).toBe("tool,finding,subject,count,of,percent,examples,note");
    expect(lines.find((line) => line.startsWith(`${tool},look-alikes`))).toMatch(/,1,2,50\.0,int_\w+\/int_\w+,$/);
    expect(await viewer("GET", "/key-audits")).toMatchObject({ status: 200, body: { items: [{ id }] } });
  });
});
