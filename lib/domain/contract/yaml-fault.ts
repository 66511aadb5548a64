/** What a YAML parser complains about, in words for somebody who wrote a contract and not a parser. */
export type YamlFault = {
  code: string;
  message: string;
  /** Where it begins in the text, and where it ends. */
  pos: readonly [number, number];
};

const ERRORS_MAX = 10;

/** What is left out here the parser says plainly enough itself. */
const WORDS: readonly [RegExp, string][] = [
  [
    /^BLOCK_AS_IMPLICIT_KEY:/,
    "The value that begins here has a second colon in it: the line below is indented too far, or the text needs quotes.",
  ],
  [/^MULTILINE_IMPLICIT_KEY:/, "Expected a name, a colon, a space and a value, on one line."],
  [/: Implicit map keys need to be followed by map values$/, "Expected a colon and a value behind this name."],
  [/: Flow seq.* end with a \]$/, "The list that began with [ is not closed: expected ]."],
  [/: Flow map.* end with a \}$/, "What began with { is not closed: expected }."],
  [/: Missing closing (["'])quote$/, "The text in quotes is not closed: expected $1."],
  [/^DUPLICATE_KEY:/, "This name is written twice: names must be unique."],
];

/** One sentence a place, since what the parser says next about the same place follows from the first. */
export function tellYamlFaults(
  faults: readonly YamlFault[],
  placeOf: (offset: number) => { line: number; col: number },
): string[] {
  const told = new Map<number, string>();
  for (const fault of faults) {
    if (told.size === ERRORS_MAX) break;
    const [offset] = fault.pos;
    if (told.has(offset)) continue;
    const { line, col } = placeOf(offset);
    told.set(offset, `${toWords(fault)} At line ${line}, column ${col}.`);
  }
  return [...told.values()];
}

function toWords({ code, message }: YamlFault): string {
  const complaint = `${code}: ${message}`;
  const found = WORDS.find(([pattern]) => pattern.test(complaint));
  if (found === undefined) return `${message.replace(/[.:]$/, "")}.`;
  const [pattern, words] = found;
  return words.replace("$1", pattern.exec(complaint)?.[1] ?? "");
}
