// Taking a list away as a file: by the same filters, exactly, harmlessly for spreadsheets, and on record.
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeCsvReader } from "@/lib/domain/reconcile/csv-records";
import { insertManyIntents } from "@/lib/store/testing/many-intents";
import { ledgerContract } from "../support/ledger-contract";
import { People } from "../support/people";

const TOOL = "exported_tool";
/** Of another tool. */
const MANY = 30_000;

let people: People;

beforeAll(async () => {
  people = await People.open();
  await insertManyIntents(people.database, MANY);
  await people.database.query("vacuum analyze intents, intent_amounts, journal");
  const contract = ledgerContract(TOOL, {
    args: {
      type: "object",
      required: ["orderId"],
      properties: {
        orderId: { type: "string" },
        amount: { type: "string" },
        currency: { type: "string", default: "USD" },
      },
    },
    fields: {
      "/orderId": { role: "identity", as: "id" },
      "/amount": { role: "material", as: "money", currency: "/currency", unit: "major" },
    },
    policy: [{ then: "hold" }],
  });
  expect((await people.asAdmin("PUT", `/contracts/${TOOL}`, contract)).status).toBe(201);
}, 60_000);
afterAll(() => people.close());

async function submit(orderId: string, run: string, amount: string): Promise<string> {
  const body = { tool: TOOL, args: { orderId, amount }, run, step: "s" };
  const { status, body: intent } = await people.product.submit(body);
  expect(status).toBe(202);
  return String(intent["id"]);
}

async function take(query: string, bearer = people.product.operatorToken): Promise<Response> {
  const headers = { authorization: `Bearer ${bearer}`, connection: "close" };
  return fetch(`${people.product.url}/api/v1/intents/export?${query}`, { headers });
}

function toRows(text: string): Record<string, string>[] {
  const reader = makeCsvReader();
  const [head, ...rest] = [...reader.push(text), ...reader.end()].map((record) =>
    "fields" in record ? record.fields : [],
  );
  return rest.map((fields) => Object.fromEntries(fields.map((field, index) => [head?.[index] ?? "", field])));
}

test("a line says what became of an intent, with its amount exactly and its times in UTC", async () => {
  const id = await submit("ord 1", "exported run", "80.50");
  const answer = await take(`run=${encodeURIComponent("exported run")}`);
  expect(answer.headers.get("content-type")).toBe("text/csv; charset=utf-8; header=present");
  expect(answer.headers.get("content-disposition")).toMatch(/^attachment; filename="interlock-intents-[\d-]+Z\.csv"$/);
  const text = await answer.text();
  expect(text.split("\r\n")).toHaveLength(3);
  const { body } = await people.asAdmin("GET", `/intents/${id}`);
  expect(toRows(text)).toEqual([
    {
      id,
      state: "held",
      tool: TOOL,
      contract_version: "1",
      namespace: "default",
      agent_id: (body["agent"] as { id: string }).id,
      agent: (body["agent"] as { name: string }).name,
      run: "exported run",
      step: "s",
      session: "",
      target: '{"/orderId":"ord 1"}',
      amount: "80.5",
      currency: "USD",
      submissions: "1",
      generation: "1",
      effect_id: "",
      failure_code: "",
      last_decision: "hold",
      last_decision_by: expect.stringMatching(/^policy /),
      created_at: body["createdAt"],
      ended_at: "",
      duration_ms: "",
      args_digest: body["argsDigest"],
    },
  ]);
});

test("who decided last is named, and how long it took", async () => {
  const id = await submit("ord 2", "decided run", "3");
  const approver = await people.addOperator("approver");
  await approver.call("POST", `/intents/${id}/decisions`, { verdict: "deny", reason: "no" });
  const [row] = toRows(await (await take("run=decided%20run")).text());
  expect(row).toMatchObject({ state: "denied", last_decision: "deny" });
  expect(row?.["last_decision_by"]).toMatch(/^operator P\d/);
  expect(Number(row?.["duration_ms"])).toBe(
    Date.parse(row?.["ended_at"] ?? "") - Date.parse(row?.["created_at"] ?? ""),
  );
});

test("what an agent wrote is never a formula, and never leaves its cell", async () => {
  const run = '=HYPERLINK("http://x","y"),\r\n+1';
  const id = await submit("ord 3", run, "-7.25");
  const text = await (await take(`q=${id}`)).text();
  const [row] = toRows(text);
  expect(row).toMatchObject({ id, run: `'${run}`, amount: "-7.25" });
  expect(text).not.toMatch(/(^|,|\n)"?=HYPERLINK/);
});

test("lines are in the order of the list, by amount where a currency is asked for", async () => {
  for (const [order, amount] of [
    ["o1", "5"],
    ["o2", "500"],
    ["o3", "50"],
  ] as const)
    await submit(order, "ordered", amount);
  const amounts = async (query: string) =>
    toRows(await (await take(`run=ordered${query}`)).text()).map(({ amount }) => amount);
  expect(await amounts("")).toEqual(["50", "500", "5"]);
  expect(await amounts("&currency=USD")).toEqual(["500", "50", "5"]);
  expect(await amounts("&currency=USD&amountTo=50")).toEqual(["50", "5"]);
});

test("it is on record before anything leaves, without the values that may be somebody's", async () => {
  const approver = await people.addOperator("approver");
  await (await take("state=held&tool=t&identity=ann%40x.test&run=r", approver.token)).text();
  const { rows } = await people.database.query(
    "select data, actor_id from audit_events where type = 'intents.exported' and actor_id = $1",
    [approver.id],
  );
  expect(rows).toEqual([
    { actor_id: approver.id, data: { filter: { state: "held", tool: "t" }, untold: ["run", "identity"] } },
  ]);
  const count = async () => (await people.database.query("select count(*) from audit_events")).rows[0].count;
  const before = await count();
  const answer = await people.withoutRecord("intents.exported", () => take(""));
  expect(answer.status).toBe(500);
  expect(await count()).toBe(before);
});

test("viewers and agents may not take it away; what is asked wrongly is refused and not recorded", async () => {
  const viewer = await people.addOperator("viewer");
  expect((await take("", viewer.token)).status).toBe(403);
  expect((await take("", people.product.agentKey)).status).toBe(403);
  expect((await take("", "ilk_nobody")).status).toBe(401);
  expect((await take("limit=5")).status).toBe(400);
  expect((await take("state=lost")).status).toBe(400);
});

test("many pages are one file: every intent once, and little of it in memory", async () => {
  const answer = await take("tool=tool");
  const ids: string[] = [];
  let [rest, largest] = ["", 0];
  for await (const piece of answer.body as unknown as AsyncIterable<Uint8Array>) {
    largest = Math.max(largest, piece.byteLength);
    const lines = (rest + new TextDecoder().decode(piece)).split("\r\n");
    rest = lines.pop() ?? "";
    ids.push(...lines.map((line) => line.slice(0, line.indexOf(","))));
  }
  expect(rest).toBe("");
  expect(ids.shift()).toBe("id");
  expect(ids).toHaveLength(MANY - MANY / 2_000);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids).toEqual([...ids].sort().reverse());
  expect(largest).toBeLessThan(1_000_000);
}, 60_000);
