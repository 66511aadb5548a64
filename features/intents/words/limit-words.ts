/** Which limit an intent would pass, how much of it is used, and by how much it would be over. */
import { spellDuration } from "@/components/duration";
import { formatMoney } from "@/components/money";
import type { LimitUseDto } from "@/lib/wire/limit";
import { fieldName } from "./field-name";

export function limitWords(limits: readonly LimitUseDto[]): string {
  const passed = limits.filter(({ excess }) => excess !== null);
  if (passed.length === 0) return "There is room again by now: approving it passes no limit.";
  return passed.map(passedWords).join(" ");
}

function passedWords(limit: LimitUseDto): string {
  const { per, sum, window, max, used, amount, excess } = limit;
  const bound = `at most ${amountWords(limit, max)} ${perWords(per)} ${windowWords(window)}`;
  if (sum === null) return `${upper(bound)}: ${used} so far, and with this one it is ${excess} too many.`;
  const [taken, more, over] = [used, amount, excess ?? "0"].map((value) => amountWords(limit, value));
  return `${upper(bound)}: ${taken} is used, and with these ${more} it is ${over} over.`;
}

function amountWords({ sum, currency }: LimitUseDto, value: string): string {
  if (currency !== null) return formatMoney({ value, currency });
  if (sum === null) return value === "1" ? "1 call" : `${value} calls`;
  return `${value} ${fieldName(sum)}`;
}

function perWords(per: string): string {
  if (per === "agent") return "for one agent";
  return per === "tool" ? "for this tool" : `for one ${fieldName(per)}`;
}

const UNITS_MS: Record<string, number> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

function windowWords(window: string): string {
  const [, count, unit = ""] = /^(\d+)(ms|s|m|h|d)$/.exec(window) ?? [];
  const unitMs = UNITS_MS[unit];
  return unitMs === undefined ? `in a calendar ${window} (UTC)` : `in ${spellDuration(Number(count) * unitMs)}`;
}

function upper(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
