/** What `GET /api/v1/intents`, its totals and its export are asked by. Filters narrow each other down. */
import * as z from "zod";
import { BehindMs, IntentState, LIST_LIMIT_MAX } from "./intent";
import { requirePeriod } from "./period";
import { Text } from "./text";

/** Digits enough for any sum of money in any currency. */
const FRACTION_MAX = 10;
const AMOUNT = new RegExp(`^-?\\d{1,40}(\\.\\d{1,${FRACTION_MAX}})?$`);
const Amount = z.string().regex(AMOUNT, "Expected an amount in major units, such as 80 or 80.50.");
const Currency = z
  .string()
  .regex(/^[A-Za-z]{3}$/, "Expected an ISO 4217 code, such as USD.")
  .toUpperCase();

const Filters = z.object({
  state: IntentState.optional(),
  tool: Text.min(1).max(128).optional(),
  agent: Text.min(1).max(64).optional(),
  operator: Text.min(1).max(64).optional().meta({
    description: "Who decided, undid, resolved, bypassed or otherwise acted on it, by id. For operators only.",
  }),
  run: Text.min(1).max(255).optional(),
  effectId: Text.min(1).max(4_000).optional().meta({ description: "What the downstream calls the thing it did." }),
  identity: Text.min(1).max(1_000).optional().meta({
    description:
      "A value of an identity field, or one element of it where it is a list, written as a person would: it is read as every normaliser would read it. A phone number in its international form.",
  }),
  q: Text.min(1).max(200).optional().meta({
    description:
      "The intent's id, its effect id or its run, whole; or a value of an identity field, as for `identity`.",
  }),
  from: z.iso.datetime({ offset: true }).optional().meta({ description: "Submitted at this time or later." }),
  to: z.iso.datetime({ offset: true }).optional().meta({ description: "Submitted before this time." }),
  amount: Amount.optional().meta({
    description:
      "Exactly this amount, in major units of `currency`: that of the first money field of the contract that the args have.",
  }),
  amountFrom: Amount.optional().meta({ description: "This amount or more; needs `currency`." }),
  amountTo: Amount.optional().meta({ description: "This amount or less; needs `currency`." }),
  currency: Currency.optional().meta({
    description:
      "Amounts in this currency. With it, whether an amount is given or not, the list has the largest amount first.",
  }),
});

function requireSense(query: z.infer<typeof Filters>, context: z.RefinementCtx): void {
  const { amount, amountFrom, amountTo, currency } = query;
  const refuse = (name: keyof typeof query, message: string) =>
    context.addIssue({ code: "custom", path: [name], message });
  const isRange = amountFrom !== undefined || amountTo !== undefined;
  if (amount !== undefined && isRange) refuse("amount", "Ask for one amount or for a range, not for both.");
  if ((amount !== undefined || isRange) && currency === undefined)
    refuse("currency", "Amounts of different currencies are not compared: name one, such as USD.");
  if (isAbove(amountFrom, amountTo)) refuse("amountFrom", "`amountFrom` must not be greater than `amountTo`.");
  requirePeriod(query, context);
}

export const IntentListQuery = Filters.extend({
  limit: z.coerce.number().int().min(1).max(LIST_LIMIT_MAX).default(50),
  cursor: z.string().max(200).optional().meta({ description: "The `nextCursor` of the page before, same filters." }),
}).superRefine(requireSense);
export type IntentListQuery = z.infer<typeof IntentListQuery>;

/** Everything that it finds. */
export const IntentFilterQuery = Filters.superRefine(requireSense);
export type IntentFilterQuery = z.infer<typeof IntentFilterQuery>;

const AmountSum = z.object({
  currency: z.string(),
  /** How many have an amount in it. */
  count: z.int(),
  /** In major units, exact. */
  sum: z.string(),
});
export type AmountSum = z.infer<typeof AmountSum>;

export const IntentTotalsDto = z
  .object({
    count: z.int(),
    complete: z.boolean().meta({
      description: "False: there may be more. Everything here is of the first `count` in the order of the list.",
    }),
    byState: z.array(z.object({ state: IntentState, count: z.int(), amounts: z.array(AmountSum) })),
    amounts: z.array(AmountSum),
    behindMs: BehindMs.optional(),
  })
  .meta({ id: "IntentTotals" });
export type IntentTotalsDto = z.infer<typeof IntentTotalsDto>;

/** Exactly, as the store compares them. What is no amount has been refused already. */
function isAbove(from = "", to = ""): boolean {
  return AMOUNT.test(from) && AMOUNT.test(to) && toUnits(from) > toUnits(to);
}

function toUnits(amount: string): bigint {
  const [whole, fraction = ""] = amount.split(".");
  return BigInt(whole + fraction.padEnd(FRACTION_MAX, "0"));
}
