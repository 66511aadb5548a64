// A statement that somebody uploads, compared with what we have on record.
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { ReconcileStage } from "./support/reconcile-stage";

let stage: ReconcileStage;
beforeAll(async () => {
  stage = await ReconcileStage.open();
});
afterAll(() => stage.close());
afterEach(() => stage.clearFaults());

test("what agrees is no finding; every divergence is one, with its intent and its evidence", async () => {
  const tool = await stage.publish();
  const [fine, missing, doubled, other, cheap] = [
    await stage.payAged(tool),
    await stage.payAged(tool),
    await stage.payAged(tool),
    await stage.payAged(tool),
    await stage.payAged(tool),
  ];
  const at = new Date().toISOString();
  const statement = [
    "Effect ID;Idempotency-Key;Amount;Currency;Created At;/orderId;memo",
    `${fine.effectId};${fine.key};80.00;USD;${at};;"a ""quoted"" memo; with a separator"`,
    `${doubled.effectId};${doubled.key};80;USD;;;`,
    `fx_second;${doubled.key};80;USD;;;`,
    `fx_other;${other.key};80;usd;;;`,
    `${cheap.effectId};${cheap.key};8.00;USD;;somebody else;`,
    `fx_orphan;;5.00;EUR;${at};;`,
    `fx_orphan_2;${"0".repeat(64)};5;EUR;;;`,
  ].join("\r\n");
  const answer = await stage.upload(tool, `\ufeff${statement}\r\n`);
  expect(answer.body).toMatchObject({ state: "running", source: "statement", errors: [] });
  expect(answer.body["warnings"]).toEqual(["Columns that mean nothing here: memo."]);
  const run = await stage.ended(answer);
  const looked = 7 + 5;
  const progress = { phase: "done", done: looked, total: looked };
  expect(run).toMatchObject({ state: "finished", failure: null, progress });
  expect(await stage.foundIn(run)).toEqual({
    missing: [missing.id],
    duplicate: [doubled.id],
    mismatch: expect.arrayContaining([other.id, cheap.id]),
    orphan: [null, null],
  });
  expect(run.counts).toMatchObject({ rows: 7, missing: 1, duplicate: 1, mismatch: 2, orphan: 2, raised: 6 });
  const dataOf = async (intentId: string, kind: string) =>
    (await stage.findings(`intent=${intentId}&kind=${kind}`))[0]?.["data"];
  const orphans = await stage.findings(`reconciliation=${run.id}&kind=orphan`);
  expect(orphans.map(({ data }) => data)).toContainEqual(
    expect.objectContaining({ effectId: "fx_orphan", line: 7, amount: "5", currency: "EUR", at }),
  );
  expect(await dataOf(missing.id, "missing")).toMatchObject({ recordedEffectId: missing.effectId });
  expect(await dataOf(doubled.id, "duplicate")).toMatchObject({ effectIds: [doubled.effectId, "fx_second"].sort() });
  expect(await dataOf(other.id, "mismatch")).toMatchObject({
    line: 5,
    differences: [{ what: "effectId", ours: other.effectId, theirs: "fx_other" }],
  });
  expect(await dataOf(cheap.id, "mismatch")).toMatchObject({
    differences: [
      { what: "amount", ours: { amount: "80", currency: "USD" }, theirs: { amount: "8", currency: "USD" } },
      { what: "target", pointer: "/orderId" },
    ],
  });
});

test("a second run of the same statement raises nothing again, and sees what is still there", async () => {
  const tool = await stage.publish();
  const paid = await stage.payAged(tool);
  const statement = "id,amount,currency\nfx_unknown,5,EUR\n";
  const first = await stage.ended(await stage.upload(tool, statement));
  expect(first.counts).toMatchObject({ raised: 2, missing: 1, orphan: 1 });
  const [finding] = await stage.findings(`intent=${paid.id}`);
  const note = "They had booked it to another account.";
  await stage.asAdmin("POST", `/findings/${finding?.["id"]}/state`, { state: "resolved", note });
  const second = await stage.ended(await stage.upload(tool, statement));
  expect(second.counts["raised"] ?? 0).toBe(0);
  expect(second.counts).toMatchObject({ missing: 1, orphan: 1 });
  expect(await stage.foundIn(second)).toEqual({ missing: [paid.id], orphan: [null] });
  expect(await stage.findings(`intent=${paid.id}`)).toMatchObject([{ state: "resolved", note }]);
});

describe("rows that cannot be read", () => {
  test("each says its line and why, the others are compared, and the intent of a bad row is not called missing", async () => {
    const tool = await stage.publish();
    const [yen, dinar, named] = [
      await stage.payAged(tool, { amount: 1000, currency: "JPY" }),
      await stage.payAged(tool, { amount: "1.250", currency: "KWD" }),
      await stage.payAged(tool),
    ];
    const statement = [
      "key,id,amount,currency,at",
      `${yen.key},${yen.effectId},1000,JPY,`,
      `${dinar.key},${dinar.effectId},1.25,KWD,`,
      `${named.key},${named.effectId},10.5,JPY,`,
      ",,5,USD,",
      "k,e,5,XXX,",
      "k,e,5,USD,yesterday",
      "k,e,5",
      'k,"e,5,USD,',
      "",
      ` , ,,,`,
    ].join("\n");
    const answer = await stage.upload(tool, statement);
    expect(answer.status).toBe(202);
    expect(answer.body["errors"]).toMatchObject([
      { line: 4, message: expect.stringContaining("JPY") },
      { line: 5, message: "Neither an effect id nor a key." },
      { line: 6, message: expect.stringContaining("ISO 4217") },
      { line: 7, message: expect.stringContaining("time") },
      { line: 8, message: expect.stringContaining("Expected 5 fields") },
      { line: 9, message: expect.stringContaining("quoted field") },
    ]);
    const run = await stage.ended(answer);
    expect(run).toMatchObject({ state: "finished", errors: answer.body["errors"] });
    expect(run.counts).toEqual({ rows: 8, bad: 6, matched: 2, intents: 3 });
    const { body } = await stage.asAdmin("GET", `/reconciliations/${run.id}/errors?limit=4`);
    expect(body).toMatchObject({ items: [{ line: 4 }, { line: 5 }, { line: 6 }, { line: 7 }], nextCursor: "7" });
  });

  test("are still readable when the comparison is over and its rows are gone", async () => {
    const tool = await stage.publish();
    const run = await stage.ended(await stage.upload(tool, "id\nfx_1\n\u0000\n"));
    const left =
      "select count(*)::int as n, count(fault)::int as bad from statement_rows s join reconciliations r on r.number = s.run where r.id = $1";
    await expect.poll(async () => (await stage.database.query(left, [run.id])).rows).toEqual([{ n: 1, bad: 1 }]);
    expect((await stage.asAdmin("GET", `/reconciliations/${run.id}/errors`)).body["items"]).toHaveLength(1);
  });
});

test("the same effect twice is counted once; amounts are exact in every currency's own units", async () => {
  const tool = await stage.publish();
  const [yen, dinar, dollar] = [
    await stage.payAged(tool, { amount: 1000, currency: "JPY" }),
    await stage.payAged(tool, { amount: "1.250", currency: "KWD" }),
    await stage.payAged(tool, { amount: "80.10" }),
  ];
  const rows = (amounts: string[]) =>
    [
      "effect_id,currency,amount",
      ...[yen, dinar, dollar].map((paid, index) => `${paid.effectId},${amounts[index]}`),
    ].join("\n");
  const minor = rows(["JPY,1000", "KWD,1250", "USD,8010"]);
  const twice = `${minor}\n${yen.effectId},JPY,1000\n`;
  const fine = await stage.ended(await stage.upload(tool, twice, { unit: "minor" }));
  expect(fine.counts).toEqual({ rows: 4, matched: 3, repeated: 1, intents: 3 });
  // Minor units read as major ones: a thousand times too much, or not readable at all.
  const wrong = await stage.ended(await stage.upload(tool, minor));
  expect(wrong.counts).toMatchObject({ mismatch: 2, matched: 3 });
  const none = await stage.ended(
    await stage.upload(tool, `id,amount\n${yen.effectId},1000\n${dinar.effectId},1.25\n${dollar.effectId},80.1\n`),
  );
  expect(none.counts).toEqual({ rows: 3, matched: 3, intents: 3 });
});

test("JSON says the same as CSV: one array, or one object a line", async () => {
  const tool = await stage.publish();
  const paid = await stage.payAged(tool);
  const rows = [
    { effectId: paid.effectId, amount: 80, currency: "USD", more: { nested: [1, "]"] } },
    { key: paid.key, id: paid.effectId, amount: "80.00", currency: "USD", "/orderId": null },
    { id: "fx_nobody" },
    { amount: 1 },
  ];
  const json = await stage.ended(await stage.upload(tool, JSON.stringify(rows, null, 2), {}, "application/json"));
  expect(json.counts).toEqual({ rows: 4, bad: 1, matched: 2, orphan: 1, raised: 1, intents: 1 });
  expect(json).toMatchObject({ errors: [{ line: 4 }] });
  const lines = rows.map((row) => JSON.stringify(row)).join("\n");
  const ndjson = await stage.ended(await stage.upload(tool, lines, {}, "application/x-ndjson"));
  expect(ndjson.counts).toEqual({ rows: 4, bad: 1, matched: 2, orphan: 1, intents: 1 });
});

test.each([
  ["an empty body", "text/csv", "", "empty"],
  ["no column that names an effect", "text/csv", "name,amount\nx,5\n", "column effectId"],
  ["a column twice", "text/csv", "id,ID\nx,5\n", "Two columns"],
  ["half an array", "application/json", '[{"id":"a"},', "no end"],
  ["no array", "application/json", '{"id":"a"}', "array"],
  ["an empty JSON body", "application/json", "\n", "The statement is empty."],
])("%s is refused, and nothing is kept", async (_, type, statement, says) => {
  const tool = await stage.publish();
  const answer = await stage.upload(tool, statement, {}, type);
  expect([answer.status, answer.body["detail"]]).toEqual([400, expect.stringContaining(says)]);
  const { body } = await stage.asAdmin("GET", `/reconciliations?tool=${tool}`);
  expect(body["items"]).toEqual([]);
});

describe("a statement without a row", () => {
  test.each([
    ["text/csv", "id,amount\n\n"],
    ["application/json", "[]"],
    ["application/x-ndjson", ""],
  ])("is refused where it covers no time: %s", async (type, statement) => {
    const tool = await stage.publish();
    const answer = await stage.asAdmin("POST", `/reconciliations?tool=${tool}`, statement, { "content-type": type });
    expect([answer.status, answer.body["detail"]]).toEqual([400, expect.stringContaining("has no rows")]);
    const { body } = await stage.asAdmin("GET", `/reconciliations?tool=${tool}`);
    expect(body["items"]).toEqual([]);
  });

  test("that covers a time says that nothing happened in it", async () => {
    const tool = await stage.publish();
    const paid = await stage.payAged(tool);
    const run = await stage.ended(await stage.upload(tool, "id,amount\n"));
    expect(await stage.foundIn(run)).toMatchObject({ missing: [paid.id] });
  });
});

test("without dates and without from and to nothing is called missing, and the answer says so", async () => {
  const tool = await stage.publish();
  const paid = await stage.payAged(tool);
  const answer = await stage.asAdmin("POST", `/reconciliations?tool=${tool}`, "id\nfx_nobody\n", {
    "content-type": "text/csv",
  });
  expect(answer.body).toMatchObject({ window: null, warnings: [expect.stringContaining("missing")] });
  const run = await stage.ended(answer);
  expect(run.counts).toEqual({ rows: 1, orphan: 1, raised: 1 });
  expect(run).toMatchObject({ progress: { phase: "done", done: 1, total: 1 } });
  const at = (ms: number) => new Date(Date.now() - ms).toISOString();
  const dated = `id,at\nfx_a,${at(3_600_000)}\nfx_b,${at(60_000)}\n`;
  const second = await stage.asAdmin("POST", `/reconciliations?tool=${tool}`, dated, { "content-type": "text/csv" });
  expect(await stage.foundIn(await stage.ended(second))).toMatchObject({ missing: [paid.id] });
});

test("of a statement that tells days alone, half a day at each end is not judged: nobody says where its days begin", async () => {
  const tool = await stage.publish();
  await stage.payAged(tool);
  const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
  const path = `/reconciliations?tool=${tool}`;
  const type = { "content-type": "text/csv" };
  const run = await stage.ended(await stage.asAdmin("POST", path, `id,date\nfx_a,${day(2)}\nfx_b,${day(0)}\n`, type));
  expect(run).toMatchObject({ window: { from: `${day(2)}T00:00:00.000Z`, to: `${day(-1)}T00:00:00.000Z` } });
  expect(run.counts["missing"] ?? 0).toBe(0);
});

test("what began or ended at the window's edge, or after the statement was received, is not missing", async () => {
  const tool = await stage.publish();
  await stage.pay(tool); // just now
  const old = await stage.payAged(tool);
  const atEdge = new Date(Date.now() - 600_000 + 30_000).toISOString();
  const before = { from: new Date(Date.now() - 7_200_000).toISOString(), to: atEdge };
  expect((await stage.ended(await stage.upload(tool, "id\nfx_any\n", before))).counts["missing"] ?? 0).toBe(0);
  const whole = await stage.ended(await stage.upload(tool, "id\nfx_any\n"));
  expect(await stage.foundIn(whole)).toEqual({ missing: [old.id], orphan: [null] });
});

describe("a row that tells a time outside the window", () => {
  test("is not compared, and hides nothing: a second effect of its key is found in the row that is inside", async () => {
    const tool = await stage.publish();
    const paid = await stage.payAged(tool);
    const at = (ms: number) => new Date(Date.now() - ms).toISOString();
    const rows = [`fx_early,${paid.key},80,USD,${at(90_000_000)}`, `${paid.effectId},${paid.key},8,USD,${at(600_000)}`];
    const run = await stage.ended(await stage.upload(tool, `id,key,amount,currency,at\n${rows.join("\n")}\n`));
    expect(run.counts).toMatchObject({ rows: 2, outside: 1, matched: 1, duplicate: 1, mismatch: 1 });
    expect(await stage.findings(`intent=${paid.id}&kind=duplicate`)).toMatchObject([
      { data: { effectIds: [paid.effectId, "fx_early"].sort(), line: 3 } },
    ]);
  });

  test("a day is none: where it was booked it begins hours later than in UTC", async () => {
    const tool = await stage.publish();
    const day = new Date(Date.now() - 30 * 86_400_000).toISOString().slice(0, 10);
    const ownDay = { from: `${day}T00:00:00-10:00`, to: `${day}T23:59:59-10:00` };
    const before = new Date(Date.parse(`${day}T00:00:00Z`) - 86_400_000).toISOString().slice(0, 10);
    const run = await stage.ended(await stage.upload(tool, `id,date\nfx_day,${day}\nfx_before,${before}\n`, ownDay));
    expect(run.counts).toEqual({ rows: 2, orphan: 1, outside: 1, raised: 1 });
  });
});

test("an effect of another tool's intent is nobody's orphan; one of an intent that nobody let run is", async () => {
  const [tool, another] = [await stage.publish(), await stage.publish()];
  const held = await stage.publish({ policy: [{ then: "hold" }] });
  const elsewhere = await stage.payAged(another);
  const waiting = await stage.pay(held, {}, {});
  const run = await stage.ended(await stage.upload(tool, `id,key\n${elsewhere.effectId},\nx,${elsewhere.key}\n`));
  expect(run.counts).toEqual({ rows: 2, otherTool: 2 });
  const found = await stage.ended(await stage.upload(held, `id,key\nfx_never,${waiting.key}\n`));
  expect(await stage.foundIn(found)).toEqual({ orphan: [waiting.id] });
});

describe("a doubt", () => {
  test("is over when the statement has its effect: resolved as by a probe, by the reconciliation, and a finding", async () => {
    const tool = await stage.publish({ list: false });
    await stage.setFault(`/corpus/${tool}`, "effect_then_500", { times: 1 });
    const paid = await stage.pay(tool);
    expect((await stage.asAdmin("GET", `/intents/${paid.id}`)).body).toMatchObject({ state: "in_doubt" });
    const [effect] = await stage.product.effects(paid.key);
    const run = await stage.ended(await stage.upload(tool, `key,id\n${paid.key},${effect?.id}\n`));
    expect(run.counts).toMatchObject({ late: 1, resolved: 1 });
    expect((await stage.asAdmin("GET", `/intents/${paid.id}`)).body).toMatchObject({
      state: "succeeded",
      effectId: effect?.id,
    });
    const { body } = await stage.asAdmin("GET", `/intents/${paid.id}/events`);
    const items = body["items"] as { type: string; actor: unknown; data: unknown }[];
    expect(items.filter(({ type }) => type === "intent.probe")).toMatchObject([
      {
        actor: { kind: "system", id: "reconciliation" },
        data: {
          from: "in_doubt",
          to: "succeeded",
          effectId: effect?.id,
          reconciliationId: run.id,
          source: "statement",
        },
      },
    ]);
    expect(await stage.findings(`intent=${paid.id}&kind=late`)).toMatchObject([
      { state: "open", data: { state: "in_doubt" } },
    ]);
    expect(await stage.product.effects(paid.key)).toHaveLength(1);
  });

  test("is not over by an effect that belongs to another intent: it stays, and a finding names that intent", async () => {
    const tool = await stage.publish({ list: false });
    const before = await stage.pay(tool);
    await stage.setFault(`/corpus/${tool}`, "effect_then_500", { times: 1 });
    const paid = await stage.pay(tool);
    const run = await stage.ended(await stage.upload(tool, `key,id\n${paid.key},${before.effectId}\n`));
    expect(run.counts["resolved"] ?? 0).toBe(0);
    expect((await stage.asAdmin("GET", `/intents/${paid.id}`)).body).toMatchObject({ state: "in_doubt" });
    expect(await stage.findings(`intent=${paid.id}&kind=shared_effect`)).toMatchObject([
      { data: { effectId: before.effectId, otherIntentId: before.id, source: "reconciliation" } },
    ]);
  });

  test("by an effect that intents may share stays without a finding: one thing may be written twice", async () => {
    const tool = await stage.publish({ list: false, effect: "write_idempotent" });
    const before = await stage.pay(tool);
    await stage.setFault(`/corpus/${tool}`, "effect_then_500", { times: 1 });
    const paid = await stage.pay(tool);
    const run = await stage.ended(await stage.upload(tool, `key,id\n${paid.key},${before.effectId}\n`));
    expect(run.counts).toMatchObject({ late: 1 });
    expect(run.counts["resolved"] ?? 0).toBe(0);
    expect((await stage.asAdmin("GET", `/intents/${paid.id}`)).body).toMatchObject({ state: "in_doubt" });
    expect(await stage.findings(`tool=${tool}&kind=shared_effect`)).toEqual([]);
  });

  test("that the contract leaves to several people is not over by what one of them uploads; the listing ends it", async () => {
    for (const resolution of [{ approvals: 2 }, { role: "admin" }]) {
      const tool = await stage.publish({ resolution });
      await stage.setFault(`/corpus/${tool}`, "effect_then_500", { times: 1 });
      const paid = await stage.pay(tool);
      const [effect] = await stage.product.effects(paid.key);
      const run = await stage.ended(await stage.upload(tool, `key,id\n${paid.key},${effect?.id}\n`));
      expect(run.counts).toMatchObject({ late: 1, unresolved: 1, raised: 1 });
      expect((await stage.asAdmin("GET", `/intents/${paid.id}`)).body).toMatchObject({ state: "in_doubt" });
      expect((await stage.ended(await stage.start({ tool }))).counts).toMatchObject({ late: 1, resolved: 1 });
      expect((await stage.asAdmin("GET", `/intents/${paid.id}`)).body).toMatchObject({ state: "succeeded" });
    }
  });

  test("without a key in the statement might be any effect that nobody knows: none of them is called an orphan", async () => {
    const tool = await stage.publish({ list: false });
    await stage.setFault(`/corpus/${tool}`, "effect_then_500", { times: 1 });
    const paid = await stage.pay(tool);
    const [effect] = await stage.product.effects(paid.key);
    const run = await stage.ended(await stage.upload(tool, `id\n${effect?.id}\n`));
    expect(run.counts).toMatchObject({ undecided: 1 });
    expect(await stage.foundIn(run)).toEqual({});
  });

  test("is not there for a failure that did happen after all: a finding, and nothing changes", async () => {
    const tool = await stage.publish();
    await stage.setFault(`/corpus/${tool}`, "refuse", { times: 1 });
    const paid = await stage.pay(tool);
    const run = await stage.ended(await stage.upload(tool, `key,id\n${paid.key},fx_after_all\n`));
    expect(await stage.foundIn(run)).toEqual({ late: [paid.id] });
    expect((await stage.asAdmin("GET", `/intents/${paid.id}`)).body).toMatchObject({ state: "failed", effectId: null });
  });
});

test("who starts, ends and finds is on record, without a word of the statement", async () => {
  const tool = await stage.publish();
  const paid = await stage.payAged(tool, { orderId: "Order of Ada Lovelace" });
  const run = await stage.ended(await stage.upload(tool, `key,/orderId\n${paid.key},Charles Babbage\n`));
  const about = async (type: string) => (await stage.events(type)).filter(({ subject }) => subject === tool);
  expect(await about("reconciliation.started")).toMatchObject([
    { actor_kind: "operator", data: { reconciliationId: run.id } },
  ]);
  expect(await about("reconciliation.finished")).toMatchObject([{ actor_kind: "system", actor_id: "reconciliation" }]);
  const raised = await about("finding.raised");
  expect(raised).toMatchObject([{ intent_id: paid.id, data: { kind: "mismatch", reconciliationId: run.id } }]);
  const [finding] = await stage.findings(`intent=${paid.id}`);
  expect(JSON.stringify([finding, raised])).not.toMatch(/Ada|Babbage/);
});
