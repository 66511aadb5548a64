// A contract as the API answers it, for tests of words: only what a test speaks of has to be said.
import type { ContractTermsDto } from "@/lib/wire/contract";
import type { ReadContract } from "../read-definition";

const DAY_MS = 86_400_000;

const TERMS: ContractTermsDto = {
  duplicates: { same: "coalesce", drift: "hold", lookalike: "hold", variant: "hold", missing: "refuse" },
  windowMs: 7 * DAY_MS,
  policy: [],
  otherwise: { then: "hold", hold: { approvals: 1, role: "approver", expiresInMs: DAY_MS } },
  bypass: { role: "admin", approvals: 2 },
  resolution: { role: "approver", approvals: 1 },
  publish: { role: "admin", approvals: 1 },
  undoMs: 0,
  timeoutMs: 10_000,
  retries: { max: 5, baseMs: 500, capMs: 60_000 },
  honoursKeyMs: null,
  absentAfterMs: null,
  reconcile: null,
  retentionMs: null,
  derivation: "d1",
  engines: {},
};

type Told = Partial<Omit<ReadContract, "terms">> & { terms?: Partial<ContractTermsDto> };

export function makeContract({ terms, definition, ...more }: Told = {}): ReadContract {
  return {
    tool: "refund_payment",
    title: "Refund a payment",
    effect: "write_non_idempotent",
    value: "high",
    mode: "enforce",
    definition: { args: { type: "object" }, fields: {}, ...definition },
    ...more,
    terms: { ...TERMS, ...terms },
  };
}

export const textsOf = (statements: { text: string }[]): string[] => statements.map(({ text }) => text);
