// The tools of the workload: with and without a downstream that honours keys, with and without a probe. Their time-outs
// are short, so that their leases are.
import { type ContractText, ledgerContract } from "@/tests/support/ledger-contract";

export const TOOLS = ["pay_blind", "pay_probed", "pay_keyed", "pay_both"] as const;
export type Tool = (typeof TOOLS)[number];

/** Doubts of these end by themselves. */
export const PROBED_TOOLS: readonly string[] = ["pay_probed", "pay_both"];

/** The ledger honours keys at these two; `/corpus/…` ignores them. */
const ROUTES: Record<Tool, string> = {
  pay_blind: "/corpus/pay_blind",
  pay_probed: "/corpus/pay_probed",
  pay_keyed: "/refunds",
  pay_both: "/bookings",
};

/** Above this a person is asked. */
export const CLEARED_MAX = 1_000;
export const TIMEOUT_MS = 4_000;

const HONOURED = { idempotency: { header: "Idempotency-Key", window: "24h" } };

export function contractOf(tool: Tool, more: ContractText = {}, executeMore: ContractText = {}): ContractText {
  const url = `{+config.LEDGER_URL}${ROUTES[tool]}`;
  const probe = { method: "GET", url: `${url}?key={key}`, effectId: "/data/0/id", absentAfter: `${TIMEOUT_MS}ms` };
  return ledgerContract(tool, {
    policy: [
      { when: `args.amount <= ${CLEARED_MAX}.0`, then: "clear" },
      { then: "hold", approvals: 1 },
    ],
    execute: {
      connector: "http",
      request: { method: "POST", url, headers: { authorization: "Bearer {secret.LEDGER_TOKEN}" } },
      timeout: `${TIMEOUT_MS}ms`,
      retries: { max: 5, base: "100ms", cap: "1s" },
      effectId: "/id",
      ...(tool === "pay_keyed" || tool === "pay_both" ? HONOURED : {}),
      ...(PROBED_TOOLS.includes(tool) ? { probe } : {}),
      ...executeMore,
    },
    ...more,
  });
}
