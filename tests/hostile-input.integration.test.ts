// What a model, or somebody behind it, may write into args. Each is told what is wrong, leaves nothing behind, and
// costs nobody else anything: those who share its batch, or come while it is looked at, are answered as ever.
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { type Answer, type Product, startProduct } from "./support/in-process";
import { ledgerContract } from "./support/ledger-contract";
import { startWebProcess, type WebProcess } from "./support/web-process";

vi.setConfig({ testTimeout: 90_000 });

let product: Product;
/** Apart from the test: if it hangs, the test can still say so. */
let web: WebProcess;
let database: pg.Client;

const properties = { orderId: { type: "string" }, amount: { type: ["number", "string"] }, items: { type: "array" } };
const fields = { "/orderId": { role: "identity", as: "id" }, "/amount": { role: "material", as: "decimal" } };
const args = { type: "object", required: ["orderId"], properties };
const LOOPS = "args.items.all(x, args.items.all(y, args.items.all(z, x + y + z >= 0.0)))";
const CONTRACTS = [
  ledgerContract("closed", { args: { ...args, additionalProperties: false }, fields }),
  ledgerContract("open", { args, fields }),
  ledgerContract("loops", { args, fields, policy: [{ when: LOOPS, then: "clear" }, { then: "refuse" }] }),
];

beforeAll(async () => {
  product = await startProduct({ worker: false });
  web = await startWebProcess(product.env);
  database = new pg.Client({ connectionString: product.databaseUrl });
  await database.connect();
  for (const contract of CONTRACTS) {
    const { status } = await product.asOperator("PUT", `/api/v1/contracts/${contract["tool"]}`, contract);
    expect(status).toBe(201);
  }
});
afterAll(async () => {
  await database.end();
  await web.stop();
  await product.close();
});

const bodyWith = (tool: string, text: string) => `{"tool":"${tool}","run":"r","step":"s","args":${text}}`;
const submit = (body: string) => web.as(product.agentKey)("POST", "/intents", body);
let asked = 0;
function ordinary(tool: string): string {
  asked += 1;
  return bodyWith(tool, JSON.stringify({ orderId: `ordinary ${asked}`, amount: asked, items: [1, 2, 3] }));
}

async function countRows(): Promise<Record<string, number>> {
  const { rows } = await database.query(
    `select (select count(*)::int from intents) as intents, (select count(*)::int from submissions) as submissions,
            (select count(*)::int from decisions) as decisions, (select count(*)::int from audit_events) as events`,
  );
  return rows[0];
}

const members = (count: number, value: unknown = 1) =>
  Array.from({ length: count }, (_, index) => `"member${index}":${JSON.stringify(value)}`).join(",");
const nested = (levels: number) => `${'{"a":'.repeat(levels)}1${"}".repeat(levels)}`;
const list = (count: number, item = "1") => `[${Array.from({ length: count }, () => item).join(",")}]`;

const DIGITS = "This number has more digits than a double can carry; send it as a string.";
const TEXT = "Expected text without NUL and without half characters (lone surrogates).";
const PROTO = "A member cannot be named __proto__.";

type Case = [name: string, tool: string, args: string, status: number, code: string, errors?: [string, string][]];
const CASES: Case[] = [
  [
    "__proto__",
    "open",
    '{"orderId":"p","__proto__":{"polluted":1}}',
    422,
    "invalid_args",
    [["/args/__proto__", PROTO]],
  ],
  [
    "__proto__, written with an escape",
    "closed",
    '{"orderId":"p","\\u005f_proto__":{"polluted":1}}',
    422,
    "invalid_args",
    [["/args/__proto__", PROTO]],
  ],
  [
    "__proto__ deep in a list",
    "open",
    '{"orderId":"p","items":[1,{"x":{"__proto__":{"polluted":1}}}]}',
    422,
    "invalid_args",
    [["/args/items/1/x/__proto__", PROTO]],
  ],
  [
    "ten thousand members that the schema does not know",
    "closed",
    `{"orderId":"p",${members(10_000)}}`,
    422,
    "invalid_args",
  ],
  ["objects a thousand deep", "open", `{"orderId":"p","x":${nested(1_000)}}`, 400, "invalid_request"],
  [
    "lists a thousand deep",
    "open",
    `{"orderId":"p","x":${"[".repeat(1_000)}${"]".repeat(1_000)}}`,
    400,
    "invalid_request",
  ],
  ["a string of 5 MB", "open", `{"orderId":"p","x":"${"x".repeat(5 * 1_048_576)}"}`, 413, "too_large"],
  ["a number of 5 MB", "open", `{"orderId":"p","x":${"9".repeat(5 * 1_048_576)}}`, 413, "too_large"],
  [
    "a lone surrogate in a value",
    "open",
    '{"orderId":"p","x":["\\ud800"]}',
    422,
    "invalid_args",
    [["/args/x/0", TEXT]],
  ],
  ["a lone surrogate in identity", "closed", '{"orderId":"\\udfff"}', 422, "invalid_args", [["/args/orderId", TEXT]]],
  ["a lone surrogate in a name", "open", '{"orderId":"p","\\udc00":1}', 422, "invalid_args", [["/args/\ufffd", TEXT]]],
  ["NUL in a value", "open", '{"orderId":"p\\u0000"}', 422, "invalid_args", [["/args/orderId", TEXT]]],
  ["2^53 + 1", "open", '{"orderId":"p","x":9007199254740993}', 422, "invalid_args", [["/args/x", DIGITS]]],
  [
    "-(2^53 + 1), in a list",
    "open",
    '{"orderId":"p","x":[0,-9007199254740993]}',
    422,
    "invalid_args",
    [["/args/x/1", DIGITS]],
  ],
  [
    "a fraction of twenty digits",
    "closed",
    '{"orderId":"p","amount":0.12345678901234567891}',
    422,
    "invalid_args",
    [["/args/amount", DIGITS]],
  ],
  [
    "a number beyond all doubles",
    "closed",
    '{"orderId":"p","amount":1e400}',
    422,
    "invalid_args",
    [["/args/amount", DIGITS]],
  ],
  [
    "a number below all doubles",
    "closed",
    '{"orderId":"p","amount":1e-400}',
    422,
    "invalid_args",
    [["/args/amount", DIGITS]],
  ],
];

describe("one bad submission among good ones", () => {
  test.each(CASES)("%s", async (_name, tool, text, status, code, errors = []) => {
    const before = await countRows();
    const [left, bad, right] = (await Promise.all([
      submit(ordinary(tool)),
      submit(bodyWith(tool, text)),
      submit(ordinary(tool)),
    ])) as [Answer, Answer, Answer];
    expect(bad.headers.get("content-type")).toBe("application/problem+json");
    expect(bad.body).toMatchObject({
      status,
      code,
      retriable: false,
      correctiveAction: expect.stringMatching(/\w.*\.$/),
    });
    expect(bad.status).toBe(status);
    const told = (bad.body["errors"] ?? []) as { pointer: string; message: string }[];
    expect(told.length).toBeLessThanOrEqual(20);
    if (errors.length > 0) expect(told).toEqual(errors.map(([pointer, message]) => ({ pointer, message })));
    for (const { status: good, body } of [left, right]) {
      expect([good, body["state"], body["submission"]]).toMatchObject([202, "cleared", { disposition: "created" }]);
    }
    // Only the neighbours left something: one intent, one submission, one decision, two events each.
    const { intents = 0, submissions = 0, decisions = 0, events = 0 } = before;
    expect(await countRows()).toEqual({
      intents: intents + 2,
      submissions: submissions + 2,
      decisions: decisions + 2,
      events: events + 4,
    });
  });

  test("and none of them has changed what every object inherits", async () => {
    for (const [, tool, text] of CASES.slice(0, 3)) {
      expect((await product.submit(bodyWith(tool, text))).status).toBe(422);
    }
    expect(({} as Record<string, unknown>)["polluted"]).toBeUndefined();
    // Names that objects inherit are names like any other.
    const names = { constructor: { prototype: { polluted: 1 } }, toString: 1, hasOwnProperty: 2, valueOf: null };
    const body = (value: unknown) =>
      bodyWith("open", JSON.stringify({ orderId: "inherited", ...names, toString: value }));
    const [first, second] = [await product.submit(body(1)), await product.submit(body(2))];
    expect(first.body).toMatchObject({ state: "cleared", args: { toString: 1, hasOwnProperty: 2 } });
    expect(second.body).toMatchObject({
      id: first.body["id"],
      differences: [{ pointer: "/toString", old: 1, new: 2 }],
    });
  });
});

describe("large but lawful", () => {
  test("ten thousand members are hashed in full: the same again is the same, one changed member is drift", async () => {
    const body = (last: number) => bodyWith("open", `{"orderId":"many",${members(9_999)},"last":${last}}`);
    const first = await submit(body(1));
    expect(first.body).toMatchObject({ state: "cleared" });
    const again = await submit(body(1));
    expect(again.body).toMatchObject({ id: first.body["id"], submission: { disposition: "coalesced" } });
    const drifted = await submit(body(2));
    expect(drifted.body).toMatchObject({ id: first.body["id"], submission: { disposition: "drifted" } });
    expect(drifted.body["differences"]).toMatchObject([{ pointer: "/last", old: 1, new: 2 }]);
  });

  test("a flood of large bodies is taken or turned away, and others are answered meanwhile", async () => {
    const large = Array.from({ length: 20 }, (_, turn) =>
      submit(bodyWith("open", `{"orderId":"flood ${turn}","items":${list(20_000, '{"a":1}')}}`)),
    );
    const small = Array.from({ length: 10 }, () => submit(ordinary("open")));
    for (const { body } of await Promise.all(small)) expect(body).toMatchObject({ state: "cleared" });
    for (const { status } of await Promise.all(large)) expect([202, 429]).toContain(status);
  });
});

describe("conditions that loop over a model's lists (L8)", () => {
  const items = (count: number) => bodyWith("loops", `{"orderId":"items ${count}","amount":1,"items":${list(count)}}`);

  test("are asked in full where that is cheap", async () => {
    expect((await submit(items(20))).body).toMatchObject({ state: "cleared" });
  });

  test("hold where it would take too long, whatever a later rule says, and others are answered meanwhile", async () => {
    const hostile = Array.from({ length: 30 }, (_, turn) => submit(items(5_000 + turn)));
    const neighbours = Array.from({ length: 5 }, () => submit(ordinary("loops")));
    for (const { body } of await Promise.all(neighbours)) expect(body).toMatchObject({ state: "cleared" });
    for (const { status, body } of await Promise.all(hostile)) {
      expect(status).toBe(202);
      expect(body).toMatchObject({ state: "held", hold: { reasons: ["approval"], rule: null } });
      const { rows } = await database.query("select inputs from decisions where intent_id = $1", [body["id"]]);
      expect(rows).toMatchObject([{ inputs: { trail: [{ result: "error" }] } }]);
    }
  });

  test("cannot be told apart from any other hold by the agent, but the operator reads that the condition failed", async () => {
    const { body } = await submit(items(4_000));
    expect(JSON.stringify(body)).not.toContain("condition");
    const seen = await product.asOperator("GET", `/api/v1/intents/${body["id"]}`);
    expect(seen.body["hold"]).toMatchObject({ rule: expect.stringContaining("the condition failed") });
  });
});
