// Web processes that share a port die one by one, and all at once, while agents submit.
import { createConnection } from "node:net";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Answer, type Product, startProduct } from "../support/in-process";
import { ledgerContract } from "../support/ledger-contract";
import { startWebCluster, type WebCluster } from "../support/web-cluster";

const AGENTS = 16;
const KILLS = 6;
/** Processes start, and wait before they do. */
const LONG = { timeout: 90_000 };

let product: Product;
let web: WebCluster;
beforeAll(async () => {
  product = await startProduct();
  web = await startWebCluster(2, product.env);
  const contract = ledgerContract("pay_dying");
  expect((await product.asOperator("PUT", "/api/v1/contracts/pay_dying", contract)).status).toBe(201);
});
afterAll(async () => {
  await web.end("SIGTERM");
  await product.close();
});

const submit = (orderId: string) =>
  web.as(product.agentKey)("POST", "/intents", {
    tool: "pay_dying",
    args: { orderId, amount: 5 },
    run: orderId,
    step: "s",
  });

/** As an agent should: a connection that broke says nothing, and the same request is sent again. */
async function submitUntilTaken(orderId: string, onRefused: () => void): Promise<Answer> {
  for (;;) {
    try {
      return await submit(orderId);
    } catch (error) {
      const { code } = (error as Error).cause as NodeJS.ErrnoException;
      if (code === "ECONNREFUSED") onRefused();
    }
  }
}

async function stored(ids: string[]): Promise<string[]> {
  const client = new pg.Client({ connectionString: product.databaseUrl });
  await client.connect();
  const { rows } = await client.query<{ id: string }>("select id from intents where id = any($1)", [ids]);
  await client.end();
  return rows.map(({ id }) => id);
}

describe("under load", () => {
  test("processes killed one by one, then all at once: nothing acknowledged is lost, nothing runs twice, the port stays open", async () => {
    const acknowledged = new Map<string, string>();
    let refusedCount = 0;
    let isOver = false;
    const agents = Array.from({ length: AGENTS }, async (_, agent) => {
      for (let turn = 1; !isOver; turn += 1) {
        const orderId = `${agent}-${turn}`;
        const { status, body } = await submitUntilTaken(orderId, () => (refusedCount += 1));
        expect([200, 201, 202]).toContain(status);
        acknowledged.set(orderId, String(body["id"]));
      }
    });
    const answeredMore = async () => {
      const before = acknowledged.size;
      await expect.poll(() => acknowledged.size, LONG).toBeGreaterThan(before + AGENTS);
    };
    for (let kill = 0; kill < KILLS; kill += 1) {
      await answeredMore();
      const [first] = web.pids();
      process.kill(first as number, "SIGKILL");
      await expect.poll(() => web.pids().filter((pid) => pid !== first), LONG).toHaveLength(2);
    }
    await answeredMore();
    for (const pid of web.pids()) process.kill(pid, "SIGKILL");
    await answeredMore();
    isOver = true;
    await Promise.all(agents);
    expect(refusedCount).toBe(0);
    const ids = [...acknowledged.values()];
    expect(new Set(await stored(ids))).toEqual(new Set(ids));
    const effects = async () =>
      (await product.effects()).map(({ body }) => String(body["orderId"])).filter((id) => acknowledged.has(id));
    await expect.poll(async () => new Set(await effects()).size, LONG).toBe(acknowledged.size);
    expect(await effects()).toHaveLength(acknowledged.size);
    const ended = web.logged().filter(({ msg }) => msg === "A web process ended");
    expect(ended.length).toBeGreaterThanOrEqual(KILLS + 2);
    for (const line of ended) expect(line).toMatchObject({ process: expect.any(Number), signal: "SIGKILL" });
  });
});

test("a primary that is killed takes its processes with it, and the port is free again", async () => {
  const other = await startWebCluster(2, product.env);
  const pids = other.pids();
  expect(pids).toHaveLength(2);
  await other.end("SIGKILL");
  await expect.poll(() => pids.filter(isAlive)).toEqual([]);
  const { port } = new URL(other.url);
  const refused = new Promise<unknown>((resolve) => createConnection(Number(port), "127.0.0.1").on("error", resolve));
  expect(await refused).toMatchObject({ code: "ECONNREFUSED" });
});

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
