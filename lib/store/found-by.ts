/** What intents are found by beside their own row: values of their identity, and their amount. */
import { identityDigests } from "@/lib/domain/identity-values";
import type { IntentAmount } from "@/lib/domain/intent-amount";
import type { IntentRow } from "./intent-row";
import type { Columns } from "./row-arrays";
import { insertion, type Write } from "./write-together";

export type FoundBy = {
  intentId: string;
  /** Given where the intent is opened, or found anew; null: as it was, and without an `amount` there is none any more. */
  identity: IntentRow["identity"] | null;
  amount: IntentAmount | null;
};

const IDENTITY_VALUES = { digest: ["digest", "bytea"], intentId: ["intent_id", "text"] } satisfies Columns;
const AMOUNTS = {
  intentId: ["intent_id", "text"],
  currency: ["currency", "text"],
  amount: ["amount", "numeric"],
} satisfies Columns;

/** The args that run have changed, and with them the amount. */
const REPLACED = ` on conflict (intent_id) do update set currency = excluded.currency, amount = excluded.amount
  where (intent_amounts.currency, intent_amounts.amount) is distinct from (excluded.currency, excluded.amount)`;

/** Of a submission that strayed to another's intent, and strays again. */
const KNOWN = " on conflict (digest, intent_id) do nothing";

/** Each amount at most once. */
export function foundByWrites(found: FoundBy[]): (Write | null)[] {
  const digests = found.flatMap(({ intentId, identity }) =>
    identity === null ? [] : identityDigests(identity).map((digest) => ({ digest: toBytea(digest), intentId })),
  );
  const amounts = found.flatMap(({ intentId, amount }) => (amount === null ? [] : [{ intentId, ...amount }]));
  const emptied = found.flatMap(({ intentId, identity, amount }) =>
    identity === null && amount === null ? [intentId] : [],
  );
  return [
    insertion("identity_values", IDENTITY_VALUES, digests, KNOWN),
    insertion("intent_amounts", AMOUNTS, amounts, REPLACED),
    emptied.length === 0 ? null : removal(emptied),
  ];
}

export function toBytea(digest: Buffer): string {
  return `\\x${digest.toString("hex")}`;
}

function removal(intentIds: string[]): Write {
  const sql = (first: number) => `delete from intent_amounts where intent_id = any($${first}::text[])`;
  return { shape: "no amount", values: [`{${intentIds.join(",")}}`], sql };
}
