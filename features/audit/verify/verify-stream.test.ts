// The browser's verifier beside the command's: two that were written apart must say the same of every export.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { sealLine } from "@/lib/domain/audit/export-lines";
import { leafHash } from "@/lib/domain/audit/merkle-tree";
import { makeSeal, type Seal, sealHash } from "@/lib/domain/audit/seal";
import { makeSealKey } from "@/lib/domain/audit/seal-key";
import { eventText } from "@/lib/domain/audit/sealed-event";
import { KEY, sampleEvent, sampleExport, tellOf } from "@/lib/domain/audit/testing/sample-export";
import { canonicalJson, type JsonValue } from "@/lib/domain/json";
import { type Outcome, type Progress, verifyStream } from "./verify-stream";

type Known = { number: number; hash: string } | null;

/** In pieces that end anywhere, as a network delivers them. */
function inPieces(bytes: Uint8Array, size: number): ReadableStream<Uint8Array> {
  let at = 0;
  return new ReadableStream({
    pull(controller) {
      if (at >= bytes.byteLength) controller.close();
      else controller.enqueue(bytes.slice(at, at + size));
      at += size;
    },
  });
}

type Verify = { keys?: string; lastSeal?: Known; pieceBytes?: number; onProgress?: (progress: Progress) => void };

function verify(lines: string[], { keys = KEY.pem, lastSeal = null, pieceBytes = 700, onProgress }: Verify = {}) {
  const stream = inPieces(Buffer.from(lines.join("")), pieceBytes);
  return verifyStream({ stream, keys, lastSeal, onProgress: onProgress ?? (() => undefined) });
}

/** In the command's words. */
function told(outcome: Outcome): string {
  if (outcome.kind === "as_sealed") return `${outcome.events} events in ${outcome.seals} seals`;
  if (outcome.kind === "unread") return `unread: ${outcome.message}`;
  return `${outcome.line}: ${outcome.message}`
    .replace("which is not one that you trust", "which was not given with --key")
    .replace("audit log.", "audit log that this command can read.");
}

async function expectAgreement(lines: string[], lastSeal: Known = null): Promise<string> {
  const outcome = await verify(lines, { lastSeal });
  expect(told(outcome)).toBe(tellOf(lines, { lastSeal }));
  return told(outcome);
}

// Line 1 is the header; events of 3, 2 and 1 seals follow: seals are lines 5, 8 and 10, the trailer is line 11.
const { lines: LINES, seals: SEALS } = sampleExport([3, 2, 1]);
const lineAt = (line: number) => LINES[line - 1] ?? "";
const withLine = (line: number, text: string) => LINES.with(line - 1, text);
const without = (line: number) => LINES.toSpliced(line - 1, 1);
const put = (line: number, ...texts: string[]) => LINES.toSpliced(line - 1, 0, ...texts);
const stranger = `${eventText(sampleEvent(99))}\n`;

test("an export is as it was sealed, and what was checked is told", async () => {
  const outcome = await verify(LINES);
  expect(outcome).toMatchObject({ kind: "as_sealed", events: 6, seals: 3, signatures: 3, keyIds: [KEY.keyId] });
  expect(outcome).toMatchObject({ first: { number: 1 }, last: { number: 3 }, header: { events: 6, lastSeal: 3 } });
});

test.each([
  ["without a seal", sampleExport([])],
  ["that begins later", sampleExport([3, 2, 1], undefined, 2)],
  ["of full seals", sampleExport([5_000, 1, 4_999])],
  ["of many seals", sampleExport(Array.from({ length: 200 }, () => 1))],
])("an export %s is as it was sealed", async (_which, { lines }) => {
  expect(await expectAgreement(lines)).toMatch(/^\d+ events in \d+ seals$/);
});

describe("the first event that is not as it was sealed is named", () => {
  test.each([
    ["edited", withLine(6, lineAt(6).replace("held", "cleared"))],
    ["written with a space before it", withLine(2, ` ${lineAt(2)}`)],
    ["written with a space inside", withLine(2, lineAt(2).replace(',"at"', ', "at"'))],
    ["removed in the middle", without(3)],
    ["removed at the end of its seal", without(4)],
    ["removed with all of its seal's", without(9)],
    ["put in", put(3, stranger)],
    ["put in at the end of a seal", put(5, stranger)],
    ["put in twice", put(3, lineAt(2))],
    ["put in twice at the end of its seal", put(5, lineAt(4))],
    ["put in before the trailer", put(11, stranger)],
    ["swapped with another", LINES.with(1, lineAt(3)).with(2, lineAt(2))],
    ["moved to another seal", LINES.toSpliced(3, 1).toSpliced(4, 0, lineAt(4))],
    ["replaced by nonsense", withLine(3, '{"actor":nonsense\n')],
    ["without its id", withLine(3, '{"actor":{}}\n')],
  ])("%s", async (_how, lines) => {
    expect(await expectAgreement(lines)).toMatch(/^\d+: /);
  });
});

test("what stands where something is broken is told with it", async () => {
  const edited = lineAt(6).replace("held", "cleared");
  expect(await verify(withLine(6, edited))).toMatchObject({ kind: "broken", line: 6, found: edited.trimEnd() });
});

describe("the first seal that is not as it was made is named", () => {
  const edited = (line: number, change: (seal: Seal & { leaves: string }) => object) => {
    const { seal } = JSON.parse(lineAt(line));
    return withLine(line, `${canonicalJson({ seal: { ...seal, ...change(seal) } } as JsonValue)}\n`);
  };
  const rehashed = (seal: Seal, more: Partial<Seal>) => ({ ...more, hash: sealHash({ ...seal, ...more }) });
  const leaves = [leafHash(Buffer.from(eventText(sampleEvent(6))))];
  const forged = (before: Seal | null, key = KEY) =>
    sealLine(makeSeal({ before, sealedAt: "2026-11-16T00:00:00.000Z" }, leaves, key), leaves);
  const second = SEALS[1] as Seal;
  test.each([
    ["changed", edited(8, () => ({ sealedAt: "2026-01-01T00:00:00.000Z" }))],
    ["changed with its hash", edited(8, (seal) => rehashed(seal, { root: "0".repeat(64) }))],
    ["sealed on a day that is on no calendar", edited(8, () => ({ sealedAt: "2026-02-30T00:00:00.000Z" }))],
    ["given another signature", edited(8, () => ({ signature: Buffer.alloc(64).toString("base64") }))],
    ["given half a signature", edited(8, ({ signature }) => ({ signature: signature.slice(0, 44) }))],
    ["given its signature in another spelling", edited(8, ({ signature }) => ({ signature: respelled(signature) }))],
    ["given another's signature", edited(8, () => ({ signature: SEALS[0]?.signature }))],
    ["given other leaves", edited(5, (seal) => ({ leaves: `AAAA${seal.leaves.slice(4)}` }))],
    ["given no leaves", edited(5, () => ({ leaves: "" }))],
    ["made unreadable", edited(5, () => ({ number: "1" }))],
    ["given more members", edited(5, () => ({ more: 1 }))],
    ["written with a space", withLine(5, lineAt(5).replace(",", ", "))],
    ["removed", without(8)],
    ["removed with its events", LINES.toSpliced(5, 3)],
    ["removed at the start", LINES.toSpliced(1, 4)],
    ["removed at the end", LINES.toSpliced(8, 2)],
    ["repeated", put(6, ...LINES.slice(1, 5))],
    ["swapped with another", LINES.with(4, lineAt(8)).with(7, lineAt(5))],
    ["moved", [lineAt(1), ...LINES.slice(5, 8), ...LINES.slice(1, 5), ...LINES.slice(8)]],
    ["signed with another key", withLine(10, forged(second, makeSealKey("x".repeat(44))))],
    ["signed by somebody who claims the key", withLine(10, forged(second, forger()))],
    ["made to follow from another", withLine(10, forged({ ...second, hash: "f".repeat(64) }))],
    ["made to begin elsewhere", withLine(10, forged({ ...second, lastPosition: 9 }))],
  ])("%s", async (_how, lines) => {
    expect(await expectAgreement(lines)).toMatch(/^\d+: /);
  });

  test("a forged signature is named before what is wrong after it", async () => {
    const sizes = Array.from({ length: 90 }, () => 1);
    const { lines } = sampleExport(sizes, (index) => (index === 9 ? forger() : KEY));
    const broken = lines.with(60, '{"actor":nonsense\n');
    expect(await expectAgreement(broken)).toBe(
      `21: The signature of seal 10 is wrong: the key ${KEY.keyId} did not make it.`,
    );
    expect(await expectAgreement(lines.slice(0, 25))).toContain("seal 10 is wrong");
  });
});

/** The same 64 bytes: the last letter before the padding has four bits that mean nothing. */
function respelled(signature: string): string {
  const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  return signature.replace(/(.)==$/, (_, last: string) => `${letters[letters.indexOf(last) ^ 1]}==`);
}

function forger() {
  return { ...makeSealKey("f".repeat(44)), keyId: KEY.keyId };
}

describe("the file itself", () => {
  test.each([
    ["is empty", []],
    ["is another format", ["Date,Amount\n", "1,2\n"]],
    ["is another JSON", ["{}\n"]],
    ["is an export of a later format", withLine(1, lineAt(1).replace('"v":1', '"v":2'))],
    ["begins with a byte order mark", withLine(1, `\ufeff${lineAt(1)}`)],
    ["was converted to CRLF", LINES.map((line) => line.replace("\n", "\r\n"))],
    ["was converted from its second line on", LINES.map((line, at) => (at === 0 ? line : line.replace("\n", "\r\n")))],
    ["has no line feed at its end", withLine(11, lineAt(11).trimEnd())],
    ["ends in the middle of a seal's events", LINES.slice(0, 7)],
    ["has no trailer", LINES.slice(0, -1)],
    ["ends in a half line", [...LINES.slice(0, 9), '{"seal":{"num']],
    ["has something after its trailer", [...LINES, "{}\n"]],
    ["is two exports", [...LINES, ...LINES]],
    ["has an empty line", put(6, "\n")],
    ["has the line null", put(6, "null\n")],
    ["has another trailer", withLine(11, lineAt(11).replace('"events":6', '"events":7'))],
    ["has a trailer with more in it", withLine(11, lineAt(11).replace('"seals":3', '"more":1,"seals":3'))],
    ["has rubbish inside", put(6, '{"note":1}\n')],
    ["holds bytes that are no text", withLine(11, '{"trailer":"\udc00"}\n')],
  ])("%s", async (_how, lines) => {
    await expectAgreement(lines);
  });

  test("has a line that is longer than any may be: what is wrong before it is told first", async () => {
    const long = `{"actor":"${"x".repeat(5_000_000)}"}\n`;
    expect(told(await verify(put(3, long), { pieceBytes: 8_000_000 }))).toContain(
      "3: This line is longer than 4096 KiB",
    );
    expect(told(await verify(put(3, "{}\n", long), { pieceBytes: 8_000_000 }))).toContain("3: This line is neither");
  });

  test("holds events without end and no seal: memory stays bounded", async () => {
    const endless = [lineAt(1), ...Array.from({ length: 10_001 }, () => lineAt(2))];
    expect(await expectAgreement(endless)).toContain("No seal follows the event of line 2: a seal was removed.");
  });
});

describe("against a seal that is known from elsewhere", () => {
  const published = (index: number) => ({ number: index + 1, hash: SEALS[index]?.hash ?? "" });
  const tail = sampleExport([3, 2, 1], undefined, 1).lines;
  test.each([
    ["the last", LINES, published(2)],
    ["an earlier one", LINES, published(0)],
    ["one that was cut off", sampleExport([3, 2]).lines, published(2)],
    ["one that is later than what was asked for", bounded(sampleExport([3, 2]).lines), published(2)],
    ["another under its number", LINES, { number: 3, hash: "a".repeat(64) }],
    ["the one before the first here", tail, published(0)],
    ["another before the first here", tail, { number: 1, hash: "a".repeat(64) }],
    ["one long before", sampleExport([1, 1, 1], undefined, 2).lines, published(0)],
    ["any, and there is none", sampleExport([]).lines, published(0)],
  ])("%s", async (_which, lines, lastSeal) => {
    await expectAgreement(lines, lastSeal);
  });
});

function bounded([header = "", ...rest]: string[]): string[] {
  return [header.replace('"to":null', '"to":"2026-11-16T00:00:00.000Z"'), ...rest];
}

describe("keys", () => {
  const next = makeSealKey("n".repeat(44));
  const rotated = sampleExport([1, 1], (index) => (index === 0 ? KEY : next)).lines;

  test("after a rotation both are needed", async () => {
    expect(told(await verify(rotated))).toContain(`Seal 2 was made with the key ${next.keyId}`);
    expect(told(await verify(rotated, { keys: `${next.pem}\n${KEY.pem}` }))).toBe("2 events in 2 seals");
  });

  test("a wrong key is told, and nothing counts as signed", async () => {
    const outcome = await verify(LINES, { keys: next.pem });
    expect(outcome).toMatchObject({ kind: "broken", line: 5, seals: 0, signatures: 0, keyIds: [next.keyId] });
    expect(told(outcome)).toContain(`Seal 1 was made with the key ${KEY.keyId}`);
  });

  test("where the browser cannot check signatures the rest is checked, and that is told", async () => {
    const { subtle } = crypto;
    Object.defineProperty(crypto, "subtle", { value: undefined, configurable: true });
    try {
      expect(await verify(LINES)).toMatchObject({ kind: "as_sealed", signatures: null, seals: 3 });
      expect(told(await verify(without(3)))).toContain("3: The event at position 2 was removed");
    } finally {
      Object.defineProperty(crypto, "subtle", { value: subtle, configurable: true });
    }
  });
});

test("progress is told as it comes, against what the header promises", async () => {
  const seen: Progress[] = [];
  await verify(sampleExport([50, 50]).lines, { onProgress: (progress) => seen.push(progress) });
  expect(seen.length).toBeGreaterThan(5);
  expect(seen.at(-1)).toEqual({ events: 100, seals: 2, eventsTotal: 100 });
  expect(seen.map(({ events }) => events)).toEqual(seen.map(({ events }) => events).toSorted((a, b) => a - b));
});

test("a connection that breaks is not called a broken log", async () => {
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(Buffer.from(LINES.slice(0, 6).join("")));
    },
    pull: () => Promise.reject(new TypeError("network error")),
  });
  const outcome = await verifyStream({ stream, keys: KEY.pem, lastSeal: null, onProgress: () => undefined });
  expect(outcome).toMatchObject({ kind: "unread", message: "network error", seals: 1, signatures: 1 });
});

test("whatever byte is changed, line removed, doubled or swapped, both say the same", async () => {
  const sizes = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 4 });
  const property = fc.asyncProperty(sizes, fc.nat(), fc.nat(), fc.integer({ min: 1, max: 255 }), async (...drawn) => {
    const [all, where, byte, change] = drawn;
    const { lines } = sampleExport(all);
    const index = where % lines.length;
    const [line = "", next = ""] = lines.slice(index, index + 2);
    await expectAgreement(lines.toSpliced(index, 1));
    await expectAgreement(lines.toSpliced(index, 0, line));
    await expectAgreement(lines.with(index, next).with((index + 1) % lines.length, line));
    const bytes = Buffer.from(line.trimEnd());
    bytes[byte % bytes.length] = (bytes[byte % bytes.length] ?? 0) ^ change;
    const text = bytes.toString("utf8");
    if (!text.includes("\n")) await expectAgreement(lines.with(index, `${text}\n`));
  });
  await fc.assert(property, { numRuns: 80 });
});
