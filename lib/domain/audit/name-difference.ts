/** Which event was changed, removed, put in or moved: what is there beside what was sealed. */

export type FoundEvent = { line: number; leaf: Buffer; id: string | null };

/** Null: they are the same. */
export type Difference = { line: number; message: string };

export function nameDifference(
  found: readonly FoundEvent[],
  sealed: readonly Buffer[],
  firstPosition: number,
  endLine: number,
): Difference | null {
  const length = Math.max(found.length, sealed.length);
  let index = 0;
  while (index < length && isSame(found[index]?.leaf, sealed[index])) index += 1;
  if (index === length) return null;
  const [here, wanted] = [found[index], sealed[index]];
  const position = firstPosition + index;
  if (here === undefined) return removed(endLine, position, "at the end of its seal");
  if (wanted === undefined)
    return { line: here.line, message: `${nameOf(here)} was put in: nothing was sealed at position ${position}.` };
  const isElsewhere = found.some(({ leaf }) => leaf.equals(wanted));
  const isSealed = sealed.some((leaf) => leaf.equals(here.leaf));
  if (isSealed && isElsewhere) return { line: here.line, message: `${nameOf(here)} was moved: ${belongs(position)}` };
  if (isSealed)
    return removed(here.line, position, `before ${nameOf(here).replace(/^./, (letter) => letter.toLowerCase())}`);
  if (isElsewhere) return { line: here.line, message: `${nameOf(here)} was put in: it was never sealed.` };
  return {
    line: here.line,
    message: `${nameOf(here)} was changed: it is not what was sealed at position ${position}.`,
  };
}

function isSame(left: Buffer | undefined, right: Buffer | undefined): boolean {
  return left !== undefined && right !== undefined && left.equals(right);
}

function removed(line: number, position: number, where: string): Difference {
  return { line, message: `The event at position ${position} was removed, ${where}.` };
}

function belongs(position: number): string {
  return `another event belongs at position ${position}.`;
}

function nameOf({ id }: FoundEvent): string {
  return id === null ? "An event" : `The event ${id}`;
}

const ID = Buffer.from('"id":"');
const ID_MAX = 64;

/**
 * Without parsing: behind `id` come only members with text of ours and others', in which a quotation mark is escaped, so
 * the last one that reads like this is the event's own.
 */
export function idIn(line: Buffer): string | null {
  const at = line.lastIndexOf(ID);
  if (at === -1) return null;
  const text = line.toString("latin1", at + ID.byteLength, at + ID.byteLength + ID_MAX + 1);
  return /^\w{1,64}(?=")/.exec(text)?.[0] ?? null;
}
