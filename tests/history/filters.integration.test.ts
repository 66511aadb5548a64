// History is found by whatever an auditor would ask for, by those who may ask.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type CallAs, callAs } from "../support/call-as";
import { type Product, startProduct } from "../support/in-process";
import { ledgerContract } from "../support/ledger-contract";

const HELD = "hist_held";
const DONE = "hist_done";
const WAIT = { prefer: "wait=20" };
const EARLIER = "2020-01-01T00:00:00Z";
const LATER = "2030-01-01T00:00:00Z";
const FIRST = `int_${"0".repeat(26)}`;

let product: Product;
let asAdmin: CallAs;
let asStranger: CallAs;
/** Ids of what the tests look for. */
const known = { held: "", done: "", denied: "", list: "", operator: "", agent: "", effectId: "" };

const FIELDS = {
  "/orderId": { role: "identity", as: "id" },
  "/to": { role: "identity", as: "set", of: "email" },
  "/amount": { role: "material", as: "money", currency: "/currency", unit: "major" },
};
const ARGS = {
  type: "object",
  required: ["orderId", "amount"],
  properties: {
    orderId: { type: "string" },
    amount: { type: ["number", "string"] },
    currency: { type: "string", default: "USD" },
    to: { type: "array", items: { type: "string" } },
  },
};

beforeAll(async () => {
  product = await startProduct();
  asAdmin = callAs(product.url, product.operatorToken);
  const contract = { args: ARGS, fields: FIELDS };
  for (const [tool, then] of [
    [HELD, "hold"],
    [DONE, "clear"],
  ] as const) {
    const published = await asAdmin(
      "PUT",
      `/contracts/${tool}`,
      ledgerContract(tool, { ...contract, policy: [{ then }] }),
    );
    expect(published.status).toBe(201);
  }
  const made = await asAdmin("POST", "/agents", { name: "stranger", namespace: "elsewhere" });
  asStranger = callAs(product.url, String(made.body["key"]));
  known.held = await submit(HELD, "run 1", { orderId: "ord_Held", amount: "80.00" });
  known.done = await submit(DONE, "run 1", { orderId: "ord_done", amount: 1250.5, currency: "EUR" });
  known.denied = await submit(HELD, "run 2", { orderId: "ord_denied", amount: 3 });
  known.list = await submit(HELD, "run 3", { orderId: "ord_list", amount: 5, to: ["Jane@Example.com", "joe@x.test"] });
  await decide(known.denied, { verdict: "deny", reason: "no" });
  const { body } = await asAdmin("GET", `/intents/${known.done}`, undefined, WAIT);
  expect(body["state"]).toBe("succeeded");
  known.effectId = String(body["effectId"]);
  known.agent = (body["agent"] as { id: string }).id;
  const { body: operators } = await asAdmin("GET", "/operators");
  known.operator = String((operators["items"] as { id: string }[])[0]?.id);
});
afterAll(() => product.close());

async function submit(tool: string, run: string, args: Record<string, unknown>): Promise<string> {
  const { status, body } = await product.submit({ tool, args, run, step: String(args["orderId"]) });
  expect({ status, body }).toMatchObject({ status: 202 });
  return String(body["id"]);
}

async function decide(id: string, decision: Record<string, unknown>): Promise<void> {
  const { status, body } = await asAdmin("POST", `/intents/${id}/decisions`, decision);
  expect({ status, body }).toMatchObject({ status: 200 });
}

async function find(query: Record<string, string>, as: CallAs = asAdmin): Promise<string[]> {
  const { status, body } = await as("GET", `/intents?${new URLSearchParams(query)}`);
  expect({ query, status, body }).toMatchObject({ status: 200 });
  return (body["items"] as { id: string }[]).map(({ id }) => id);
}

const fill = (query: Record<string, string>) =>
  Object.fromEntries(
    Object.entries(query).map(([name, value]) => [
      name,
      value.replace(/\{(\w+)\}/, (_all, key: keyof typeof known) => known[key]),
    ]),
  );

type Names = (keyof typeof known)[];

describe("an operator finds by", () => {
  test.each<[string, Record<string, string>, Names]>([
    ["tool", { tool: DONE }, ["done"]],
    ["tool and state", { tool: HELD, state: "held" }, ["list", "held"]],
    ["how it ended", { tool: HELD, state: "denied" }, ["denied"]],
    ["agent", { tool: DONE, agent: "{agent}" }, ["done"]],
    ["another agent", { tool: DONE, agent: "agt_other" }, []],
    ["who decided", { operator: "{operator}" }, ["denied"]],
    ["who decided, and how", { operator: "{operator}", state: "denied" }, ["denied"]],
    ["who decided, of another tool", { operator: "{operator}", tool: DONE }, []],
    ["somebody who decided nothing", { operator: "opr_nobody" }, []],
    ["run", { run: "run 1" }, ["done", "held"]],
    ["effect id", { effectId: "{effectId}" }, ["done"]],
    ["another effect id", { effectId: "eff_none" }, []],
    ["an identity value", { identity: "ord_Held" }, ["held"]],
    ["an identity value with space around it", { identity: " ord_Held " }, ["held"]],
    ["an identity value of another case", { identity: "ord_HELD" }, []],
    ["an element of an identity list, as a person writes it", { identity: "JOE@X.TEST" }, ["list"]],
    ["another element of it", { identity: "jane@example.com" }, ["list"]],
    ["an identity value and a tool", { identity: "ord_done", tool: HELD }, []],
    ["part of an identity value", { identity: "ord_" }, []],
    ["an exact amount", { amount: "1250.50", currency: "EUR" }, ["done"]],
    ["an exact amount of another currency", { amount: "1250.5", currency: "USD" }, []],
    [
      "a range of amounts, the largest first",
      { amountFrom: "3", amountTo: "80", currency: "usd" },
      ["held", "list", "denied"],
    ],
    ["a range of one amount", { amountFrom: "5", amountTo: "5.00", currency: "USD" }, ["list"]],
    ["an amount and less", { amountTo: "4.99", currency: "USD" }, ["denied"]],
    ["more than any amount", { amountFrom: "80.01", currency: "USD" }, []],
    ["a currency alone", { currency: "EUR" }, ["done"]],
    ["a currency that nothing has", { currency: "CHF" }, []],
    ["amount and state", { currency: "USD", state: "held" }, ["held", "list"]],
    ["amount and identity", { currency: "USD", identity: "ord_list" }, ["list"]],
    ["amount and who decided", { currency: "USD", operator: "{operator}" }, ["denied"]],
    ["identity and who decided", { identity: "ord_denied", operator: "{operator}" }, ["denied"]],
    ["time, before all of it", { tool: HELD, to: "2020-01-01T00:00:00Z" }, []],
    ["time, since", { tool: HELD, from: "2020-01-01T00:00:00+02:00" }, ["list", "denied", "held"]],
    ["time and amount", { currency: "USD", to: "2020-01-01T00:00:00Z" }, []],
    ["words that are its id", { q: "{held}" }, ["held"]],
    ["words that are its effect id", { q: "{effectId}" }, ["done"]],
    ["words that are its run", { q: "run 1" }, ["done", "held"]],
    ["words that are an identity value, as a person writes it", { q: "JOE@X.TEST" }, ["list"]],
    ["words that are an identity value, of another tool", { q: "ord_done", tool: HELD }, []],
    ["words and a state", { q: "run 1", state: "held" }, ["held"]],
    ["words and an amount", { q: "run 1", currency: "EUR" }, ["done"]],
    ["words and who decided", { q: "ord_denied", operator: "{operator}" }, ["denied"]],
    ["words and an identity value", { q: "run 1", identity: "ord_done" }, ["done"]],
    ["part of an id", { q: "int_" }, []],
  ])("%s", async (_name, query, names) => {
    expect(await find(fill(query))).toEqual(names.map((name) => known[name]));
  });
});

describe("an agent", () => {
  test.each<[string, Record<string, string>]>([
    ["tool", { tool: DONE }],
    ["run", { run: "run 1" }],
    ["effect id", { effectId: "{effectId}" }],
    ["identity", { identity: "ord_done" }],
    ["amount", { currency: "EUR" }],
    ["amount and identity", { currency: "EUR", identity: "ord_done" }],
    ["id", { q: "{done}" }],
    ["id and effect id", { q: "{effectId}" }],
    ["words that are a run", { q: "run 1" }],
    ["words that are an identity value", { q: "ord_done" }],
    ["agent", { agent: "{agent}" }],
    ["state", { state: "succeeded" }],
    ["time", { from: "2020-01-01T00:00:00Z" }],
    ["nothing at all", {}],
  ])("finds its own namespace's by %s, and nobody else's", async (_name, query) => {
    const asAgent = callAs(product.url, product.agentKey);
    expect(await find(fill(query), asAgent)).toContain(known.done);
    expect(await find(fill(query), asStranger)).toEqual([]);
  });

  test("may not ask what an operator did", async () => {
    const { status, body } = await asStranger("GET", `/intents?operator=${known.operator}`);
    expect({ status, body }).toMatchObject({ status: 403, body: { code: "forbidden" } });
  });
});

test("operators are told who had the last word, agents are not", async () => {
  const query = `/intents?tool=${HELD}&state=denied`;
  const { body } = await asAdmin("GET", query);
  expect(body).toMatchObject({
    items: [{ lastDecision: { verdict: "deny", by: "operator", operator: { id: known.operator }, rule: null } }],
  });
  const { body: cleared } = await asAdmin("GET", `/intents?tool=${DONE}`);
  expect(cleared).toMatchObject({ items: [{ lastDecision: { verdict: "clear", by: "policy", operator: null } }] });
  const { body: told } = await callAs(product.url, product.agentKey)("GET", query);
  expect((told["items"] as object[])[0]).not.toHaveProperty("lastDecision");
});

describe("the amount follows the args that would run:", () => {
  const amountOf = async (id: string, amount: string) => (await find({ amount, currency: "USD" })).includes(id);
  const digestOf = async (id: string) => String((await asAdmin("GET", `/intents/${id}`)).body["argsDigest"]);

  test("of a variant that somebody chose", async () => {
    const id = await submit(HELD, "run 5", { orderId: "ord_drift", amount: 101 });
    expect(await submit(HELD, "run 5", { orderId: "ord_drift", amount: 102 })).toBe(id);
    expect(await amountOf(id, "101")).toBe(true);
    const { body } = await asAdmin("GET", `/intents/${id}/submissions`);
    const [, variant] = body["items"] as { id: string; argsDigest: string }[];
    await decide(id, { verdict: "approve", argsDigest: variant?.argsDigest, submissionId: variant?.id });
    expect([await amountOf(id, "101"), await amountOf(id, "102")]).toEqual([false, true]);
  });

  test("of an edit", async () => {
    const id = await submit(HELD, "run 6", { orderId: "ord_edit", amount: 103 });
    const args = { orderId: "ord_edit", amount: 104 };
    await decide(id, { verdict: "approve", argsDigest: await digestOf(id), args });
    expect([await amountOf(id, "103"), await amountOf(id, "104")]).toEqual([false, true]);
  });

  test("of whoever opened it again", async () => {
    const id = await submit(HELD, "run 7", { orderId: "ord_again", amount: 105 });
    const withdrawn = await product.asAgent("POST", `/api/v1/intents/${id}/withdraw`, {});
    expect(withdrawn.status).toBe(200);
    expect(await submit(HELD, "run 7", { orderId: "ord_again", amount: 106 })).toBe(id);
    expect([await amountOf(id, "105"), await amountOf(id, "106")]).toEqual([false, true]);
    expect(await find({ identity: "ord_again" })).toEqual([id]);
  });

  test("of what a bypass opened, which is found by its identity as well", async () => {
    const low = ledgerContract("hist_low", { args: ARGS, fields: FIELDS, value: "low" });
    expect((await asAdmin("PUT", "/contracts/hist_low", low)).status).toBe(201);
    const first = await submit("hist_low", "run 8", { orderId: "ord_twice", amount: 107 });
    await asAdmin("GET", `/intents/${first}`, undefined, WAIT);
    const { status, body } = await asAdmin("POST", `/intents/${first}/bypass`, { reason: "lost" });
    expect({ status, body }).toMatchObject({ status: 201 });
    const second = String(body["id"]);
    expect(await find({ identity: "ord_twice" })).toEqual([second, first]);
    expect(await find({ amount: "107", currency: "USD" })).toEqual([second, first]);
  });
});

describe("whatever is asked for is a value and nothing else:", () => {
  test.each<[string, string]>([
    ["quotes", "q=%27%20or%20%27%27%3D%27"],
    ["a pattern", "q=%25"],
    ["a pattern in an identity value", "identity=ord%25"],
    ["statements", "identity=x%27)%3B%20drop%20table%20intents%3B--"],
    ["a plus and nothing more", "identity=%2B"],
    ["an address of nowhere", "identity=http%3A%2F%2F"],
    ["a number without end", `identity=${"9".repeat(1_000)}`],
    ["half a currency", "identity=%24"],
    ["characters that cannot be seen", "identity=%E2%80%8B%E2%80%AE"],
    ["white space", "identity=%20%20"],
    ["bytes that are no text", "run=%FF%FE"],
    ["a tool by its pattern", "tool=hist_%25"],
    ["a time before there was any", "to=0001-01-01T00:00:00Z"],
    ["a time after all times", "from=9999-12-31T23:59:59.999%2B00:00"],
    ["an amount below nothing", `currency=USD&amountTo=-${"9".repeat(40)}.0000000001`],
    ["a cursor behind everything", `cursor=int_${"0".repeat(26)}`],
    ["a cursor behind every amount", `currency=USD&cursor=-${"9".repeat(60)}~int_${"z".repeat(26)}`],
  ])("%s finds nothing", async (_name, query) => {
    const { status, body } = await asAdmin("GET", `/intents?${query}`);
    expect({ query, status, body }).toMatchObject({ status: 200, body: { items: [], nextCursor: null } });
  });

  test.each([
    ["a NUL in a text", "q=a%00b", "/q"],
    ["a NUL in an identity value", "identity=%00", "/identity"],
    ["an identity value that is too long", `identity=${"x".repeat(1_001)}`, "/identity"],
    ["a cursor of nothing", "cursor=", "/cursor"],
    ["a cursor of another list", `cursor=evt_${"0".repeat(26)}`, "/cursor"],
    ["a cursor with a NUL", `cursor=int_${"0".repeat(25)}%00`, "/cursor"],
    ["a cursor with lines", `currency=USD&cursor=5~int_${"0".repeat(26)}%0A`, "/cursor"],
    ["a page of nothing", "limit=0", "/limit"],
    ["a page without end", "limit=1000000", "/limit"],
    ["a parameter given twice", `tool=${HELD}&tool=${DONE}`, "/tool"],
    ["a parameter that every object has", "__proto__=1", "/__proto__"],
    ["a parameter of another case", "effectid=1", "/effectid"],
  ])("%s is refused", async (_name, query, pointer) => {
    const { status, body } = await asAdmin("GET", `/intents?${query}`);
    expect({ query, status, body }).toMatchObject({ status: 400, body: { errors: [{ pointer }] } });
  });

  test("a cursor is a place in the order: with other filters it goes on from there", async () => {
    const first = await asAdmin("GET", `/intents?tool=${HELD}&limit=1`);
    expect(first.body["nextCursor"]).toBe((first.body["items"] as { id: string }[])[0]?.id);
    const cursor = String(first.body["nextCursor"]);
    const rest = await find({ cursor });
    expect(rest.length).toBeGreaterThan(0);
    expect(rest.filter((id) => id >= cursor)).toEqual([]);
    expect(await find({ cursor }, asStranger)).toEqual([]);
  });
});

describe("a question that cannot be answered says why:", () => {
  test.each<[string, Record<string, string>, string, string]>([
    ["an amount without a currency", { amount: "5" }, "/currency", "name one"],
    ["a range without a currency", { amountFrom: "5" }, "/currency", "name one"],
    ["one amount and a range", { amount: "5", amountTo: "6", currency: "USD" }, "/amount", "not for both"],
    ["an amount that is no number", { amount: "$5", currency: "USD" }, "/amount", "such as 80"],
    ["an amount with an exponent", { amountTo: "1e3", currency: "USD" }, "/amountTo", "such as 80"],
    ["an amount longer than any", { amountFrom: "9".repeat(41), currency: "USD" }, "/amountFrom", "such as 80"],
    ["a currency that is none", { currency: "dollars" }, "/currency", "ISO 4217"],
    ["an amount that is no number in a range", { amountFrom: "$5", amountTo: "1", currency: "USD" }, "/amountFrom", ""],
    [
      "a range that ends before it begins",
      { amountFrom: "81", amountTo: "80", currency: "USD" },
      "/amountFrom",
      "than",
    ],
    [
      "the same by the last digit",
      { amountFrom: "-0.1", amountTo: "-0.1000000001", currency: "USD" },
      "/amountFrom",
      "",
    ],
    [
      "a filter that there is not",
      { amount_from: "5" },
      "/amount_from",
      "no such parameter. There are: agent, amount,",
    ],
    ["an identity value of nothing", { identity: "" }, "/identity", "at least 1 character."],
    ["an effect id of nothing", { effectId: "" }, "/effectId", "at least 1 character."],
    ["a run of nothing", { run: "" }, "/run", "at least 1 character."],
    ["words of nothing", { q: "" }, "/q", "at least 1 character."],
    ["a tool of nothing", { tool: "" }, "/tool", "at least 1 character."],
    ["a state that there is not", { state: "lost" }, "/state", "Expected one of refused, held, cleared,"],
    ["a time that is none", { from: "yesterday" }, "/from", "such as 2026-11-17T00:00:00Z."],
    ["a day", { to: "2026-11-17" }, "/to", "Expected an instant such as 2026-11-17T00:00:00Z."],
    ["a time that ends before it begins", { from: LATER, to: EARLIER }, "/from", "earlier than `to`"],
    ["a time of no length", { from: EARLIER, to: "2020-01-01T01:00:00+01:00" }, "/from", "earlier than `to`"],
    ["a limit that is no number", { limit: "abc" }, "/limit", "Expected a whole number from 1 to 200."],
    ["a limit of nothing", { limit: "0" }, "/limit", "Expected a whole number from 1 to 200."],
    ["half a limit", { limit: "1.5" }, "/limit", "Expected a whole number from 1 to 200."],
    ["a cursor that is none", { cursor: "1" }, "/cursor", "nextCursor"],
    ["a cursor by amount in a list by time", { cursor: `5~int_${"0".repeat(26)}` }, "/cursor", "in another order"],
    ["a cursor by time in a list by amount", { currency: "USD", cursor: FIRST }, "/cursor", "in another order"],
    ["a cursor by no amount", { currency: "USD", cursor: `x~int_${"0".repeat(26)}` }, "/cursor", "nextCursor"],
  ])("%s", async (_name, query, pointer, words) => {
    const { status, body } = await asAdmin("GET", `/intents?${new URLSearchParams(query)}`);
    expect({ status, body }).toMatchObject({ status: 400, body: { code: "invalid_request" } });
    const [error] = body["errors"] as { pointer: string; message: string }[];
    expect(error?.pointer).toBe(pointer);
    expect(error?.message).toContain(words);
  });
});
