/** What was typed about an amount, as a filter; or what is wrong with it. */
import { isAbove, isAmount } from "./amount";
import { withoutFilters } from "./filter-words";
import type { IntentFilter } from "./intent-filter";

export type AmountForm = { from: string; to: string; currency: string };
export type AmountErrors = Partial<Record<keyof AmountForm, string>>;

export function amountForm({ amount, amountFrom, amountTo, currency = "" }: IntentFilter): AmountForm {
  return { from: amount ?? amountFrom ?? "", to: amount ?? amountTo ?? "", currency };
}

export function readAmountForm(
  filter: IntentFilter,
  form: AmountForm,
): { filter: IntentFilter } | { errors: AmountErrors } {
  const [from, to, currency] = [clean(form.from), clean(form.to), form.currency.trim().toUpperCase()];
  const errors: AmountErrors = {};
  const NOT_ONE = "Write an amount with digits and a point, such as 80 or 80.50.";
  if (from !== "" && !isAmount(from)) errors.from = NOT_ONE;
  if (to !== "" && !isAmount(to)) errors.to = NOT_ONE;
  if (!/^[A-Z]{3}$/.test(currency)) errors.currency = "Name a currency by its three letters, such as USD.";
  if (errors.from === undefined && errors.to === undefined && from !== "" && to !== "" && isAbove(from, to)) {
    errors.to = "This is less than the amount that it begins with.";
  }
  if (Object.keys(errors).length > 0) return { errors };
  const rest = withoutFilters(filter, ["amount", "amountFrom", "amountTo", "currency"]);
  if (from !== "" && from === to) return { filter: { ...rest, amount: from, currency } };
  const range = { ...(from === "" ? {} : { amountFrom: from }), ...(to === "" ? {} : { amountTo: to }) };
  return { filter: { ...rest, ...range, currency } };
}

/** Thousands may be set apart by spaces; a comma could mean either thing, and is refused. */
function clean(text: string): string {
  return text.replace(/[\s’']/g, "");
}
