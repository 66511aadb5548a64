import { expect, test } from "vitest";
import { notCompared } from "./not-compared";

type Case = [Parameters<typeof notCompared>[0], Record<string, number>, string];

test.each<Case>([
  ["probe", { intents: 3, asked: 3, unanswered: 3 }, "Nothing was compared: 3 of 3 probes got no answer. "],
  ["probe", { intents: 3, asked: 3, unanswered: 1 }, "Not everything was compared: 1 of 3 probes got no answer. "],
  ["probe", { intents: 3, asked: 1, unanswered: 1 }, "Nothing was compared: 1 of 1 probe got no answer. "],
  ["probe", { intents: 3, asked: 1, matched: 1, notAsked: 2 }, "Not everything was compared: 2 of 3 intents could not"],
  ["probe", { intents: 2, notAsked: 2 }, "Nothing was compared: 2 of 2 intents could not be asked about."],
  ["statement", { rows: 2, bad: 2, intents: 4 }, "Nothing was compared: 2 of 2 rows could not be read. "],
  ["statement", { rows: 3, bad: 2, matched: 1 }, "Not everything was compared: 2 of 3 rows could not be read. "],
  ["statement", { rows: 2, bad: 1, missing: 1, outside: 1 }, "Not everything was compared: 1 of 2 rows could not be"],
  ["statement", { rows: 2, outside: 2 }, "Nothing was compared: every row is of another time."],
  ["list", { pages: 1, rows: 1, bad: 1 }, "Nothing was compared: 1 of 1 row could not be read. Correct `execute.list`"],
])("by %s, %j: %s", (source, counts, says) => {
  const said = notCompared(source, counts);
  expect(said?.slice(0, says.length)).toBe(says);
  expect(said).toMatch(/\.$/);
});

test.each<[Case[0], Case[1]]>([
  ["probe", { intents: 3, asked: 3, matched: 2, undecided: 1 }],
  ["probe", { intents: 2 }],
  ["list", { pages: 1, intents: 2 }],
  ["list", { pages: 1, intents: 1, missing: 1 }],
  ["list", { pages: 1, rows: 2, matched: 1, outside: 1, otherTool: 1 }],
  ["statement", { rows: 2, matched: 1, repeated: 1, uncompared: 1 }],
])("by %s, %j: everything was", (source, counts) => expect(notCompared(source, counts)).toBeNull());
