// A stored contract version that this release cannot read: its intents are set aside, people are told once, and
// everything else goes on.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type ClaimedAttempt, claimIntents } from "@/lib/application/claim-intents";
import { closeDerivations } from "@/lib/application/close-derivations";
import { makeContractCatalog } from "@/lib/application/contract-catalog";
import { expireArgs } from "@/lib/application/expire-args";
import { projectTurn } from "@/lib/application/history/project";
import { makeUnreadableReport } from "@/lib/application/report-unreadable";
import { runErasures } from "@/lib/application/run-erasures";
import { makeSetAside } from "@/lib/application/set-aside";
import { settleAttempts } from "@/lib/application/settle-attempts";
import { sweepOnce } from "@/lib/application/sweep";
import type { Outcome } from "@/lib/domain/event";
import { makeIdSource } from "@/lib/domain/id";
import { type Database, openDatabase } from "@/lib/store/database";
import { alignDue } from "./support/align-due";
import type { CallAs } from "./support/call-as";
import { DoubtStage } from "./support/doubt-stage";
import { startWebProcess, type WebProcess } from "./support/web-process";

let stage: DoubtStage;
let db: Database;
beforeAll(async () => {
  stage = await DoubtStage.open({ worker: false });
  db = openDatabase({ url: stage.product.databaseUrl, connectionsMax: 4, name: "unreadable contract" });
  await stage.database.query("alter table contract_versions disable trigger contract_versions_immutable");
});
afterAll(async () => {
  await db.close();
  await stage.close();
});

const newId = makeIdSource(Date.now);
/** As a worker that was started just now: nothing is compiled yet. */
function fresh() {
  const errors: unknown[] = [];
  const onError = (error: unknown) => void errors.push(error);
  const catalog = makeContractCatalog(db, undefined, makeUnreadableReport({ db, newId, onError }));
  const { termsOf, versionOf } = catalog;
  const setAside = makeSetAside(() => 0);
  const shared = { db, newId, termsOf, versionOf, workerId: "test", random: () => 0, announce: () => undefined };
  return { ...shared, catalog, setAside, onError, errors, retentionMs: 1 };
}

async function submitted(tool: string, count: number): Promise<string[]> {
  const answers = await Promise.all(Array.from({ length: count }, () => stage.submit(stage.order(tool), 0)));
  return answers.map(({ body }) => String(body["id"]));
}
const claim = (deps: ReturnType<typeof fresh>, ids: string[], limit = ids.length) =>
  claimIntents(deps, { ids, limit, exceptTools: [] });
const success = ({ attemptId, intentId, fence }: ClaimedAttempt) => {
  const outcome: Outcome = { class: "success", effectId: `fx_${intentId}`, result: {} };
  return { attemptId, intentId, fence, outcome, exchange: null };
};

describe.each([
  {
    what: "has a rule that does not compile",
    path: "{policy}",
    value: '[{"when": "((", "then": "clear"}]',
    hasKeys: true,
  },
  { what: "has no terms either", path: "{execute,timeout}", value: '"soon"', hasKeys: true },
  { what: "has a schema that does not compile", path: "{args,type}", value: '"nonsense"', hasKeys: false },
])("a version that $what", ({ path, value, hasKeys }) => {
  let bad: string;
  let good: string;
  let web: WebProcess;
  let asAdmin: CallAs;
  let asAgent: CallAs;
  let ids: { bad: string[]; good: string[]; held: string[]; denied: string; afterDenial: string };
  let running: ClaimedAttempt[];
  const repeated = () => ({ tool: bad, args: { orderId: "again", amount: 80 }, run: "again", step: "pay" });

  beforeAll(async () => {
    bad = await stage.publish({ probe: false, retention: "1d" });
    good = await stage.publish({ probe: false, retention: "1d" });
    const holding = await stage.publish({ probe: false, policy: [{ then: "hold" }] });
    const order = stage.order(holding);
    const denied = String((await stage.submit(order, 0)).body["id"]);
    await stage.asAdmin("POST", `/intents/${denied}/decisions`, { verdict: "deny", reason: "This is fraud." });
    const afterDenial = String((await stage.submit({ ...order, run: "another" }, 0)).body["id"]);
    const held = await submitted(holding, 1);
    ids = { bad: await submitted(bad, 6), good: await submitted(good, 6), held, denied, afterDenial };
    await stage.submit(repeated(), 0);
    running = await claim(fresh(), [...ids.bad.slice(0, 2), ...ids.good.slice(0, 2)]);
    expect(running).toHaveLength(4);
    await stage.database.query(
      "update contract_versions set definition = jsonb_set(definition::jsonb, $2::text[], $3::jsonb)::json where tool = any($1)",
      [[bad, holding], path, value],
    );
    web = await startWebProcess(stage.product.env);
    asAdmin = web.as(stage.product.operatorToken);
    asAgent = web.as(stage.product.agentKey);
  });
  afterAll(() => web.stop());

  const ofTool = (tool: string) => running.filter((attempt) => attempt.tool === tool);

  test("settles: no outcome is lost, and no neighbour's", async () => {
    const batch = [ofTool(bad)[0], ofTool(good)[0]] as ClaimedAttempt[];
    expect(await settleAttempts(fresh(), batch.map(success))).toEqual(["settled", "settled"]);
    for (const { intentId } of batch) expect(await stage.intent(intentId)).toMatchObject({ state: "succeeded" });
  });

  test("sweeps: a lost lease is a doubt, as it is for others", async () => {
    const lost = [ofTool(bad)[1]?.intentId, ofTool(good)[1]?.intentId];
    const past = "now() - interval '1 minute'";
    await stage.database.query(`update intents set lease_until = ${past} where id = any($1)`, [lost]);
    await alignDue((sql) => stage.database.query(sql));
    await sweepOnce(fresh());
    for (const id of lost) expect(await stage.intent(String(id))).toMatchObject({ state: "in_doubt" });
  });

  test("claims: it is set aside as it is, and does not stand in front of others", async () => {
    const deps = fresh();
    const wanted = [...ids.bad.slice(2), ...ids.good.slice(2)];
    const taken: string[] = [];
    for (let turn = 0; turn < wanted.length; turn += 1)
      taken.push(...(await claim(deps, wanted, 1)).map(({ intentId }) => intentId));
    expect(taken.sort()).toEqual(ids.good.slice(2).sort());
    for (const id of ids.bad.slice(2)) expect(await stage.intent(id)).toMatchObject({ state: "cleared" });
  });

  test("intake: its tool is refused, plainly; others in the same moment are taken", async () => {
    const asked = Array.from({ length: 12 }, (_, turn) => stage.order(turn % 2 === 0 ? bad : good));
    const answers = await Promise.all(asked.map((body) => asAgent("POST", "/intents", body)));
    answers.forEach(({ status, body }, turn) => {
      if (turn % 2 === 1) expect(status).toBe(202);
      else expect([status, body]).toMatchObject([503, { code: "contract_unreadable", retriable: true }]);
    });
  });

  test("screens and agents still see its intents, and people can deny what is held under it", async () => {
    for (const call of [asAdmin, asAgent]) {
      expect(await call("GET", `/intents/${ids.bad[0]}`)).toMatchObject({ status: 200, body: { title: bad } });
      const { status, body } = await call("GET", `/intents?tool=${bad}`);
      expect([status, (body["items"] as unknown[]).length]).toEqual([200, 7]);
    }
    expect((await asAdmin("GET", `/intents/${ids.bad[0]}/submissions`)).status).toBe(200);
    expect((await asAdmin("GET", "/inbox")).status).toBe(200);
    const no = { verdict: "deny", reason: "Not now." };
    expect(await asAdmin("POST", `/intents/${ids.held[0]}/decisions`, no)).toMatchObject({ status: 200 });
  });

  test("what waits after a denial is shown with who denied and why, without what it was about", async () => {
    const hold = { deniedBefore: [{ intentId: ids.denied, reason: "This is fraud.", about: null }] };
    const row = { id: ids.afterDenial, hold };
    const inbox = await asAdmin("GET", `/inbox?reason=denied_before&q=${ids.afterDenial}`);
    expect(inbox).toMatchObject({ status: 200, body: { items: [row] } });
    expect(await asAdmin("GET", `/intents/${ids.afterDenial}`)).toMatchObject({ status: 200, body: row });
  });

  test("people are told once, in plain words", async () => {
    const findings = async () =>
      (await stage.asAdmin("GET", `/findings?kind=contract_unreadable&tool=${bad}`)).body["items"] as unknown[];
    await expect.poll(findings).toMatchObject([{ state: "open", intentId: null, data: { version: 1 } }]);
    for (let turn = 0; turn < 3; turn += 1) await claim(fresh(), ids.bad, 1);
    expect(await findings()).toHaveLength(1);
  });

  test("retention, erasures, closing derivations and the search by amount go on", async () => {
    const ended = [ofTool(bad)[0], ofTool(good)[0]].map((attempt) => attempt?.intentId);
    await stage.database.query(
      "update intents set ended_at = now() - interval '9 days', window_ends_at = now() - interval '8 days' where id = any($1)",
      [ended],
    );
    await stage.database.query(
      "insert into retention_waiting (intent_id, tool, due_at) select id, tool, now() from intents where id = any($1)",
      [ended],
    );
    await expireArgs(fresh());
    await runErasures(fresh());
    await closeDerivations(fresh());
    expect(await projectTurn(fresh(), { changesMax: 10_000, rebuilds: true })).toMatchObject({ kind: "projected" });
    const { rows } = await stage.database.query("select args::text as args from intents where id = $1", [ended[1]]);
    expect(rows).toEqual([{ args: "{}" }]);
  });

  test("published again it is taken again, if its keys can be read; what meets an intent of it is still refused", async () => {
    const { body } = await stage.asAdmin("GET", `/contracts/${good}`);
    const { args, ...definition } = body["definition"] as { args: { properties: object } };
    const properties = { ...args.properties, memo: { type: "string" } };
    const corrected = { ...definition, args: { ...args, properties }, tool: bad };
    expect((await asAdmin("PUT", `/contracts/${bad}`, corrected)).status).toBeLessThan(300);
    const [repeat, fresher, other] = await Promise.all(
      [repeated(), stage.order(bad), stage.order(good)].map((one) => asAgent("POST", "/intents", one)),
    );
    expect(repeat).toMatchObject({ status: 503, body: { code: "contract_unreadable" } });
    expect([fresher?.status, other?.status]).toEqual([hasKeys ? 202 : 503, 202]);
  });
});
