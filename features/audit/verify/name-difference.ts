/** Which event was changed, removed, put in or moved: what is there beside the leaves that were sealed. */
import { Broken } from "./broken";
import { isSame, toHex, toText } from "./bytes";
import { HASH_BYTES } from "./sha256";

/** Events since the last seal. `lines`: the bytes of each, as far as they were kept. */
export type Waiting = { count: number; firstLine: number; leaves: Uint8Array; lines: (Uint8Array | null)[] };

type Place = { position: number; line: number; text: string | null };

/** Null: they are the same. */
export function nameDifference(
  found: Waiting,
  sealed: Uint8Array,
  firstPosition: number,
  sealLine: number,
): Broken | null {
  const here = found.leaves.subarray(0, found.count * HASH_BYTES);
  if (isSame(here, sealed)) return null;
  const [hashesHere, hashesSealed] = [toHashes(here), toHashes(sealed)];
  const index = hashesHere.findIndex((hash, place) => hash !== hashesSealed[place]);
  const position = firstPosition + (index === -1 ? found.count : index);
  if (index === -1) return removed({ position, line: sealLine, text: null }, "at the end of its seal");
  const bytes = found.lines[index] ?? null;
  const at: Place = { position, line: found.firstLine + index, text: bytes === null ? null : toText(bytes) };
  const wanted = hashesSealed[index];
  return nameEvent(at, {
    wasSealed: hashesSealed.includes(hashesHere[index] ?? ""),
    wanted: wanted === undefined ? "nothing" : hashesHere.includes(wanted) ? "elsewhere" : "gone",
  });
}

type Traces = {
  /** What stands here belongs into this seal, at some place. */
  wasSealed: boolean;
  /** What became of the event that was sealed here. */
  wanted: "nothing" | "elsewhere" | "gone";
};

function nameEvent(at: Place, { wasSealed, wanted }: Traces): Broken {
  const { position, line, text } = at;
  const name = eventName(text);
  const say = (what: string) => new Broken(line, `${name} was ${what}`, text);
  if (wanted === "nothing") return say(`put in: nothing was sealed at position ${position}.`);
  if (wasSealed && wanted === "elsewhere") return say(`moved: another event belongs at position ${position}.`);
  if (wasSealed) return removed(at, `before ${name.charAt(0).toLowerCase()}${name.slice(1)}`);
  if (wanted === "elsewhere") return say("put in: it was never sealed.");
  return say(`changed: it is not what was sealed at position ${position}.`);
}

function removed({ position, line, text }: Place, where: string): Broken {
  return new Broken(line, `The event at position ${position} was removed, ${where}.`, text);
}

function eventName(text: string | null): string {
  const id = text === null ? null : eventId(text);
  return id === null ? "An event" : `The event ${id}`;
}

/** Not by parsing, because what was changed may be no JSON any more. The event's own is the last: quotes are escaped. */
function eventId(text: string): string | null {
  const [, id] = /^"id":"(\w{1,64})"/.exec(text.slice(Math.max(0, text.lastIndexOf('"id":"')))) ?? [];
  return id ?? null;
}

function toHashes(leaves: Uint8Array): string[] {
  return Array.from({ length: leaves.byteLength / HASH_BYTES }, (_, index) =>
    toHex(leaves.subarray(index * HASH_BYTES, (index + 1) * HASH_BYTES)),
  );
}
