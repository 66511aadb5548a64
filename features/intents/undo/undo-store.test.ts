import { expect, test } from "vitest";
import type { IntentDto } from "@/lib/wire/intent";
import { changeUndoable, dropPast, dropUndoable, offerUndo, openUndoables, tellUndone } from "./undo-store";

const approved = (id: string, undoMs: number) =>
  ({
    id,
    title: "Send an e-mail",
    args: {},
    undoUntil: "2026-01-01T00:00:10.000Z",
    about: { effect: "irreversible", value: "low", amount: null, target: [], undoMs },
  }) as unknown as IntentDto;

const ids = (nowMs: number) => openUndoables(nowMs).map(({ intentId }) => intentId);

test("an approval can be taken back until its time is over, counted from when it was sent", () => {
  offerUndo(approved("a", 10_000), 1_000);
  offerUndo(approved("b", 10_000), 3_000);
  expect(ids(10_999)).toEqual(["a", "b"]);
  expect(ids(11_000)).toEqual(["b"]);
  dropPast(11_000);
  expect(ids(0)).toEqual(["b"]);
  dropUndoable("b");
});

test("without an undo window nothing is offered", () => {
  const { undoUntil: _none, ...at_once } = approved("c", 0);
  offerUndo(at_once as IntentDto, 0);
  expect(ids(0)).toEqual([]);
});

test("what was not taken back stays until it was read, and cannot be sent twice", () => {
  offerUndo(approved("d", 10_000), 0);
  changeUndoable("d", { state: "sending" });
  expect(ids(1)).toEqual([]);
  changeUndoable("d", { state: "not_undone", words: "Too late." });
  dropPast(99_999);
  changeUndoable("d", { state: "open", untilMs: 100_001 });
  expect(ids(100_000)).toEqual(["d"]);
  dropUndoable("d");
});

test("what was taken back says so for a while, cannot be taken back again, and can be approved again", () => {
  offerUndo(approved("e", 10_000), 0);
  tellUndone("e", 1_000);
  expect(ids(1_001)).toEqual([]);
  dropPast(9_000);
  offerUndo(approved("e", 10_000), 9_500);
  expect(ids(9_600)).toEqual(["e"]);
  dropUndoable("e");
});
