// A person's raw values go, on request or when their time is over; what names the action stays, and nothing runs twice.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeContractCatalog } from "@/lib/application/contract-catalog";
import { expireArgs } from "@/lib/application/expire-args";
import { runErasures } from "@/lib/application/run-erasures";
import { ask } from "./gate/support/contract";
import { type Body, Stage } from "./gate/support/stage";
import { alignDue } from "./support/align-due";
import { unguarded } from "./support/journal-rows";
import { tablesWith } from "./support/tables-with";

let stage: Stage;
beforeAll(async () => {
  stage = await Stage.open();
});
afterAll(() => stage.close());

const DAY_MS = 86_400_000;
const succeeded = (effectId: string, result: unknown = { id: effectId }) =>
  ({ class: "success", effectId, result }) as const;
const erase = (body: Body) => stage.product.asOperator("POST", "/api/v1/erasures", body);
const erasing = () => ({ db: stage.db, newId: stage.newId, versionOf: makeContractCatalog(stage.db).versionOf });
const runAll = () => runErasures(erasing());
const eventsOf = async (id: unknown) =>
  (await stage.product.asOperator("GET", `/api/v1/intents/${id}/events`)).body["items"] as Body[];

async function submitted(body: Body, headers: Record<string, string> = {}): Promise<string> {
  const answer = await stage.submit(body, headers);
  expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
  return String(answer.body["id"]);
}

async function done(body: Body, effectId: string): Promise<string> {
  const id = await submitted(body);
  await stage.run(id, succeeded(effectId));
  return id;
}

describe("an erasure", () => {
  test("leaves nothing of what was written about the person, anywhere in the database", async () => {
    const mark = "Xalicemark";
    const tool = await stage.shared({ afterDenial: "allow" });
    const person = `${mark}-1`;
    const words = { reason: `because of ${mark}`, metadata: { about: mark } };
    const first = { ...ask(tool, person, { memo: mark, note: mark }), ...words };
    const ran = await submitted(first, { "idempotency-key": `key of ${mark}` });
    await stage.run(ran, succeeded("eff_1", { id: "eff_1", name: mark }));
    await stage.submit(
      { ...first, args: { id: person, amount: 90, memo: `${mark} again` } },
      { "idempotency-key": `key of ${mark}` },
    );
    await stage.product.asOperator("POST", `/api/v1/intents/${ran}/bypass`, { reason: `again for ${mark}` });
    const denied = await submitted(ask(tool, person, { plan: "hold" }, { run: "run-2", step: "step-1" }));
    await stage.decide(denied, { verdict: "deny", reason: `${mark} may not` });
    const doubted = await submitted(ask(tool, person, { plan: "clear" }, { run: "run-3", step: "step-1" }));
    const unknown = { class: "unknown", failure: { code: "reset", message: `lost ${mark}` } } as const;
    await stage.run(doubted, unknown);
    await stage.sql("update intents set due_at = now() - interval '1 ms' where id = $1 and state = 'cleared'", doubted);
    await alignDue((sql) => stage.sql(sql));
    await stage.run(doubted, unknown);
    expect((await stage.row(doubted)).state).toBe("in_doubt");
    const resolution = { outcome: "executed", effectId: "eff_2", evidence: `${mark} has it` };
    const resolved = await stage.product.asOperator("POST", `/api/v1/intents/${doubted}/resolution`, resolution);
    expect(resolved.status).toBe(200);
    expect(await tablesWith(stage, mark)).toContain("journal");

    const answer = await erase({ identity: person, reference: "DSR-1" });
    expect(answer).toMatchObject({ status: 202, body: { state: "running", foundCount: 3, reference: "DSR-1" } });
    await runAll();
    expect(await tablesWith(stage, mark)).toEqual([]);
    const { body } = await stage.product.asOperator("GET", `/api/v1/erasures/${answer.body["id"]}`);
    expect(body).toMatchObject({ state: "finished", erasedCount: 3 });
    expect((await eventsOf(ran)).at(-1)).toMatchObject({
      type: "intent.erased",
      actor: { kind: "system", id: "erasure" },
      data: { why: "erasure", erasureId: answer.body["id"] },
    });
    expect(await stage.read(ran)).toMatchObject({ state: "succeeded", effectId: "eff_1", args: {}, argsErased: true });
  });

  test("does not make a retry run again: it gets the same effect id", async () => {
    const body = ask(await stage.shared(), stage.thing());
    const id = await done(body, "eff_same");
    const digest = (await stage.row(id)).argsDigest;
    await erase({ identity: (body.args as { id: string }).id });
    await runAll();
    const again = await stage.submit(body);
    expect(again).toMatchObject({
      status: 200,
      body: { id, state: "succeeded", effectId: "eff_same", argsDigest: digest },
    });
    expect(again.body["submission"]).toMatchObject({ disposition: "replayed" });
  });

  test("leaves drift to be seen, without telling what it was before", async () => {
    const body = ask(await stage.shared(), stage.thing());
    const id = await done(body, "eff_drift");
    await erase({ identity: (body.args as { id: string }).id });
    await runAll();
    const drifted = await stage.submit({ ...body, args: { ...(body.args as object), amount: 95 } });
    expect(drifted).toMatchObject({ status: 200, body: { id, drift: true } });
    expect(drifted.body["differences"]).toBeUndefined();
    expect(await stage.count("findings", "intent_id = $1 and kind = 'drift'", id)).toBe(1);
  });

  test("waits for what is open, and takes it when it has ended", async () => {
    const body = ask(await stage.shared(), stage.thing(), { plan: "hold" });
    const id = await submitted(body);
    const { body: asked } = await erase({ identity: (body.args as { id: string }).id });
    await runAll();
    expect(await stage.read(id)).toMatchObject({ state: "held", args: { amount: 80 } });
    expect((await stage.product.asOperator("GET", `/api/v1/erasures/${asked["id"]}`)).body).toMatchObject({
      state: "running",
      erasedCount: 0,
    });
    await stage.deny(id);
    await stage.sql("update erasure_items set due_at = now() - interval '1 ms' where intent_id = $1", id);
    await runAll();
    expect(await stage.read(id)).toMatchObject({ state: "denied", args: {}, argsErased: true });
  });

  test("finds the person however the value is written, and nobody whose value only looks alike", async () => {
    const fields = { "/id": { role: "identity", as: "email" } };
    const tool = await stage.tool({ fields });
    const ids = await stage.tool();
    const mine = await done(ask(tool, "Ann.Lee@Example.com"), "eff_a");
    const other = await done(ask(tool, "ann.lee@example.org"), "eff_b");
    const upper = await done(ask(ids, "ANN.LEE@EXAMPLE.COM"), "eff_c");
    const preview = await erase({ identity: " ANN.LEE@example.COM ", dryRun: true });
    expect(preview).toMatchObject({ status: 200, body: { foundCount: 1, openCount: 0, byTool: { [tool]: 1 } } });
    expect(await stage.read(mine)).toMatchObject({ args: { amount: 80 } });
    await erase({ identity: "ANN.LEE@example.COM" });
    await runAll();
    expect(await stage.read(mine)).toMatchObject({ argsErased: true });
    expect(await stage.read(other)).toMatchObject({ args: { amount: 80 } });
    expect(await stage.read(upper)).toMatchObject({ args: { amount: 80 } });
  });

  test("finds a phone number as its contract reads it, in national form too", async () => {
    const phone = (region: string) => ({ fields: { "/id": { role: "identity", as: "phone", region } } });
    const [american, german] = [await stage.tool(phone("US")), await stage.tool(phone("DE"))];
    await done(ask(american, "+1 415 555 2671"), "eff_us");
    await done(ask(german, "+1 415 555 2671"), "eff_us_in_de");
    const { body } = await erase({ identity: "(415) 555-2671", dryRun: true });
    expect(body).toMatchObject({ foundCount: 1, byTool: { [american]: 1 } });
    const { body: everywhere } = await erase({ identity: "+14155552671", dryRun: true });
    expect(everywhere).toMatchObject({ foundCount: 2 });
  });

  test("takes a submission that strayed to somebody else's intent under their key, and leaves that intent", async () => {
    const tool = await stage.shared();
    const [hers, his] = [stage.thing(), stage.thing()];
    const headers = { "idempotency-key": stage.thing() };
    const id = await submitted(ask(tool, hers), headers);
    expect((await stage.submit(ask(tool, his), headers)).body["code"]).toBe("idempotency_key_reused");
    // What strayed to it does not wait for its end.
    expect((await erase({ identity: his, dryRun: true })).body).toMatchObject({ foundCount: 1, openCount: 0 });
    expect((await erase({ identity: hers, dryRun: true })).body).toMatchObject({ foundCount: 1, openCount: 1 });
    await stage.run(id, succeeded("eff_hers"));
    expect((await erase({ identity: his })).body).toMatchObject({ foundCount: 1 });
    await runAll();
    const [kept, stray] = await stage.submissions(id);
    expect(kept).toMatchObject({ args: { id: hers }, erasedAt: null });
    expect(stray).toMatchObject({ args: {}, executableArgs: {}, refusal: "idempotency_key_reused" });
    expect(stray?.["erasedAt"]).not.toBeNull();
  });

  test.each([["step"], ["caller's key"]])(
    "leaves the chain of generations whole: after the window there is one next, and retries join it (%s)",
    async (kind) => {
      const body = ask(await stage.shared(), stage.thing());
      const headers: Record<string, string> = kind === "step" ? {} : { "idempotency-key": stage.thing() };
      const id = await submitted(body, headers);
      await stage.run(id, succeeded("eff_first"));
      await stage.outlastWindow(id);
      await erase({ identity: (body.args as { id: string }).id });
      await runAll();
      const next = await submitted(body, headers);
      expect(next).not.toBe(id);
      expect(await submitted(body, headers)).toBe(next);
      const [before, after] = [await stage.row(id), await stage.row(next)];
      expect(after).toMatchObject({ stem: before.stem, generation: 2, predecessorId: id });
      expect(after.identity).toEqual({ "/id": (body.args as { id: string }).id });
      expect(await stage.count("intents", "stem = decode($1, 'hex')", before.stem)).toBe(2);
    },
  );

  test("does not empty what is opened again afterwards: the new args run", async () => {
    const body = ask(await stage.shared(), stage.thing(), { plan: "hold" });
    const id = await submitted(body);
    await stage.product.asAgent("POST", `/api/v1/intents/${id}/withdraw`, {});
    await erase({ identity: (body.args as { id: string }).id });
    await runAll();
    expect(await stage.read(id)).toMatchObject({ state: "withdrawn", argsErased: true });
    const again = await stage.submit(body);
    expect(again.body).toMatchObject({ id, state: "held", submission: { disposition: "reopened" }, args: body.args });
    expect((await stage.read(id))["argsErased"]).toBeUndefined();
    expect(await stage.row(id)).toMatchObject({ args: body.args, identity: { "/id": (body.args as Body)["id"] } });
    expect((await erase({ identity: String((body.args as Body)["id"]), dryRun: true })).body).toMatchObject({
      foundCount: 1,
    });
  });

  test("leaves nothing to run a bypass from", async () => {
    const body = ask(await stage.shared(), stage.thing());
    const id = await done(body, "eff_bypass");
    await erase({ identity: (body.args as { id: string }).id });
    await runAll();
    const order = await stage.product.asOperator("POST", `/api/v1/intents/${id}/bypass`, { reason: "again" });
    expect(order).toMatchObject({ status: 409, body: { code: "args_erased", retriable: false, intentId: id } });
  });

  test("is an admin's to order", async () => {
    const approver = await stage.operator("approver");
    expect(await approver("POST", "/erasures", { identity: "x" })).toMatchObject({ status: 403 });
    expect(await approver("POST", "/erasures", { identity: "x", dryRun: true })).toMatchObject({ status: 403 });
    const { body } = await erase({ identity: stage.thing() });
    for (const path of ["/erasures", `/erasures/${body["id"]}`]) {
      expect(await approver("GET", path)).toMatchObject({ status: 403 });
      expect(await stage.product.asAgent("GET", `/api/v1${path}`)).toMatchObject({ status: 403 });
      expect(await stage.product.asOperator("GET", `/api/v1${path}`)).toMatchObject({ status: 200 });
    }
  });
});

describe("retention", () => {
  const expire = async (retentionMs: number | null = null) => {
    let count = 0;
    for (let turn = 0; turn < 20; turn += 1) {
      const looked = await expireArgs({ ...erasing(), retentionMs });
      if (looked === 0) return count;
      count += looked;
    }
    throw new Error("retention never ends");
  };
  /** As if everything about it had been so long ago; ids keep their time, so that the walk is told another one. */
  const age = (id: string, days: number) =>
    stage.sql(
      `update intents set ended_at = ended_at - $2::integer * interval '1 day',
         window_ends_at = window_ends_at - $2::integer * interval '1 day' where id = $1`,
      id,
      days,
    );
  /** The walk begins with what was opened before the cut: a mark of time that no intent of a test has. */
  async function old(tool: string, more: Body = {}): Promise<string> {
    const body = { ...ask(tool, stage.thing()), ...more };
    const [{ id = "" } = {}] = await stage.sql<{ id: string }>(
      "select 'int_00000000' || lpad(nextval('test_ids')::text, 18, '0') as id",
    );
    const recent = await done(body, `eff_${id}`);
    await stage.project();
    const sql = (text: string, ...values: unknown[]) => stage.sql(text, ...values);
    await unguarded(sql, async () => {
      for (const [table, column] of [
        ["intents", "id"],
        ["journal", "intent_id"],
        ["history", "id"],
        ["identity_values", "intent_id"],
      ] as const) {
        await sql(`update ${table} set ${column} = $2 where ${column} = $1`, recent, id);
      }
    });
    return id;
  }
  beforeAll(() => stage.sql("create sequence test_ids"));

  test("takes args when their time is over, and what names the action stays", async () => {
    const tool = await stage.tool({ retention: "30d" });
    const [over, young] = [await old(tool), await old(tool)];
    await age(over, 31);
    await age(young, 29);
    const before = await stage.row(over);
    await expire();
    const after = await stage.row(over);
    expect(after).toMatchObject({ args: {}, identity: {}, result: null, version: before.version + 1 });
    const { key, fingerprint, argsDigest, effectId, state } = before;
    expect(after).toMatchObject({ key, fingerprint, argsDigest, effectId, state });
    expect(await stage.count("audit_events", "intent_id = $1 and type = 'intent.erased'", over)).toBe(1);
    expect((await stage.row(young)).args).not.toEqual({});
  });

  test("comes back for what was not over when it came by", async () => {
    const tool = await stage.tool({ retention: "30d" });
    const id = await old(tool);
    await age(id, 29);
    await expire();
    await expire();
    expect((await stage.row(id)).args).not.toEqual({});
    await age(id, 2);
    await stage.sql("update retention_waiting set due_at = now() - interval '1 ms' where intent_id = $1", id);
    await expire();
    expect((await stage.row(id)).args).toEqual({});
    expect(await stage.count("retention_waiting", "intent_id = $1", id)).toBe(0);
  });

  test("keeps what may still be compared, however short it is", async () => {
    const tool = await stage.tool({ retention: "1d", key: { scope: "step", window: "30d" } });
    const id = await old(tool);
    await age(id, 10);
    await expire();
    expect((await stage.row(id)).args).not.toEqual({});
  });

  test("is for ever where nobody says otherwise, and as the setting says where the contract does not", async () => {
    const tool = await stage.tool();
    const id = await old(tool);
    await age(id, 400);
    await expire(null);
    expect((await stage.row(id)).args).not.toEqual({});
    await expire(365 * DAY_MS);
    expect((await stage.row(id)).args).toEqual({});
  });
});
