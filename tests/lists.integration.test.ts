import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type CallAs, callAs } from "./support/call-as";
import { type Product, startProduct } from "./support/in-process";
import { ledgerContract } from "./support/ledger-contract";

const COUNT = 5;
/** More than any list here has; a cursor that leads back would never end. */
const ITEMS_MAX = 200;
const TOOL = "listed_tool";
const turns = Array.from({ length: COUNT }, (_none, index) => index + 1);
let product: Product;
let asAdmin: CallAs;
/** What the lists below are asked by. */
const known = { intentId: "", agentId: "", operatorId: "", grantId: "" };

beforeAll(async () => {
  product = await startProduct({ worker: false });
  asAdmin = callAs(product.url, product.operatorToken);
  const created = async (path: string, body: unknown) => {
    const answer = await asAdmin("POST", path, body);
    expect(answer.status).toBe(201);
    return String(answer.body["id"]);
  };
  for (const turn of turns) {
    await publish(TOOL, { description: `version ${turn}` });
    await asAdmin("POST", `/tools/${TOOL}/pause`, { reason: `pause ${turn}` });
    await asAdmin("POST", `/tools/${TOOL}/resume`);
    known.agentId = await created("/agents", { name: `agent ${turn}`, namespace: "listed" });
    known.operatorId = await created("/operators", { email: `o${turn}@listed.test`, name: "O", role: "viewer" });
  }
  const expiresAt = new Date(Date.now() + 86_400_000).toISOString();
  const grant = { tool: TOOL, where: { "/amount": { lte: 1 } }, expiresAt };
  for (const turn of turns) {
    await created(`/operators/${known.operatorId}/tokens`, { name: `token ${turn}` });
    known.grantId = await created("/grants", { ...grant, usesMax: turn });
    await submit(`order ${turn}`, 5);
  }
  const { body } = await submit("order 1", 5);
  for (const turn of turns) await submit("order 1", turn);
  known.intentId = String(body["id"]);
  await insertParts(known.intentId, known.grantId);
});
afterAll(async () => product.close());

async function publish(tool: string, more: Record<string, unknown> = {}): Promise<void> {
  const contract = ledgerContract(tool, { policy: [{ then: "hold" }], ...more });
  expect((await asAdmin("PUT", `/contracts/${tool}`, contract)).status).toBe(201);
}

function submit(orderId: string, amount: number) {
  return product.submit({ tool: TOOL, args: { orderId, amount }, run: `listed ${orderId.slice(-1)}`, step: "s" });
}

/** What takes a worker, a race or a lot of time to come about. */
async function insertParts(intentId: string, grantId: string): Promise<void> {
  const client = new pg.Client({ connectionString: product.databaseUrl });
  await client.connect();
  const series = "from generate_series(1, $2::integer) as n";
  const insert = (sql: string, id: string) => client.query(`${sql} ${series}`, [id, COUNT]);
  await insert(
    `insert into journal (id, at, type, actor_kind, actor_id, intent_id, data)
     select 'evt_' || lpad((9 - n)::text, 26, '0'), now(), 'intent.claim', 'worker', 'w', $1,
       json_build_object('to', 'executing', 'argsDigest', '', 'fence', n * 3, 'leaseUntil', now())`,
    intentId,
  );
  await insert(
    `insert into journal (id, at, type, actor_kind, actor_id, intent_id, data)
     select 'evt_1' || lpad(n::text, 25, '0'), now(), 'intent.settle', 'worker', 'w', $1,
       json_build_object('attemptId', 'att_' || lpad((9 - n)::text, 26, '0'), 'fence', n * 3, 'outcome', 'not_sent')`,
    intentId,
  );
  await insert(
    `insert into findings (id, kind, namespace, tool, intent_id)
     select 'fnd_' || lpad(n::text, 26, '0'), 'drift', 'default', '${TOOL}', $1`,
    intentId,
  );
  await insert(
    `insert into grant_uses (grant_id, decision_id, intent_id, at)
     select $1, 'dec_' || lpad(n::text, 26, '0'), '${intentId}', now()`,
    grantId,
  );
  await client.end();
}

type List = { items: Record<string, unknown>[]; nextCursor: string | null };

async function read(path: string, as: CallAs = asAdmin): Promise<List> {
  const { status, body } = await as("GET", path);
  expect({ path, status, body }).toMatchObject({ status: 200 });
  expect(Object.keys(body).sort()).toEqual(["items", "nextCursor"]);
  const { items, nextCursor } = body as List;
  // Uses are noted a while after they were made: the reading itself is one.
  return { items: items.map(({ lastUsedAt, ...item }) => item), nextCursor };
}

async function readPages(path: string, limit: number, as?: CallAs): Promise<List["items"]> {
  const found: List["items"] = [];
  const first = `${path}${path.includes("?") ? "&" : "?"}limit=${limit}`;
  for (let next: string | null = first; next !== null; ) {
    const { items, nextCursor }: List = await read(next, as);
    expect(items.length).toBeLessThanOrEqual(limit);
    expect(items.length).toBeGreaterThan(0);
    found.push(...items);
    expect(found.length).toBeLessThanOrEqual(ITEMS_MAX);
    next = nextCursor === null ? null : `${first}&cursor=${encodeURIComponent(nextCursor)}`;
  }
  return found;
}

const fill = (path: string) => path.replace(/\{(\w+)\}/g, (_all, name: keyof typeof known) => known[name]);

const LISTS = [
  "/contracts",
  `/contracts/${TOOL}/versions`,
  "/intents",
  `/intents?tool=${TOOL}`,
  "/intents?state=held",
  "/intents/{intentId}/submissions",
  "/intents/{intentId}/attempts",
  "/intents/{intentId}/events",
  "/agents",
  "/agents?namespace=listed",
  "/operators",
  "/operators/{operatorId}/tokens",
  "/grants",
  `/grants?tool=${TOOL}&active=true`,
  "/grants/{grantId}/uses",
  "/pauses",
  "/pauses?active=false",
  "/findings",
  `/findings?state=open&kind=drift&tool=${TOOL}&intent={intentId}`,
];

describe.each(LISTS)("%s", (list) => {
  test("pages of any size are the whole list: no gaps, no repeats", async () => {
    const path = fill(list);
    const { items, nextCursor } = await read(`${path}${path.includes("?") ? "&" : "?"}limit=200`);
    expect(nextCursor).toBeNull();
    expect(items.length).toBeGreaterThanOrEqual(COUNT);
    expect(new Set(items.map((item) => JSON.stringify(item))).size).toBe(items.length);
    for (const limit of [1, 2, items.length]) expect(await readPages(path, limit)).toEqual(items);
  });

  test("a cursor that no page gave, or a limit out of bounds, is a 400 that names it", async () => {
    const path = fill(list);
    const ask = (query: string) => asAdmin("GET", `${path}${path.includes("?") ? "&" : "?"}${query}`);
    for (const cursor of ["-", "%00", "a%20b", "x'--", "%ED%A0%80", "y".repeat(201)]) {
      const answer = await ask(`cursor=${cursor}`);
      expect({ cursor, ...answer }).toMatchObject({
        status: 400,
        body: { code: "invalid_request", errors: [{ pointer: "/cursor" }] },
      });
    }
    for (const limit of ["0", "-1", "201", "1.5", "x", ""]) {
      const answer = await ask(`limit=${limit}`);
      const errors = [{ pointer: "/limit", message: "Expected a whole number from 1 to 200." }];
      expect({ limit, ...answer }).toMatchObject({ status: 400, body: { errors } });
    }
  });

  test("a parameter that there is not, or one given twice, is a 400 that names it: nothing is ignored", async () => {
    const path = fill(list);
    const ask = (query: string) => asAdmin("GET", `${path}${path.includes("?") ? "&" : "?"}${query}`);
    const { status, body } = await ask("limit=1&page=2&limit=2");
    expect({ status, code: body["code"] }).toEqual({ status: 400, code: "invalid_request" });
    expect(body["errors"]).toEqual([
      { pointer: "/limit", message: "Given twice." },
      { pointer: "/page", message: expect.stringMatching(/^There is no such parameter\. There are: .*cursor.*limit/) },
    ]);
  });
});

describe("the audit log", () => {
  const EARLIER = "2020-01-01T00:00:00Z";
  const LATER = "2020-01-02T00:00:00Z";

  test.each([
    ["a position among the newest", "order=newest&cursor=7"],
    ["an event among positions", `order=position&cursor=evt_${"0".repeat(26)}`],
  ])("says of a cursor that it belongs to the other order: %s", async (_name, query) => {
    const { status, body } = await asAdmin("GET", `/audit/events?${query}`);
    const message = expect.stringContaining("in another order");
    expect({ status, errors: body["errors"] }).toEqual({ status: 400, errors: [{ pointer: "/cursor", message }] });
  });

  test.each([
    ["events", LATER, EARLIER],
    ["events", LATER, LATER],
    ["export", LATER, EARLIER],
  ])("refuses a time that ends before it begins: %s from %s to %s", async (part, from, to) => {
    const answer = await asAdmin("GET", `/audit/${part}?from=${from}&to=${to}`);
    expect(answer).toMatchObject({ status: 400, body: { errors: [{ pointer: "/from" }] } });
  });

  test("is exported by a time of no length too: both ends are part of it", async () => {
    const headers = { authorization: `Bearer ${product.operatorToken}` };
    const response = await fetch(`${product.url}/api/v1/audit/export?from=${LATER}&to=${LATER}`, { headers });
    await response.text();
    expect(response.status).toBe(200);
  });
});

test("an agent pages through its own namespace only", async () => {
  const asAgent = callAs(product.url, product.agentKey);
  const mine = await readPages("/intents", 2, asAgent);
  expect(mine.map(({ id }) => id)).toEqual((await read("/intents?limit=200")).items.map(({ id }) => id));
});

test("what arrives between two pages shifts nothing", async () => {
  const { items, nextCursor } = await read("/intents?limit=2");
  const rest = (await read(`/intents?limit=200&cursor=${nextCursor}`)).items;
  await submit("order 9", 5);
  expect((await read(`/intents?limit=200&cursor=${nextCursor}`)).items).toEqual(rest);
  expect(rest.map(({ id }) => id)).not.toContain(items[0]?.["id"]);
});

test("a contract shows its newest versions, and says where all of them are", async () => {
  const { body } = await asAdmin("GET", `/contracts/${TOOL}`);
  expect(body["versions"]).toEqual((await read(`/contracts/${TOOL}/versions`)).items);
  expect((body["versions"] as { version: number }[]).map(({ version }) => version)).toEqual([...turns].reverse());
});
