// A web process whose clock is wrong, or goes backwards. Postgres' clock decides; a process's own decides nothing.
import pg from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { alignDue } from "./support/align-due";
import { callAs } from "./support/call-as";
import { type Product, startProduct } from "./support/in-process";
import { ledgerContract } from "./support/ledger-contract";
import { startWebProcess, type WebProcess } from "./support/web-process";

const DAY_MS = 86_400_000;
const WAIT = { prefer: "wait=60" };
vi.setConfig({ testTimeout: 90_000 });

let product: Product;
let skewed: WebProcess;
let database: pg.Client;

beforeAll(async () => {
  product = await startProduct();
  skewed = await startWebProcess(product.env);
  database = new pg.Client({ connectionString: product.databaseUrl });
  await database.connect();
  const limits = [{ per: "tool", count: true, max: 2, window: "24h", over: "refuse" }];
  const contracts = [
    ledgerContract("pay_window"),
    ledgerContract("pay_held", { policy: [{ then: "hold", expiresIn: "24h" }] }),
    ledgerContract("pay_limited", { limits }),
  ];
  for (const contract of contracts) {
    const { status } = await product.asOperator("PUT", `/api/v1/contracts/${contract["tool"]}`, contract);
    expect(status).toBe(201);
  }
});
afterAll(async () => {
  await database.end();
  await skewed.stop();
  await product.close();
});

const call = (tool: string, orderId: string, amount = 5) => ({
  tool,
  args: { orderId, amount },
  run: orderId,
  step: "s",
});
const submit = (body: unknown, headers: Record<string, string> = {}, key = product.agentKey) =>
  skewed.as(key)("POST", "/intents", body, headers);
const operate = (path: string, body: unknown) => skewed.as(product.operatorToken)("POST", path, body);
const dispositionOf = ({ body }: { body: Record<string, unknown> }) =>
  (body["submission"] as { disposition: string } | undefined)?.disposition;

async function databaseNowMs(): Promise<number> {
  const { rows } = await database.query("select clock_timestamp()::timestamptz(3) as now");
  return rows[0].now.getTime();
}

/** Time passes for one intent: what is stored moves, not the clock. */
async function age(intentId: unknown, days: number): Promise<void> {
  const gone = `interval '${days} days'`;
  await database.query(
    `update intents set ended_at = ended_at - ${gone}, window_ends_at = window_ends_at - ${gone},
       hold_expires_at = hold_expires_at - ${gone},
       hold = case when hold is null then null
         else (hold::jsonb || jsonb_build_object('expiresAt', (hold ->> 'expiresAt')::bigint - ${days * DAY_MS},
                                                 'since', (hold ->> 'since')::bigint - ${days * DAY_MS}))::json end
     where id = $1`,
    [intentId],
  );
  await alignDue((sql) => database.query(sql));
}

describe.each([
  ["thirty days ahead", 30 * DAY_MS],
  ["thirty days behind", -30 * DAY_MS],
])("on a process whose clock is %s", (name, skewMs) => {
  const order = (what: string) => `${what} ${name}`;
  beforeEach(() => skewed.setClock(skewMs));

  test("a repeat inside the window is replayed, and one after it runs as the next generation", async () => {
    const asked = call("pay_window", order("window"));
    const first = await submit(asked, WAIT);
    expect(first.body).toMatchObject({ state: "succeeded", generation: 1 });
    await age(first.body["id"], 6);
    const inside = await submit(asked, WAIT);
    expect([inside.body["id"], dispositionOf(inside)]).toEqual([first.body["id"], "replayed"]);
    await age(first.body["id"], 2);
    const after = await submit(asked, WAIT);
    expect(after.body).toMatchObject({ state: "succeeded", generation: 2, submission: { disposition: "created" } });
    const effects = (await product.effects()).filter(({ body }) => body["orderId"] === order("window"));
    expect(effects).toHaveLength(2);
  });

  test("a hold is open until its time is over, and then it cannot be approved and opens again", async () => {
    const open = await submit(call("pay_held", order("open")));
    expect(dispositionOf(await submit(call("pay_held", order("open"))))).toBe("coalesced");
    const yes = ({ body }: typeof open) => ({ verdict: "approve", argsDigest: body["argsDigest"] });
    expect((await operate(`/intents/${open.body["id"]}/decisions`, yes(open))).status).toBe(200);

    const late = await submit(call("pay_held", order("late")));
    await age(late.body["id"], 2);
    const refused = await operate(`/intents/${late.body["id"]}/decisions`, yes(late));
    expect([refused.status, refused.body["code"]]).toEqual([409, expect.stringMatching(/hold_expired|wrong_state/)]);
    const again = await submit(call("pay_held", order("late")));
    expect(again.body).toMatchObject({ id: late.body["id"], state: "held", submission: { disposition: "reopened" } });
  });

  test("everything is on record with the database's time", async () => {
    const before = await databaseNowMs();
    const { body } = await submit(call("pay_held", order("record")));
    await operate(`/intents/${body["id"]}/decisions`, { verdict: "deny", reason: "no" });
    const after = await databaseNowMs();
    const { rows } = await database.query(
      `select created_at as at from intents where id = $1 union all select ended_at from intents where id = $1
       union all select received_at from submissions where intent_id = $1
       union all select created_at from decisions where intent_id = $1
       union all select at from audit_events where intent_id = $1`,
      [body["id"]],
    );
    expect(rows.length).toBeGreaterThanOrEqual(7);
    for (const { at } of rows) {
      expect(at.getTime()).toBeGreaterThanOrEqual(before);
      expect(at.getTime()).toBeLessThanOrEqual(after);
    }
  });

  test("a limit over a day counts what was cleared today", async () => {
    await database.query("truncate reservations, reservation_slots");
    const states: unknown[] = [];
    for (const turn of [1, 2, 3])
      states.push((await submit(call("pay_limited", order(`limit ${turn}`)))).body["state"]);
    expect(states).toEqual(["cleared", "cleared", "refused"]);
  });

  test("an agent's key works until the database says that it has expired, and then it is 401", async () => {
    const { body: agent } = await product.asOperator("POST", "/api/v1/agents", { name: order("agent") });
    const { body: made } = await product.asOperator("POST", `/api/v1/agents/${agent["id"]}/keys`, { expiresIn: "1h" });
    const key = String(made["key"]);
    expect((await submit(call("pay_held", order("key")), {}, key)).status).toBe(202);
    await database.query("update agent_keys set expires_at = now() - interval '1 ms' where id = $1", [made["id"]]);
    const refused = await submit(call("pay_held", order("key")), {}, key);
    expect(refused).toMatchObject({ status: 401, body: { code: "unauthenticated" } });
    expect((await skewed.as(key)("GET", "/intents")).status).toBe(401);
  });
});

test("when the clock jumps back an hour, what comes later is still later, and nothing remembered outlives its truth", async () => {
  await skewed.setClock(0);
  const { body: agent } = await product.asOperator("POST", "/api/v1/agents", { name: "jumper" });
  const key = String(agent["key"]);
  const asked = call("pay_held", "jump");
  const sent = [await submit(asked, {}, key)];
  await skewed.setClock(-3_600_000);
  for (let turn = 0; turn < 3; turn += 1) sent.push(await submit(asked, {}, key));
  const { body } = await product.asOperator("GET", `/api/v1/intents/${sent[0]?.body["id"]}/submissions`);
  const told = (body["items"] as { id: string }[]).map(({ id }) => id);
  expect(told).toEqual(sent.map((answer) => (answer.body["submission"] as { id: string }).id));
  // Remembered for a minute by a clock that now needs an hour to get there.
  const admin = callAs(product.url, product.operatorToken);
  expect((await admin("PATCH", `/agents/${agent["id"]}`, { tools: ["pay_window"] })).status).toBe(200);
  expect(await submit(asked, {}, key)).toMatchObject({ status: 403, body: { code: "tool_not_allowed" } });
  expect((await admin("DELETE", `/agents/${agent["id"]}`)).status).toBe(204);
  expect((await submit(asked, {}, key)).status).toBe(401);
});
