// One small contract that reaches every state: `plan` says what policy makes of a call, and is no part of its meaning.

export const ARGS = {
  type: "object",
  additionalProperties: false,
  required: ["id", "amount"],
  properties: {
    id: { type: ["string", "integer"] },
    amount: { type: ["number", "string"] },
    memo: { type: "string" },
    note: { type: "string" },
    plan: { type: "string", default: "clear" },
  },
};

export const FIELDS = {
  "/id": { role: "identity", as: "id" },
  "/amount": { role: "material", as: "money", code: "USD", unit: "major" },
  "/memo": { role: "material", as: "text" },
  "/note": { role: "incidental" },
  "/plan": { role: "incidental" },
};

export const POLICY = [
  { name: "plan clears", when: 'args.plan == "clear"', then: "clear" },
  { name: "plan refuses", when: 'args.plan == "refuse"', then: "refuse", reason: "the plan says no" },
  { name: "plan needs two", when: 'args.plan == "two"', then: "hold", approvals: 2 },
  { name: "plan needs an admin", when: 'args.plan == "admin"', then: "hold", roles: ["admin"] },
  { name: "plan breaks", when: 'args.plan == "break" && args.nowhere == 1', then: "clear" },
  { name: "plan holds", then: "hold" },
];

export const EXECUTE = {
  connector: "http",
  request: {
    method: "POST",
    url: "{+config.LEDGER_URL}/corpus/thing",
    headers: { authorization: "Bearer {secret.LEDGER_TOKEN}" },
  },
  timeout: "2s",
  retries: { max: 1, base: "1ms", cap: "1ms" },
  idempotency: { window: "1h" },
  effectId: "/id",
};

export function contract(tool: string, more: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    tool,
    title: "Do a thing",
    effect: "write_non_idempotent",
    value: "high",
    args: ARGS,
    fields: FIELDS,
    key: { scope: "step", window: "1h" },
    duplicates: { same: "coalesce", drift: "hold", lookalike: "allow", variant: "allow", missing: "refuse" },
    policy: POLICY,
    execute: EXECUTE,
    undo: "1h",
    ...more,
  };
}

type Args = Record<string, unknown>;

export function ask(tool: string, id: string, args: Args = {}, context: Args = { run: "run-1", step: "step-1" }) {
  return { tool, args: { id, amount: 80, ...args }, ...context };
}

/** The same, asked for in another run. */
export function elsewhere(tool: string, id: string, args: Args = {}) {
  return ask(tool, id, args, { run: "run-2", step: "step-1" });
}

type Duplicates = { same?: string; drift?: string; lookalike?: string; variant?: string; missing?: string };

export function duplicates(more: Duplicates) {
  const open = { same: "coalesce", drift: "hold", lookalike: "allow", variant: "allow", missing: "refuse" };
  return { duplicates: { ...open, ...more } };
}
