// A tool of low value whose every call waits for a person: what one key press decides.
import type { Demo } from "@/tests/support/launched-product";

/** `undo`: an approval can be taken back for half a minute. */
export type WalletTool = "e2e_credit_wallet" | "e2e_credit_wallet_undo";

/** An amount that has only seconds to be decided on. */
export const SHORT_LIVED = 13;

export async function publishWallet(demo: Demo, tool: WalletTool): Promise<void> {
  const res = await fetch(`${demo.url}/api/v1/contracts/${tool}`, {
    method: "PUT",
    headers: { authorization: `Bearer ${demo.operatorToken}`, "content-type": "application/json" },
    body: JSON.stringify(contract(tool)),
  });
  if (res.status >= 300) throw new Error(`not published: ${await res.text()}`);
}

function contract(tool: WalletTool): Record<string, unknown> {
  return {
    tool,
    title: "Credit a wallet",
    effect: "write_non_idempotent",
    value: "low",
    args: {
      type: "object",
      additionalProperties: false,
      required: ["walletId", "amount"],
      properties: {
        walletId: { type: ["string", "integer"] },
        amount: { type: ["number", "string"] },
        note: { type: "string" },
      },
    },
    fields: {
      "/walletId": { role: "identity", as: "text" },
      "/amount": { role: "material", as: "money", code: "USD", unit: "major" },
      "/note": { role: "incidental" },
    },
    key: { scope: "step", window: "1h" },
    duplicates: { same: "coalesce", drift: "hold", lookalike: "allow", variant: "allow", missing: "refuse" },
    policy: [
      { when: `args.amount == ${SHORT_LIVED}.0`, then: "hold", expiresIn: "8s" },
      { then: "hold", expiresIn: "1h" },
    ],
    execute: {
      connector: "http",
      request: {
        method: "POST",
        url: "{+config.LEDGER_URL}/corpus/thing",
        headers: { authorization: "Bearer {secret.LEDGER_TOKEN}" },
      },
      timeout: "2s",
      retries: { max: 1, base: "10ms", cap: "10ms" },
      idempotency: { window: "1h" },
      effectId: "/id",
    },
    ...(tool === "e2e_credit_wallet_undo" ? { undo: "30s" } : {}),
  };
}

/** Credits of one run, which no other test asks for; `run` finds exactly them in the inbox. */
export function makeCredits(tool: WalletTool, amounts: readonly number[]) {
  const mark = crypto.randomUUID().slice(0, 8);
  const run = `run_${mark}`;
  const bodies = amounts.map((amount, index) => ({
    tool,
    run,
    step: `step ${index + 1}`,
    reason: `Goodwill number ${index + 1}.`,
    args: { walletId: `wallet_${mark}_${index + 1}`, amount },
  }));
  return { run, bodies, wallets: bodies.map(({ args }) => args.walletId) };
}
