import { expect, test } from "vitest";
import { type Drawer, keepDraft, readDraft } from "./draft";

function makeDrawer(kept: Record<string, string> = {}): Drawer {
  const map = new Map(Object.entries(kept));
  return {
    getItem: (name) => map.get(name) ?? null,
    setItem: (name, value) => void map.set(name, value),
    removeItem: (name) => void map.delete(name),
  };
}

const DRAFT = { text: "tool: a\n", format: "yaml", baseVersion: 3 } as const;

test("a draft is kept for its tool and no other, until it is put away", () => {
  const drawer = makeDrawer();
  expect(keepDraft(drawer, "refund_payment", DRAFT)).toBe(true);
  expect(readDraft(drawer, "refund_payment")).toEqual(DRAFT);
  expect(readDraft(drawer, "charge_card")).toBeNull();
  keepDraft(drawer, "refund_payment", null);
  expect(readDraft(drawer, "refund_payment")).toBeNull();
});

test.each([
  "",
  "null",
  "{",
  '{"text":1}',
  '{"text":"a","format":"xml","baseVersion":1}',
  '{"text":"a","format":"yaml"}',
])("what is no draft is none: %s", (kept) => {
  expect(readDraft(makeDrawer({ "interlock.key-lab.a": kept }), "a")).toBeNull();
});

test("a browser that keeps nothing is told apart", () => {
  const full = (): never => {
    throw new Error("QuotaExceededError");
  };
  const drawer: Drawer = { getItem: full, setItem: full, removeItem: full };
  expect(keepDraft(drawer, "a", DRAFT)).toBe(false);
  expect(readDraft(drawer, "a")).toBeNull();
});
