// A contract for tests whose effects go to the ledger's `/corpus/{tool}`, which ignores keys: a second call is a
// second effect, and nothing downstream hides it.
export type ContractText = Record<string, unknown>;

const PAY = {
  type: "object",
  required: ["orderId", "amount"],
  properties: { orderId: { type: "string" }, amount: { type: ["number", "string"] }, note: { type: "string" } },
};

/** By default: pays `amount` for `orderId`, once a step, without asking anybody. */
export function ledgerContract(tool: string, more: ContractText = {}): ContractText {
  return {
    tool,
    title: `Test: ${tool}`,
    effect: "write_non_idempotent",
    value: "high",
    args: PAY,
    fields: {
      "/orderId": { role: "identity", as: "id" },
      "/amount": { role: "material", as: "decimal" },
      "/note": { role: "incidental" },
    },
    key: { scope: "step", window: "7d" },
    policy: [{ then: "clear" }],
    execute: {
      connector: "http",
      request: {
        method: "POST",
        url: `{+config.LEDGER_URL}/corpus/${tool}`,
        headers: { authorization: "Bearer {secret.LEDGER_TOKEN}" },
      },
      timeout: "60s",
      effectId: "/id",
    },
    ...more,
  };
}
