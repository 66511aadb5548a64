import { expect, test } from "vitest";
import type { Command } from "./commands";
import { matchKeys } from "./listen-for-keys";

const command = (id: string, keys: string): Command => ({ id, label: id, group: "Test", keys, run: () => undefined });
const OFFERED = [command("next", "j"), command("inbox", "g i"), command("intents", "g h"), command("goodbye", "i")];
const at = (key: string, atMs: number) => ({ key, atMs });

test("one key means its command", () => {
  expect(matchKeys(OFFERED, at("j", 0), null)).toMatchObject({ command: { id: "next" }, isStart: false });
});

test("the first of two keys means nothing yet", () => {
  expect(matchKeys(OFFERED, at("g", 0), null)).toEqual({ command: null, isStart: true });
});

test("two keys in time mean their command, not that of the second alone", () => {
  expect(matchKeys(OFFERED, at("i", 1_200), at("g", 0)).command?.id).toBe("inbox");
  expect(matchKeys(OFFERED, at("i", 1_201), at("g", 0)).command?.id).toBe("goodbye");
});

test("of two commands with the same keys the one that came last has them", () => {
  expect(matchKeys([...OFFERED, command("other", "j")], at("j", 0), null).command?.id).toBe("other");
});

test("the second of two keys never means what it means alone", () => {
  expect(matchKeys(OFFERED, at("j", 300), at("g", 0))).toEqual({ command: null, isStart: false });
});

test("a key that is held down decides once, and goes on only where that is offered", () => {
  const held = { key: "a", atMs: 500, isRepeat: true };
  const offered = [command("approve", "a"), { ...command("next", "j"), mayRepeat: true }];
  expect(matchKeys(offered, at("a", 0), null).command?.id).toBe("approve");
  expect(matchKeys(offered, held, null).command).toBeNull();
  expect(matchKeys(offered, { ...held, key: "j" }, null).command?.id).toBe("next");
});
