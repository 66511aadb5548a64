import { expect, test } from "vitest";
import { makeTurnReader } from "./queue-lane";

test("turns are read whole, however the chunks are cut", () => {
  const turns: number[] = [];
  const read = makeTurnReader((turn) => turns.push(turn));
  for (const chunk of ["1\n2", "3\n", "", "4", "5\n6\n"]) read(Buffer.from(chunk));
  expect(turns).toEqual([1, 23, 45, 6]);
});
