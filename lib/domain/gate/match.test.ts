import { expect, test } from "vitest";
import type { State } from "../intent";
import { findCurrent } from "./match";
import { makeContract, prepare, TinyGate } from "./testing/tiny-gate";
import type { Known, World } from "./world";

const OLD = makeContract();
const NEW = makeContract({ key: { scope: "run" } });
const AT = 2_000_000;
const endedAt = AT - 1;

const succeeded: State = { kind: "succeeded", effectId: "fx", result: {}, endedAt };
const refused: State = { kind: "refused", rule: "never", reason: "no", endedAt };
const over: State = { ...succeeded, endedAt: AT - 3_600_000 };

/** The retry of an old (run, step) under the new version, which knows only runs. */
const retry = prepare(NEW, { args: { id: "a", amount: 80 } }, [OLD]);

function known(contract: typeof OLD, state: State, amount = 80): Known {
  const gate = new TinyGate();
  gate.submit(prepare(contract, { args: { id: "a", amount } }));
  const [one] = gate.intents.values();
  if (one === undefined) throw new TypeError("nothing was opened");
  return { ...one, intent: { ...one.intent, state } };
}

function current(under: { active?: Known; earlier?: Known }): string {
  const byStem = new Map<string, Known>();
  if (under.active) byStem.set(retry.stem ?? "", under.active);
  if (under.earlier) byStem.set(retry.earlier[0]?.stem ?? "", under.earlier);
  const world = { at: AT, byStem } as unknown as World;
  const found = findCurrent(world, retry);
  return found === null ? "none" : found === under.active ? "active" : "earlier";
}

test.each<[string, { active?: Known; earlier?: Known }, string]>([
  ["nothing there", {}, "none"],
  ["only the earlier one", { earlier: known(OLD, succeeded) }, "earlier"],
  ["both alike: the active one", { active: known(NEW, succeeded), earlier: known(OLD, succeeded) }, "active"],
  ["one that never happened", { active: known(NEW, refused), earlier: known(OLD, succeeded) }, "earlier"],
  ["both never happened", { active: known(NEW, refused), earlier: known(OLD, refused) }, "active"],
  [
    "other values under the active key",
    { active: known(NEW, succeeded, 90), earlier: known(OLD, succeeded) },
    "earlier",
  ],
  ["other values under both", { active: known(NEW, succeeded, 90), earlier: known(OLD, succeeded, 90) }, "active"],
  ["the active one is over", { active: known(NEW, over), earlier: known(OLD, refused) }, "earlier"],
  ["both are over: the predecessor", { active: known(NEW, over), earlier: known(OLD, over) }, "active"],
  ["only an earlier one that is over", { earlier: known(OLD, over) }, "none"],
])("%s", (_name, under, expected) => expect(current(under)).toBe(expected));
