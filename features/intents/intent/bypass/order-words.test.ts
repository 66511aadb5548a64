import { expect, test } from "vitest";
import type { BypassDto } from "@/lib/wire/bypass";
import { mayBeOrderedWords, orderTitle, peopleWords, strictest, whyNotOrder } from "./order-words";

const two = { peopleNeeded: 2, role: "admin" } as const;

test("only what happened can happen a second time", () => {
  expect(orderTitle("succeeded", "Refund", false)).toBe("Order a second “Refund”");
  expect(orderTitle("denied", "Refund", true)).toBe("Confirm “Refund” all the same");
  expect(mayBeOrderedWords("partial")).toMatch(/a second time/);
  expect(mayBeOrderedWords("denied")).not.toMatch(/second/);
});

test("says how many people of which role it takes, and which of them is asked", () => {
  expect(peopleWords({ peopleNeeded: 1, role: "approver" }, 0)).toBe(
    "It takes one approver: it runs as soon as you order it.",
  );
  expect(peopleWords(two, 0)).toBe("It takes two admins: you, and another one within 24 hours. Nothing runs before.");
  expect(peopleWords(two, 1)).toBe("It takes two admins: you are the second. It runs as soon as you confirm.");
  expect(peopleWords({ ...two, peopleNeeded: 3 }, 0)).toMatch(/three admins: you, and two others/);
  expect(peopleWords({ ...two, peopleNeeded: 3 }, 1)).toMatch(/you are the second. Nothing runs before the last/);
});

test("an order that waits never takes less than it was given under", () => {
  const order = { role: "admin", peopleNeeded: 3 } as BypassDto;
  expect(strictest({ role: "approver", peopleNeeded: 2 }, order)).toEqual({ role: "admin", peopleNeeded: 3 });
  expect(strictest(two, null)).toBe(two);
});

test("whose word would be refused is told so", () => {
  expect(whyNotOrder(two, "approver")).toBe("Only an admin may order it.");
  expect(whyNotOrder(two, "admin")).toBeNull();
  expect(whyNotOrder({ peopleNeeded: 1, role: "approver" }, "approver")).toBeNull();
});
