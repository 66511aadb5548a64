import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { FollowingEvent } from "../actor";
import { canonicalJson } from "../json";
import { sealLine } from "./export-lines";
import { leafHash } from "./merkle-tree";
import { makeSeal, SEAL_EVENTS_MAX, type Seal, sealHash } from "./seal";
import { makeSealKey } from "./seal-key";
import { eventText } from "./sealed-event";
import { KEY, sampleEvent, sampleExport, tellOf } from "./testing/sample-export";

// Line 1 is the header; events of 3, 2 and 1 seals follow: seals are lines 5, 8 and 10, the trailer is line 11.
const { lines: LINES, seals: SEALS } = sampleExport([3, 2, 1]);
const idAt = (position: number) => sampleEvent(position).id;
const without = (line: number) => LINES.toSpliced(line - 1, 1);
const withLine = (line: number, text: string) => LINES.with(line - 1, text);
const lineAt = (line: number) => LINES[line - 1] ?? "";

test("an export is as it was sealed", () => {
  expect(tellOf(LINES)).toBe("6 events in 3 seals");
  expect(tellOf(sampleExport([]).lines)).toBe("0 events in 0 seals");
  expect(tellOf(sampleExport([3, 2, 1], undefined, 2).lines)).toBe("1 events in 1 seals");
});

test("an export that was made before there was a journal is as it was sealed", () => {
  const made = readFileSync(new URL("./testing/export-before-journal.jsonl", import.meta.url), "utf8");
  const lines = made.split(/(?<=\n)/);
  expect(tellOf(lines)).toBe("3 events in 2 seals");
  expect(sampleExport([2, 1]).lines).toEqual(lines);
  expect(tellOf(lines.with(1, (lines[1] ?? "").replace("held", "cleared")))).toContain(
    `2: The event ${idAt(1)} was changed`,
  );
});

describe("what follows in an event is sealed with it: the event is named when", () => {
  const follower = (to: string) => ({
    type: "intent.opened",
    actor: { kind: "policy" as const, id: "refund@1" },
    subject: "refund",
    data: { to },
  });
  const made = (follows: FollowingEvent[]) => `${eventText(sampleEvent(2, { follows }))}\n`;
  const { lines } = sampleExport([3, 1], undefined, 0, { 2: { follows: [follower("held"), follower("cleared")] } });
  const changed = `3: The event ${idAt(2)} was changed: it is not what was sealed at position 2.`;

  test("nothing was done to it: it is as it was sealed", () => {
    expect(lines[2]).toBe(made([follower("held"), follower("cleared")]));
    expect(tellOf(lines)).toBe("4 events in 2 seals");
  });

  test.each([
    ["one was changed", [follower("held"), follower("held")]],
    ["one was removed", [follower("held")]],
    ["they changed places", [follower("cleared"), follower("held")]],
    ["one was put in", [follower("held"), follower("cleared"), follower("held")]],
    ["none is left", []],
  ])("%s", (_how, follows) => {
    expect(tellOf(lines.with(2, made(follows)))).toBe(changed);
    expect(tellOf(lines.with(2, made(follows)), { everySignatureMax: 0 })).toBe(changed);
  });

  test("they were taken away altogether", () => {
    expect(tellOf(lines.with(2, `${eventText(sampleEvent(2))}\n`))).toBe(changed);
  });
});

describe("an event is named when it was", () => {
  const changed = lineAt(6).replace("held", "cleared");
  const inserted = `${eventText(sampleEvent(99))}\n`;
  test.each([
    ["changed", withLine(6, changed), `6: The event ${idAt(4)} was changed: it is not what was sealed at position 4.`],
    ["written with a space before it", withLine(2, ` ${lineAt(2)}`), "2: This line is neither"],
    [
      "written with a space inside",
      withLine(2, lineAt(2).replace(',"at"', ', "at"')),
      `2: The event ${idAt(1)} was changed`,
    ],
    ["removed in the middle", without(3), `3: The event at position 2 was removed, before the event ${idAt(3)}.`],
    ["removed at the end of its seal", without(4), "4: The event at position 3 was removed, at the end of its seal."],
    ["removed with all of its seal's", without(9), "9: The event at position 6 was removed, at the end of its seal."],
    ["put in", LINES.toSpliced(2, 0, inserted), `3: The event ${idAt(99)} was put in: it was never sealed.`],
    ["put in at the end of a seal", LINES.toSpliced(4, 0, inserted), `5: The event ${idAt(99)} was put in`],
    ["put in twice", LINES.toSpliced(2, 0, lineAt(2)), `3: The event ${idAt(1)} was`],
    ["put in before the trailer", LINES.toSpliced(10, 0, inserted), "12: No seal follows the event of line 11"],
    [
      "moved",
      LINES.with(1, lineAt(3)).with(2, lineAt(2)),
      `2: The event ${idAt(2)} was moved: another event belongs at position 1.`,
    ],
    [
      "moved to another seal",
      LINES.toSpliced(3, 1).toSpliced(4, 0, lineAt(4)),
      "4: The event at position 3 was removed",
    ],
    ["replaced by nonsense", withLine(3, '{"actor":nonsense\n'), "3: An event was changed"],
  ])("%s", (_how, lines, told) => {
    expect(tellOf(lines)).toContain(told);
    expect(tellOf(lines, { everySignatureMax: 0 })).toContain(told);
  });
});

describe("a seal is named when it was", () => {
  const edited = (line: number, change: (seal: Seal & { leaves: string }) => object) => {
    const { seal } = JSON.parse(lineAt(line));
    return withLine(line, `${JSON.stringify({ seal: { ...seal, ...change(seal) } })}\n`);
  };
  const otherSpelling = ([last = ""]: string) =>
    `${String.fromCharCode(last.charCodeAt(0) + (/[AQgw]/.test(last) ? 1 : -1))}==`;
  const rehashed = (seal: Seal, more: Partial<Seal>) => ({ ...more, hash: sealHash({ ...seal, ...more }) });
  const leavesOf = (first: number) => [leafHash(Buffer.from(eventText(sampleEvent(first))))];
  const forged = (before: Seal | null, key = KEY) =>
    sealLine(makeSeal({ before, sealedAt: "2026-11-16T00:00:00.000Z" }, leavesOf(6), key), leavesOf(6));
  test.each([
    [
      "changed",
      edited(8, () => ({ sealedAt: "2026-01-01T00:00:00.000Z" })),
      "8: Seal 2 was changed: its hash is another.",
    ],
    [
      "changed with its hash",
      edited(8, (seal) => rehashed(seal, { root: "0".repeat(64) })),
      `8: The signature of seal 2 is wrong: the key ${KEY.keyId} did not make it.`,
    ],
    [
      "given other leaves",
      edited(5, ({ leaves }) => ({ leaves: `AAAA${leaves.slice(4)}` })),
      "5: The leaves of seal 1 were",
    ],
    ["given fewer leaves", edited(5, () => ({ leaves: "" })), "5: The leaves of seal 1 were changed"],
    [
      "made unreadable",
      edited(5, () => ({ number: "1" })),
      "5: This seal was changed: it is not written as a seal is.",
    ],
    ["given more members", edited(5, () => ({ more: 1 })), "5: This seal was changed"],
    [
      "given its signature in another spelling",
      // The same 64 bytes: of the last letter before the padding four bits mean nothing.
      edited(5, ({ signature }) => ({ signature: signature.replace(/.==$/, (end) => otherSpelling(end)) })),
      "5: This seal was changed: it is not written as a seal is.",
    ],
    ["removed", without(8), "9: Seal 2 was removed, before seal 3."],
    ["removed with its events", LINES.toSpliced(5, 3), "7: Seal 2 was removed, before seal 3."],
    [
      "removed at the start",
      LINES.toSpliced(1, 4),
      "4: The export begins with seal 1, but the first seal here is seal 2.",
    ],
    ["removed at the end", LINES.toSpliced(8, 2), "9: The export was to end with seal 3, but it ends with seal 2."],
    ["repeated", LINES.toSpliced(5, 0, ...LINES.slice(1, 5)), "9: Seal 1 is out of order: it comes after seal 1."],
    [
      "moved",
      [lineAt(1), ...LINES.slice(5, 8), ...LINES.slice(1, 5), ...LINES.slice(8)],
      "4: The export begins with seal 1",
    ],
    [
      "signed with another key",
      withLine(10, forged(SEALS[1] as Seal, makeSealKey("x".repeat(44)))),
      "which was not given with --key",
    ],
    [
      "made to follow from another",
      withLine(10, forged({ ...(SEALS[1] as Seal), hash: "f".repeat(64) })),
      "10: Seal 3 does not follow from seal 2",
    ],
    [
      "made to begin elsewhere",
      withLine(10, forged({ ...(SEALS[1] as Seal), lastPosition: 9 })),
      "10: Seal 3 does not begin where seal 2 ends.",
    ],
  ])("%s", (_how, lines, told) => {
    expect(tellOf(lines)).toContain(told);
    expect(tellOf(lines, { everySignatureMax: 0 })).toContain(told);
  });
});

describe("the file itself", () => {
  test.each([
    ["is empty", [], "1: The file is empty."],
    ["is another format", ["Date,Amount\n", "1,2\n"], "1: This is not an export"],
    ["is another JSON", ["{}\n"], "1: This is not an export"],
    ["begins with a byte order mark", withLine(1, `\ufeff${lineAt(1)}`), "1: The file begins with a byte order mark."],
    [
      "was converted to CRLF",
      LINES.map((line) => line.replace("\n", "\r\n")),
      "1: The lines end with a carriage return",
    ],
    [
      "was converted from its second line on",
      LINES.map((line, index) => (index === 0 ? line : line.replace("\n", "\r\n"))),
      "5: The lines end with a carriage return",
    ],
    [
      "ends in the middle",
      LINES.slice(0, 7),
      "7: The file ends without its trailer, and the last 2 events without their seal",
    ],
    ["has no trailer", LINES.slice(0, -1), "10: The file ends without its trailer: it was cut off"],
    ["ends in a half line", [...LINES.slice(0, 9), '{"seal":{"num'], "10: This line is not JSON."],
    ["has something after its trailer", [...LINES, "{}\n"], "12: Something follows the trailer"],
    ["is two exports", [...LINES, ...LINES], "12: Something follows the trailer"],
    ["has an empty line", LINES.toSpliced(5, 0, "\n"), "6: This line is not JSON."],
    [
      "has another trailer",
      withLine(11, lineAt(11).replace('"events":6', '"events":7')),
      "11: The trailer tells of 7 events in 3 seals; here are 6 in 3.",
    ],
    [
      "has rubbish inside",
      LINES.toSpliced(5, 0, '{"note":1}\n'),
      "6: This line is neither an event, nor a seal, nor the trailer.",
    ],
  ])("%s", (_how, lines, told) => {
    expect(tellOf(lines)).toContain(told);
  });

  test("holds events without end and no seal: memory stays bounded", () => {
    const endless = [lineAt(1), ...Array.from({ length: 2 * SEAL_EVENTS_MAX + 1 }, () => lineAt(2))];
    expect(tellOf(endless)).toContain("No seal follows the event of line 2: a seal was removed.");
  });
});

describe("against the last published seal", () => {
  const published = (index: number) => ({ number: index + 1, hash: SEALS[index]?.hash ?? "" });
  const cut = sampleExport([3, 2]).lines;
  const tail = sampleExport([3, 2, 1], undefined, 1).lines;
  test.each([
    ["the last", LINES, published(2), "6 events in 3 seals"],
    ["an earlier one", LINES, published(0), "6 events in 3 seals"],
    [
      "one that was cut off",
      cut,
      published(2),
      "The file ends with seal 2, but seal 3 was published: the end was cut off, or the file is older than that seal",
    ],
    [
      "another under its number",
      LINES,
      { number: 3, hash: "a".repeat(64) },
      "10: Seal 3 is not the one that was published",
    ],
    ["the one before the first here", tail, published(0), "3 events in 2 seals"],
    [
      "another before the first here",
      tail,
      { number: 1, hash: "a".repeat(64) },
      "does not follow from the seal that was published",
    ],
    [
      "one long before",
      sampleExport([1, 1, 1], undefined, 2).lines,
      published(0),
      "it does not hold seal 1, the published one",
    ],
    [
      "any, and there is none",
      sampleExport([]).lines,
      published(0),
      "The file holds no seal, but seal 1 was published",
    ],
  ])("%s", (_which, lines, lastSeal, told) => {
    expect(tellOf(lines, { lastSeal })).toContain(told);
  });
});

test("after a rotation both keys are needed", () => {
  const next = makeSealKey("n".repeat(44));
  const { lines } = sampleExport([1, 1], (index) => (index === 0 ? KEY : next));
  expect(tellOf(lines)).toContain(`Seal 2 was made with the key ${next.keyId}, which was not given with --key.`);
  expect(tellOf(lines, { keys: [next.publicKey, KEY.publicKey] })).toBe("2 events in 2 seals");
});

describe("where there are too many seals to check every signature", () => {
  const few = { everySignatureMax: 2 };
  const forger = { ...makeSealKey("f".repeat(44)), keyId: KEY.keyId };
  const sizes = Array.from({ length: 55 }, () => 1);
  /** One event and one seal each, after the header. */
  const sealLineOf = (number: number) => 1 + 2 * number;
  const forgedFrom = (first: number, last = sizes.length) =>
    sampleExport(sizes, (index) => (index + 1 >= first && index + 1 <= last ? forger : KEY)).lines;

  test.each([1, 2, 3, 4, 18, 19, 34, 50, 51, 55])(
    "a chain that somebody else made from seal %i on is named there",
    (first) => {
      const told = `${sealLineOf(first)}: The signature of seal ${first} is wrong`;
      expect(tellOf(forgedFrom(first), few)).toContain(told);
    },
  );

  test("a seal that nobody has vouched for is named before what is wrong after it", () => {
    const told = `${sealLineOf(20)}: The signature of seal 20 is wrong`;
    const lines = forgedFrom(20);
    expect(tellOf(lines.toSpliced(sealLineOf(23) - 2, 1), few)).toContain(told);
    expect(tellOf(lines.slice(0, sealLineOf(23)), few)).toContain(told);
    expect(tellOf(lines.with(sealLineOf(21), '{"seal":{}}\n'), few)).toContain(told);
  });

  test("one that was changed and given a hash of its own is named, not the next, which does not follow from it", () => {
    const { lines } = sampleExport(sizes);
    const at = sealLineOf(20) - 1;
    const { seal } = JSON.parse(lines[at] ?? "");
    const changed = { ...seal, sealedAt: "2026-01-01T00:00:00.000Z" };
    const written = (more: object) => `${canonicalJson({ seal: { ...changed, ...more } })}\n`;
    expect(tellOf(lines.with(at, written({})), few)).toContain(`${at + 1}: Seal 20 was changed: its hash is another.`);
    const rehashed = lines.with(at, written({ hash: sealHash(changed) }));
    expect(tellOf(rehashed, few)).toContain(`${at + 1}: The signature of seal 20 is wrong`);
  });

  test("the last seal of a key answers for that key's", () => {
    const next = makeSealKey("n".repeat(44));
    const keyOf = (forgedFrom: number) => (index: number) => (index >= 24 ? next : index >= forgedFrom ? forger : KEY);
    const keys = [KEY.publicKey, next.publicKey];
    expect(tellOf(sampleExport(sizes, keyOf(24)).lines, { ...few, keys })).toBe("55 events in 55 seals");
    const { lines } = sampleExport(sizes, keyOf(22));
    expect(tellOf(lines, { ...few, keys })).toContain(`${sealLineOf(23)}: The signature of seal 23 is wrong`);
  });
});

test("whatever byte is changed, line removed, doubled or swapped: it is found", () => {
  const sizes = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 4 });
  fc.assert(
    fc.property(sizes, fc.nat(), fc.nat(), fc.integer({ min: 1, max: 255 }), (all, where, byte, change) => {
      const { lines } = sampleExport(all);
      // The header and the trailer are not signed; what they say is compared with the rest.
      const index = 1 + (where % (lines.length - 2));
      const whole = `${all.reduce((sum, size) => sum + size, 0)} events in ${all.length} seals`;
      expect(tellOf(lines)).toBe(whole);
      expect(tellOf(lines.toSpliced(index, 1))).not.toBe(whole);
      expect(tellOf(lines.toSpliced(index, 0, lines[index] ?? ""))).not.toBe(whole);
      const next = lines[index + 1] ?? "";
      expect(tellOf(lines.with(index, next).with(index + 1, lines[index] ?? ""))).not.toBe(whole);
      const bytes = Buffer.from((lines[index] ?? "").trimEnd());
      const at = byte % bytes.length;
      bytes[at] = (bytes[at] ?? 0) ^ change;
      expect(tellOf(lines.with(index, bytes.toString("latin1")))).not.toBe(whole);
    }),
    { numRuns: 60 },
  );
});
