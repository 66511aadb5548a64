import { expect, test } from "vitest";
import type { BypassDto } from "@/lib/wire/bypass";
import { orderFate } from "./order-fate";

const person = (name: string) => ({ id: name, name, reason: "again", at: "2026-01-01T00:00:00.000Z" });
const order = (id: string, state: BypassDto["state"], ...names: string[]) =>
  ({ id, state, people: names.map(person), peopleNeeded: 3 }) as BypassDto;
const MINE = order("byp_1", "pending", "Ann");
const SUPERSEDED = { links: { successor: "/api/v1/intents/int_2" } };

test("an order that waits tells how many are missing by now, not when it was given", () => {
  const now = { links: {}, bypass: order("byp_1", "pending", "Ann", "Bob") };
  expect(orderFate(MINE, now, undefined).words.body).toContain("one more person");
});

test("an order that somebody else confirmed says so, and who had the last word", () => {
  const successor = { state: "cleared", bypass: order("byp_1", "given", "Ann", "Bob", "Cy") } as const;
  const fate = orderFate(MINE, SUPERSEDED, successor);
  expect(fate.words.title).toBe("Your order is confirmed");
  expect(fate.confirmedBy).toBe("Cy");
  expect(orderFate(MINE, SUPERSEDED, { ...successor, state: "held" }).words.body).toContain("waits for a decision");
});

test("a generation that another order or a submission opened is nobody's confirmation", () => {
  const other = { state: "cleared", bypass: order("byp_2", "given", "Cy", "Di") } as const;
  for (const successor of [undefined, { state: "cleared" } as const, other]) {
    const { words, confirmedBy } = orderFate(MINE, SUPERSEDED, successor);
    expect(words.title).toBe("Your order no longer waits");
    expect(words.body).toContain("later generation");
    expect(confirmedBy).toBeNull();
  }
});

test("an order that is gone without a new generation says that nothing ran because of it", () => {
  expect(orderFate(MINE, { links: {} }, undefined).words.body).toContain("Nothing ran because of it");
  const another = { links: {}, bypass: order("byp_2", "pending", "Bob") };
  expect(orderFate(MINE, another, undefined).words.title).toBe("Your order no longer waits");
  const cameFrom = { links: {}, bypass: order("byp_0", "given", "Ann", "Bob") };
  expect(orderFate(MINE, cameFrom, undefined).words.title).toBe("Your order no longer waits");
});
