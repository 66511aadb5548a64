// GET /api/metrics of a running web process: who may read it, and that what happened is what it counts.
import { afterAll, beforeAll, expect, test } from "vitest";
import { DoubtStage } from "../support/doubt-stage";
import { growth, METRICS_TOKEN, Scraped } from "./support/scraped";

let stage: DoubtStage;
let url: string;
beforeAll(async () => {
  stage = await DoubtStage.open({ env: { INTERLOCK_METRICS_TOKEN: METRICS_TOKEN } });
  url = `${stage.product.url}/api/metrics`;
});
afterAll(() => stage.close());

const scrape = () => Scraped.from(url);

async function read(headers: Record<string, string>) {
  const response = await fetch(url, { headers: { connection: "close", ...headers } });
  const text = await response.text();
  const type = response.headers.get("content-type");
  return { status: response.status, type, challenge: response.headers.get("www-authenticate"), text };
}

test("operators of any role and the holder of the metrics token may read them", async () => {
  const { operatorToken, operator } = stage.product;
  expect((await Scraped.from(url, operatorToken)).find("interlock_process_resident_bytes")).toBeGreaterThan(0);
  const { body } = await stage.asAdmin("POST", "/operators", { email: "v@a.test", name: "V", role: "viewer" });
  const { body: viewer } = await stage.asAdmin("POST", `/operators/${body["id"]}/tokens`, { name: "test" });
  expect(await read({ authorization: `Bearer ${viewer["token"]}` })).toMatchObject({ status: 200 });
  const signedIn = await fetch(`${stage.product.url}/api/v1/session`, {
    method: "POST",
    headers: { "content-type": "application/json", connection: "close" },
    body: JSON.stringify(operator),
  });
  await signedIn.text();
  const cookie = (signedIn.headers.get("set-cookie") ?? "").split(";")[0] ?? "";
  expect(await read({ cookie })).toMatchObject({ status: 200 });
  expect(await read({ authorization: `Bearer ${METRICS_TOKEN}` })).toMatchObject({ status: 200 });
});

test("other callers are refused, and the answer says nothing but that", async () => {
  const refused = {
    type: "application/problem+json",
    challenge: "Bearer",
    text: expect.not.stringContaining("# HELP"),
  };
  expect(await read({})).toMatchObject({ ...refused, status: 401 });
  for (const bearer of ["ilo_nobody", `${METRICS_TOKEN}x`, METRICS_TOKEN.slice(0, -1), "x"])
    expect(await read({ authorization: `Bearer ${bearer}` })).toMatchObject({ ...refused, status: 401 });
  expect(await read({ authorization: METRICS_TOKEN })).toMatchObject({ ...refused, status: 401 });
  const agent = await read({ authorization: `Bearer ${stage.product.agentKey}` });
  expect(agent).toMatchObject({ status: 403, type: "application/problem+json" });
});

test("submissions, duplicates, refusals and transitions grow by exactly what happened", async () => {
  const tool = await stage.publish();
  const strict = await stage.publish({ duplicates: { same: "refuse" } });
  const held = await stage.publish({ policy: [{ then: "hold" }] });
  const [first, second, third] = [stage.order(tool), stage.order(strict), stage.order(held)];
  const before = await scrape();

  for (let turn = 0; turn < 3; turn += 1) expect((await stage.submit(first)).status).toBeLessThan(300);
  const drifted = { ...first, args: { ...(first["args"] as object), amount: 81 } };
  await stage.submit(drifted);
  await stage.submit(second);
  expect((await stage.submit(second)).status).toBe(409);
  expect((await stage.submit({ ...first, args: {} })).status).toBe(422);
  expect((await stage.submit({ ...first, tool: "nobodys_tool" })).status).toBe(404);
  const waiting = await stage.submit(third, 0);
  const deny = {
    verdict: "deny",
    reason: "no",
    argsDigest: (await stage.intent(String(waiting.body["id"])))["argsDigest"],
  };
  expect((await stage.asAdmin("POST", `/intents/${waiting.body["id"]}/decisions`, deny)).status).toBe(200);

  const expected = {
    'interlock_submissions_total{disposition="created"}': 3,
    'interlock_submissions_total{disposition="replayed"}': 2,
    'interlock_submissions_total{disposition="drifted"}': 1,
    'interlock_submission_refusals_total{code="already_submitted"}': 1,
    'interlock_submission_refusals_total{code="invalid_args"}': 1,
    'interlock_submission_refusals_total{code="unknown_tool"}': 1,
    interlock_duplicates_prevented_total: 4,
    'interlock_intent_transitions_total{state="cleared"}': 2,
    'interlock_intent_transitions_total{state="held"}': 1,
    'interlock_intent_transitions_total{state="denied"}': 1,
  };
  const after = await scrape();
  expect(growth(before, after, Object.keys(expected))).toEqual(expected);
  // One that finds its action locked goes with a later flush as well.
  const flushed = 'interlock_flush_size_sum{flush="intake"}';
  expect(after.count(flushed) - before.count(flushed)).toBeGreaterThanOrEqual(7);
});

test("what waits for people, its age, and what is in doubt are read from the store", async () => {
  const held = await stage.publish({ policy: [{ then: "hold" }] });
  const doubted = await stage.publish({ probe: false });
  const { body } = await stage.submit(stage.order(held), 0);
  const hour = 3_600_000;
  await stage.database.query(
    "update intents set hold = (hold::jsonb || jsonb_build_object('since', (hold ->> 'since')::bigint - $2::bigint))::json where id = $1",
    [body["id"], hour],
  );
  const inDoubt = await stage.bringIntoDoubt(doubted);
  const { rows } = await stage.database.query(
    `select count(*) filter (where state = 'held')::int as held, count(*) filter (where state = 'in_doubt')::int as doubts from intents`,
  );
  const read = async () => {
    const scraped = await scrape();
    return [scraped.find('interlock_intents{state="held"}'), scraped.find('interlock_intents{state="in_doubt"}')];
  };
  // What was read last is kept for a few seconds.
  await expect.poll(read).toEqual([rows[0].held, rows[0].doubts]);
  const scraped = await scrape();
  expect(scraped.find('interlock_held_age_seconds{stat="oldest"}')).toBeGreaterThanOrEqual(hour / 1_000);
  expect(scraped.find('interlock_in_doubt_age_seconds{stat="oldest"}')).toBeGreaterThanOrEqual(0);
  expect(scraped.find("interlock_queue_lag_seconds")).not.toBeNull();
  expect(scraped.find("interlock_unsealed_events")).not.toBeNull();
  expect(inDoubt).toMatch(/^int_/);
});

test("no label holds an id, an argument, a run, or a word of the agent", async () => {
  const tool = await stage.publish();
  const secret = "tell-nobody";
  const args = { orderId: secret, amount: 12_345, note: secret };
  await stage.submit({ tool, args, run: secret, step: secret, session: secret, reason: secret });
  await stage.submit({ tool: secret.replaceAll("-", "_"), args, run: secret, step: secret });
  const labels = [...(await scrape()).labels()];
  expect(labels.filter((label) => /(int|sub|agt|att|opr|evt)_[0-9a-z]{20,}/i.test(label))).toEqual([]);
  expect(labels.filter((label) => label.includes("nobody") || label.includes("12345"))).toEqual([]);
  const names = new Set(labels.map((label) => label.split("=")[0]));
  const known = ["code", "disposition", "flush", "le", "part", "pool", "reading", "stat", "state", "tool"];
  expect([...names].filter((name) => !known.includes(name ?? ""))).toEqual([]);
});

test("pools tell how much of them is in use", async () => {
  await stage.submit(stage.order(await stage.publish()));
  const scraped = await scrape();
  for (const pool of ["reads", "transactions", "hot"]) {
    const open = scraped.count(`interlock_pool_connections{pool="${pool}",state="open"}`);
    expect(open).toBeGreaterThan(0);
    expect(open).toBeLessThanOrEqual(scraped.count(`interlock_pool_connections_max{pool="${pool}"}`));
    expect(scraped.find(`interlock_pool_waiting{pool="${pool}"}`)).toBe(0);
  }
});
