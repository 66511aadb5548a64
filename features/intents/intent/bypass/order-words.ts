/** What an order to act again means, told before it is given. */
import type { BypassDto } from "@/lib/wire/bypass";
import type { ChoiceDto } from "@/lib/wire/choice";
import type { IntentState } from "@/lib/wire/intent";
import type { OperatorDto } from "@/lib/wire/session";

export type PeopleNeeded = ChoiceDto["bypass"];

/** Only what happened can happen a second time. */
function happened(state: IntentState): boolean {
  return state === "succeeded" || state === "partial";
}

export function mayBeOrderedWords(state: IntentState): string {
  return happened(state)
    ? "It happened. People can order it a second time, on purpose: as a new generation of its key."
    : "It did not happen. People can order it all the same, on purpose: as a new generation of its key.";
}

export function orderTitle(state: IntentState, title: string, isConfirming: boolean): string {
  const verb = isConfirming ? "Confirm" : "Order";
  return happened(state) ? `${verb} a second “${title}”` : `${verb} “${title}” all the same`;
}

/** An order that waits may ask for more than these args do by now, and never for less. */
export function strictest(asked: PeopleNeeded, order: BypassDto | null): PeopleNeeded {
  if (order === null) return asked;
  const role = asked.role === "admin" || order.role === "admin" ? "admin" : asked.role;
  return { role, peopleNeeded: Math.max(asked.peopleNeeded, order.peopleNeeded) };
}

const NUMBERS = ["no", "one", "two", "three", "four", "five"];
const ORDINALS = ["", "first", "second", "third", "fourth", "fifth"];

/** How many people of which role, and which of them is asked now. `given`: those who said so before. */
export function peopleWords({ peopleNeeded, role }: PeopleNeeded, given: number): string {
  const who = role === "admin" ? "admin" : "approver";
  if (peopleNeeded <= 1) return `It takes one ${who}: it runs as soon as you order it.`;
  const all = `It takes ${NUMBERS[peopleNeeded] ?? peopleNeeded} ${who}s`;
  if (given === 0) {
    const more = peopleNeeded === 2 ? "another one" : `${NUMBERS[peopleNeeded - 1] ?? peopleNeeded - 1} others`;
    return `${all}: you, and ${more} within 24 hours. Nothing runs before.`;
  }
  const you = `you are the ${ORDINALS[given + 1] ?? `${given + 1}th`}`;
  return given + 1 < peopleNeeded
    ? `${all}: ${you}. Nothing runs before the last.`
    : `${all}: ${you}. It runs as soon as you confirm.`;
}

/** Why this operator's word would only be refused; null: it would not. */
export function whyNotOrder({ role: needed }: PeopleNeeded, role: OperatorDto["role"]): string | null {
  if (role === "admin" || (role === "approver" && needed !== "admin")) return null;
  return needed === "admin" ? "Only an admin may order it." : "Only an approver or an admin may order it.";
}
