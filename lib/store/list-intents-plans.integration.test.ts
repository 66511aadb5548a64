// Whatever history is asked by, it reads about as many rows as it shows, however much there is.
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { candidateDigests } from "@/lib/domain/identity-values";
import { alignDue } from "@/tests/support/align-due";
import { createTestDatabase, type TestDatabase } from "@/tests/support/database";
import type { IntentListFilter } from "./intent-pages";
import { listIntents } from "./list-intents";
import { createdAtOf, insertManyIntents, intentIdOf } from "./testing/many-intents";
import { plansOf, toReads } from "./testing/reads-of";

const MANY = 40_000;
const LIMIT = 51;
const TABLES = ["intents", "history", "identity_values", "intent_amounts", "journal", "due"];

let database: TestDatabase;
let client: pg.Client;

beforeAll(async () => {
  database = await createTestDatabase();
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await insertManyIntents(client, MANY);
  await client.query("vacuum analyze");
  // A table that is small now is scanned whole; what counts is what happens when it has grown.
  await client.query("set enable_seqscan = off");
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

type Filter = Partial<IntentListFilter>;

const FEW = 3 * LIMIT;
/** As many entries of an index, one after the other, cost Postgres less than looking twenty up. */
const FEW_IN_A_ROW = 20 * LIMIT;

async function expectFewReads(filter: Filter, max = FEW): Promise<void> {
  const nodes = await plansOf(client, "intents i", (reader) =>
    listIntents(reader, { namespace: null, limit: LIMIT, ...filter }),
  );
  const reads = TABLES.map((table) => ({ table, ...toReads(nodes, table) }));
  expect(reads.flatMap(({ kinds }) => kinds)).not.toEqual([]);
  for (const { table, kinds, rows } of reads) {
    expect({ table, kinds }).not.toMatchObject({ kinds: expect.arrayContaining(["Seq Scan"]) });
    expect({ table, rows, isFew: rows <= max }).toMatchObject({ isFew: true });
  }
}

const middle = intentIdOf(MANY / 2);
const identity = (typed: string) => ({ identity: candidateDigests(typed) });
const meant = (typed: string) => ({ q: { text: typed, identity: candidateDigests(typed) } });
const byState = (state: string): [string, Filter] => [`state ${state}`, { state }];

const FILTERS: [string, Filter][] = [
  ["nothing", {}],
  ["a common tool", { tool: "tool" }],
  ["a rare tool", { tool: "rare_tool" }],
  ["a common run", { run: "run" }],
  ["a rare run", { run: "rare_run" }],
  ["a busy agent", { agent: "agt_1" }],
  ["a rare agent", { agent: "agt_2" }],
  ["a busy operator", { operator: "opr_1" }],
  ["a rare operator", { operator: "opr_2" }],
  ["an operator who did nothing", { operator: "opr_3" }],
  ["words that are an id", meant(middle)],
  ["words that are an effect id", meant("effect77")],
  ["words that are an effect id which half of them have", meant("ok")],
  ["words that are a common run", meant("run")],
  ["words that are a rare run", meant("rare_run")],
  ["words that are an identity value which all have", meant("everybody")],
  ["words that are a rare identity value", meant("rare_one")],
  ["words that mean nothing", meant("nothing")],
  ["an effect id", { effectId: "effect77" }],
  ["an effect id that half of them have", { effectId: "ok" }],
  ["an effect id that nothing has", { effectId: "nothing" }],
  ["an identity value that all have", identity("everybody")],
  ["an identity value that some have", identity("Some")],
  ["a rare identity value", identity("rare_one")],
  ["an identity value that nobody has", identity("nobody")],
  ["an amount", { money: { currency: "USD", from: "77", to: "77" } }],
  ["an amount that nothing has", { money: { currency: "USD", from: "0.5", to: "0.5" } }],
  ["a range of amounts", { money: { currency: "USD", from: "100", to: "30000" } }],
  ["large amounts", { money: { currency: "USD", from: "39000" } }],
  ["small amounts", { money: { currency: "USD", to: "20000" } }],
  ["a rare currency", { money: { currency: "EUR" } }],
  ["a currency that nothing has", { money: { currency: "JPY" } }],
  ...["held", "cleared", "in_doubt", "executing", "succeeded"].map(byState),
  ...["denied", "failed", "expired", "refused", "withdrawn", "partial"].map(byState),
];

describe("intents by", () => {
  test.each(FILTERS)("%s", async (_name, filter) => expectFewReads(filter));
});

describe("a later page of intents by", () => {
  test.each(FILTERS)("%s", async (_name, filter) => {
    const { money } = filter;
    const later = { ...money, currency: money?.currency ?? "", before: { amount: "20000", id: middle } };
    await expectFewReads({ ...filter, ...(money === undefined ? { beforeId: middle } : { money: later }) });
  });
});

const between = (from: number, to: number) => ({ fromMs: createdAtOf(from), toMs: createdAtOf(to) });

test("a later page of a range of amounts does not begin at the top of the range", async () => {
  const money = { currency: "USD", to: "39000", before: { amount: "2000", id: middle } };
  const nodes = await plansOf(client, "intents i", (reader) =>
    listIntents(reader, { namespace: null, limit: LIMIT, money }),
  );
  expect(toReads(nodes, "intent_amounts").blocks).toBeLessThan(LIMIT);
});

describe("of a long time, intents by", () => {
  test.each(FILTERS)("%s", async (_name, filter) => expectFewReads({ ...filter, ...between(10_000, 30_000) }));
});

describe("of a short time, intents by", () => {
  test.each(FILTERS)("%s", async (_name, filter) => expectFewReads({ ...filter, ...between(19_990, 20_010) }));
});

describe("of a namespace that nearly all are in, intents by", () => {
  test.each(FILTERS)("%s", async (_name, filter) => expectFewReads({ ...filter, namespace: "default" }));
});

describe("of a namespace with few, intents by", () => {
  test.each(FILTERS)("%s", async (_name, filter) =>
    expectFewReads({ ...filter, namespace: "rare_default" }, Object.keys(filter).length === 0 ? FEW : FEW_IN_A_ROW),
  );
});

describe("what operators ask for together:", () => {
  test.each<[string, Filter]>([
    ["a common tool, a rare end", { tool: "tool", state: "denied" }],
    ["a rare tool, a rare end that it never had", { tool: "rare_tool", state: "denied" }],
    ["a rare tool that succeeded", { tool: "rare_tool", state: "succeeded" }],
    ["a common tool that is held", { tool: "tool", state: "held" }],
    ["a rare tool that is held", { tool: "rare_tool", state: "held" }],
    ["a busy agent, a rare end", { agent: "agt_1", state: "failed" }],
    ["a rare agent, a common end", { agent: "agt_2", state: "succeeded" }],
    ["a common tool, large amounts", { tool: "tool", money: { currency: "USD", from: "39000" } }],
    ["a rare tool, any amount", { tool: "rare_tool", money: { currency: "EUR" } }],
    ["a rare tool, amounts that it never had", { tool: "rare_tool", money: { currency: "USD" } }],
    ["a common value, a common tool", { ...identity("everybody"), tool: "tool" }],
    ["a common value, a rare tool", { ...identity("everybody"), tool: "rare_tool" }],
    ["a rare value, a common tool", { ...identity("rare_one"), tool: "tool" }],
    ["a busy operator, a rare tool", { operator: "opr_1", tool: "rare_tool" }],
    ["a rare operator, a common end", { operator: "opr_2", state: "succeeded" }],
    ["a busy operator, a rare end", { operator: "opr_1", state: "denied" }],
    ["a busy operator, a rare value", { operator: "opr_1", ...identity("rare_one") }],
    ["words that are a common run, a rare tool", { ...meant("run"), tool: "rare_tool" }],
    ["words that are a common value, a busy operator", { ...meant("everybody"), operator: "opr_1" }],
    ["words that are a rare run, any amount", { ...meant("rare_run"), money: { currency: "EUR" } }],
    ["words that mean nothing, any amount", { ...meant("nothing"), money: { currency: "USD" } }],
  ])("%s", async (_name, filter) => expectFewReads(filter));
});

describe("while a tool is paused, intents by", () => {
  beforeAll(async () => {
    await client.query(
      "insert into pauses (id, covers, target, reason, paused_by) values ('pau_1', 'tool', 'tool', 'why', 'opr_1')",
    );
  });

  test.each(["held", "cleared"].map(byState))("%s", async (_name, filter) => expectFewReads(filter));
});

describe("of a backlog that is older than thousands that ran since, intents by", () => {
  beforeAll(async () => {
    await client.query("delete from pauses");
    await client.query(
      `update intents set state = 'cleared', cleared_by = '{}', decided_digest = args_digest, due_at = now(), effect_id = null,
         ended_by = null, ended_reason = null, ended_at = null, window_ends_at = null
       where id < $1 and state = 'succeeded' and tool = 'tool'`,
      [intentIdOf(MANY / 4)],
    );
    await alignDue((sql) => client.query(sql));
    await client.query("vacuum analyze intents, due");
  });

  test.each<[string, Filter]>([
    byState("cleared"),
    byState("executing"),
    ["a tool that waits", { state: "cleared", tool: "tool" }],
    ["an agent that waits", { state: "cleared", agent: "agt_1" }],
  ])("%s", async (_name, filter) => expectFewReads(filter, FEW_IN_A_ROW));
});
