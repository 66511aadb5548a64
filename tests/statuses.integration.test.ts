// The table of DESIGN 6, row by row: which status and which headers each case of a submission answers with.
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Answer, type Product, startProduct } from "./support/in-process";
import { type ContractText, ledgerContract } from "./support/ledger-contract";

const WAIT = { prefer: "wait=20" };
const HOLD = { policy: [{ then: "hold" }] };
let product: Product;
beforeAll(async () => {
  product = await startProduct();
});
afterAll(async () => product.close());

let made = 0;
async function publish(more: ContractText = {}): Promise<string> {
  made += 1;
  const tool = `tool_${made}`;
  const { status } = await product.asOperator("PUT", `/api/v1/contracts/${tool}`, ledgerContract(tool, more));
  expect(status).toBe(201);
  return tool;
}

function submit(tool: string, headers: Record<string, string> = {}, more: Record<string, unknown> = {}) {
  return product.submit({ tool, args: { orderId: "o", amount: 5 }, run: "r", step: "s", ...more }, headers);
}

function approve({ body }: Answer): Promise<Answer> {
  const decision = { verdict: "approve", argsDigest: body["argsDigest"] };
  return product.asOperator("POST", `/api/v1/intents/${body["id"]}/decisions`, decision);
}

async function failing(kind: string): Promise<string> {
  const tool = await publish();
  const fault = JSON.stringify({ kind, route: `/corpus/${tool}` });
  await (await fetch(`${product.ledgerUrl}/faults`, { method: "PUT", body: fault })).text();
  return tool;
}

type Case = { answer: Answer; first?: Answer };
const twice = async (tool: string, headers: Record<string, string> = {}): Promise<Case> => {
  const first = await submit(tool, headers);
  return { first, answer: await submit(tool, headers) };
};

const NEW = { replayed: false };
const REPLAYED = { replayed: true };

const CASES: [name: string, run: () => Promise<Case>, status: number, expected: Record<string, unknown>][] = [
  [
    "new, and ended within the wait",
    async () => ({ answer: await submit(await publish(), WAIT) }),
    201,
    { ...NEW, state: "succeeded", disposition: "created", location: true, retryAfter: false },
  ],
  [
    "new, still open",
    async () => ({ answer: await submit(await publish(HOLD)) }),
    202,
    { ...NEW, state: "held", disposition: "created", location: true, retryAfter: true },
  ],
  [
    "new, in doubt after the wait",
    async () => ({ answer: await submit(await failing("effect_then_500"), WAIT) }),
    202,
    { ...NEW, state: "in_doubt", disposition: "created", location: true, retryAfter: true },
  ],
  [
    "new, and refused downstream",
    async () => ({ answer: await submit(await failing("refuse"), WAIT) }),
    201,
    { ...NEW, state: "failed", disposition: "created", location: true, retryAfter: false },
  ],
  [
    "new, and refused by policy",
    async () => ({ answer: await submit(await publish({ policy: [{ then: "refuse", reason: "no" }] })) }),
    201,
    { ...NEW, state: "refused", disposition: "created", location: true, retryAfter: false },
  ],
  [
    "a duplicate of an open intent",
    async () => twice(await publish(HOLD)),
    202,
    { ...REPLAYED, state: "held", disposition: "coalesced", location: true, retryAfter: true },
  ],
  [
    "a duplicate of an open intent that ends within its wait",
    async () => {
      const tool = await publish(HOLD);
      const first = await submit(tool);
      const [answer] = await Promise.all([submit(tool, WAIT), approve(first)]);
      return { first, answer };
    },
    200,
    { ...REPLAYED, state: "succeeded", location: false, retryAfter: false },
  ],
  [
    "a duplicate of an ended intent",
    async () => twice(await publish(), WAIT),
    200,
    { ...REPLAYED, state: "succeeded", disposition: "replayed", location: false, retryAfter: false },
  ],
  [
    "a duplicate of an intent in doubt",
    async () => twice(await failing("effect_then_500"), WAIT),
    202,
    { ...REPLAYED, state: "in_doubt", location: true, retryAfter: true },
  ],
  [
    "a submission that reopens what was withdrawn",
    async () => {
      const tool = await publish(HOLD);
      const first = await submit(tool);
      await product.asAgent("POST", `/api/v1/intents/${first.body["id"]}/withdraw`);
      return { first, answer: await submit(tool) };
    },
    202,
    { ...NEW, state: "held", disposition: "reopened", location: true, retryAfter: true },
  ],
];

test.each(CASES)("%s", async (_name, run, status, expected) => {
  const { first, answer } = await run();
  const { headers, body } = answer;
  expect({ status: answer.status, body }).toMatchObject({ status });
  const told = {
    replayed: headers.get("idempotent-replayed") === "true",
    location: headers.get("location") === `/api/v1/intents/${body["id"]}`,
    retryAfter: /^\d+$/.test(headers.get("retry-after") ?? ""),
    state: body["state"],
    disposition: (body["submission"] as { disposition: string }).disposition,
  };
  expect(told).toMatchObject(expected);
  if (first !== undefined) expect(body["id"]).toBe(first.body["id"]);
  if (first?.body["effectId"])
    expect(body).toMatchObject({ effectId: first.body["effectId"], result: expect.anything() });
});

test.each([
  ["wait=0", null],
  ["wait=5", "wait=5"],
  ["wait=9999", "wait=60"],
  ["respond-async, wait=7", "wait=7"],
  ["wait=soon", null],
  ["", null],
])("Prefer: %s is applied as %s", async (prefer, applied) => {
  const { headers } = await submit(await publish({ policy: [{ then: "refuse", reason: "no" }] }), { prefer });
  expect(headers.get("preference-applied")).toBe(applied);
});

const REFUSED: [name: string, more: Record<string, unknown>, status: number, code: string][] = [
  ["a member that nobody knows", { generation: 2 }, 400, "invalid_request"],
  ["nothing to build a key from", { run: null, step: null }, 400, "idempotency_key_required"],
  ["an unknown tool", { tool: "nobodys_tool" }, 404, "unknown_tool"],
  ["another version than the active one", { contractVersion: 2 }, 409, "contract_version_mismatch"],
  ["args that do not fit the schema", { args: {} }, 422, "invalid_args"],
  ["a callback that nobody allowed", { callbackUrl: "https://evil.example/" }, 422, "invalid_args"],
];
test.each(REFUSED)("%s is refused and can be acted on", async (_name, more, status, code) => {
  const answer = await submit(await publish(), {}, more);
  expect(answer).toMatchObject({ status, body: { status, code, retriable: false } });
  expect(answer.headers.get("content-type")).toBe("application/problem+json");
  expect(answer.body["correctiveAction"]).toMatch(/^[A-Z].*\.$/);
});

test.each([
  ["same", {}, 409, "already_submitted"],
  ["lookalike", { run: "other" }, 409, "lookalike"],
  ["variant", { run: "other", args: { orderId: "o", amount: 6 } }, 409, "variant"],
  ["drift", { args: { orderId: "o", amount: 6 } }, 422, "idempotency_conflict"],
] as const)("a contract that refuses %s says so, and which intent it meant", async (rule, more, status, code) => {
  const duplicates = { [rule]: "refuse" };
  const tool = await publish({ ...HOLD, duplicates });
  const { body: first } = await submit(tool);
  const answer = await submit(tool, {}, more);
  expect(answer).toMatchObject({ status, body: { code, intentId: first["id"] } });
  const hasDifferences = code === "variant" || code === "idempotency_conflict";
  expect(answer.body["differences"] !== undefined).toBe(hasDifferences);
});

test("the caller's key with another identity is refused", async () => {
  const tool = await publish(HOLD);
  const key = { "idempotency-key": '"k-1"' };
  await submit(tool, key);
  const other = await submit(tool, key, { args: { orderId: "another", amount: 5 } });
  expect(other).toMatchObject({ status: 422, body: { code: "idempotency_key_reused" } });
});
