// Raw args of a long history go batch by batch; a worker that dies between two of them, or two at once, lose nothing.
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeContractCatalog } from "@/lib/application/contract-catalog";
import { expireArgs } from "@/lib/application/expire-args";
import { makeIdSource } from "@/lib/domain/id";
import { insertPlain } from "@/lib/store/testing/plain-intents";
import { Stage } from "./gate/support/stage";

const DAY_MS = 86_400_000;
/** Two full batches and part of a third. */
const COUNT = 1_100;

let stage: Stage;
let client: pg.Client;
beforeAll(async () => {
  stage = await Stage.open();
  client = new pg.Client({ connectionString: stage.product.databaseUrl });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await stage.close();
});

async function insertOld(tool: string): Promise<void> {
  const createdMs = Date.now() - 10 * DAY_MS;
  const newId = makeIdSource(() => createdMs);
  const plain = { createdMs, namespace: "default", tool, agent: "agt_1", run: null, effectId: "e", operators: [] };
  await insertPlain(
    client,
    Array.from({ length: COUNT }, (_, n) => ({
      ...plain,
      id: newId("int"),
      state: "succeeded" as const,
      identity: { "/one": `${tool} person ${n}`, "/many": [] },
      amount: null,
    })),
  );
  await client.query(
    `update intents set args = '{"to": "somebody"}', args_digest = 'd', ended_at = now() - interval '9 days',
       window_ends_at = now() - interval '8 days' where tool = $1`,
    [tool],
  );
}

const deps = () => ({
  ...{ db: stage.db, newId: stage.newId, retentionMs: null },
  versionOf: makeContractCatalog(stage.db).versionOf,
});
const erasedCount = (tool: string) => stage.count("intents", "tool = $1 and args::text = '{}'", tool);
const recordedCount = (tool: string) =>
  stage.count("audit_events", "type = 'intent.erased' and subject = $1 and actor_id = 'retention'", tool);

test("a turn takes one batch of a tool, each on record, and the next goes on where it ended", async () => {
  const tool = await stage.tool({ retention: "2d" });
  await insertOld(tool);
  const looked: number[] = [];
  do {
    looked.push(await expireArgs(deps()));
    expect(await recordedCount(tool)).toBe(await erasedCount(tool));
  } while (looked.at(-1) !== 0);
  expect(looked).toEqual([500, 500, 100, 0]);
  expect(await erasedCount(tool)).toBe(COUNT);
  expect(await stage.count("identity_values")).toBe(0);
  expect(await stage.count("retention_waiting")).toBe(0);
});

test("a batch that could not be put on record is not done either", async () => {
  const tool = await stage.tool({ retention: "2d" });
  await insertOld(tool);
  const broken = () => {
    throw new Error("killed");
  };
  await expect(expireArgs({ ...deps(), newId: broken })).rejects.toThrow("killed");
  expect(await erasedCount(tool)).toBe(0);
  expect(await stage.count("retention_marks", "tool = $1", tool)).toBe(0);
  expect(await expireArgs(deps())).toBe(500);
});

test("two workers at once take each intent once", async () => {
  const tool = await stage.tool({ retention: "2d" });
  await insertOld(tool);
  for (let turn = 0; turn < 10 && (await erasedCount(tool)) < COUNT; turn += 1) {
    await Promise.all([expireArgs(deps()), expireArgs(deps())]);
  }
  expect(await erasedCount(tool)).toBe(COUNT);
  expect(await recordedCount(tool)).toBe(COUNT);
});
