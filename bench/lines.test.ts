import { expect, test } from "vitest";
import { makeLineReader } from "./lines";

test("lines are read whole, however the chunks are cut", () => {
  const lines: string[] = [];
  const read = makeLineReader((line) => lines.push(line));
  for (const chunk of ["1\n2", "3\n", "", "4", "5\n6\n"]) read(Buffer.from(chunk));
  expect(lines).toEqual(["1", "23", "45", "6"]);
});
