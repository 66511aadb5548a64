// Writes the Unicode tables that keys are made by. Run it only to move to another version of Unicode: every normaliser
// that reads these tables then needs a new engine number (CONTRIBUTING.md, "An engine").
import { writeFileSync } from "node:fs";
import { createRequire } from "node:module";

const VERSION = "15.1";
const UNICODE = "@unicode/unicode-15.1.0";
const TARGET = new URL("../lib/domain/normalise/unicode-table.ts", import.meta.url);
const LINE_LENGTH_MAX = 110;

const require = createRequire(import.meta.url);
const read = (path) => require(`${UNICODE}/${path}/code-points.js`);
const hex = (codePoint) => codePoint.toString(16);

const sets = {
  ASSIGNED: ["Every code point that this version assigns, private use included.", read("Binary_Property/Assigned")],
  WHITE_SPACE: ["White_Space.", read("Binary_Property/White_Space")],
  CONTROL_OR_FORMAT: ["Cc and Cf.", [...read("General_Category/Control"), ...read("General_Category/Format")]],
  FORMAT: ["Cf.", read("General_Category/Format")],
  SPACE_SEPARATOR: ["Zs.", read("General_Category/Space_Separator")],
  DEFAULT_IGNORABLE: [
    "Default_Ignorable_Code_Point, of what is assigned.",
    read("Binary_Property/Default_Ignorable_Code_Point").filter(isAssigned()),
  ],
};

const text = [
  "/**",
  ` * Unicode ${VERSION}, as far as keys depend on it. Written by scripts/unicode-table.mjs.`,
  " *",
  " * Sets are ranges `a-b`. Mappings: `a:b` one code point, `a+n:b` n consecutive ones, `a*n:b` every second one, `a:b_c` to",
  " * several; all numbers but n are hex. Only what holds in every language and place is among the mappings.",
  " */",
  `export const UNICODE_VERSION = "${VERSION}";`,
  ...Object.entries(sets).flatMap(([name, [words, codePoints]]) => list(name, words, ranges(codePoints))),
  ...list("UPPER", "Upper case.", mappings("Uppercase")),
  ...list("LOWER", "Lower case; a sigma at the end of a word is like any other.", mappings("Lowercase")),
  "",
].join("\n");
writeFileSync(TARGET, text);

function isAssigned() {
  const assigned = new Set(read("Binary_Property/Assigned"));
  return (codePoint) => assigned.has(codePoint);
}

function ranges(codePoints) {
  const sorted = [...new Set(codePoints)].sort((a, b) => a - b);
  const found = [];
  for (const codePoint of sorted) {
    const last = found.at(-1);
    if (last !== undefined && last[1] + 1 === codePoint) last[1] = codePoint;
    else found.push([codePoint, codePoint]);
  }
  return found.map(([from, to]) => (from === to ? hex(from) : `${hex(from)}-${hex(to)}`));
}

function mappings(kind) {
  const special = read(`Special_Casing/${kind}`);
  const simple = [...read(`Simple_Case_Mapping/${kind}`)].filter(([from]) => !special.has(from));
  const full = [...special].map(([from, to]) => `${hex(from)}:${[to].flat().map(hex).join("_")}`);
  return [...runs(simple.sort(([a], [b]) => a - b)), ...full];
}

function runs(pairs) {
  const written = [];
  for (let at = 0; at < pairs.length; ) {
    const [from, to] = pairs[at];
    const step = [1, 2].find((one) => follows(pairs, at + 1, from + one, to + one)) ?? 1;
    let count = 1;
    while (follows(pairs, at + count, from + count * step, to + count * step)) count += 1;
    const sign = step === 1 ? "+" : "*";
    written.push(count === 1 ? `${hex(from)}:${hex(to)}` : `${hex(from)}${sign}${count}:${hex(to)}`);
    at += count;
  }
  return written;
}

function follows(pairs, at, from, to) {
  return pairs[at]?.[0] === from && pairs[at]?.[1] === to;
}

function list(name, words, entries) {
  const lines = [];
  for (const entry of entries) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + entry.length < LINE_LENGTH_MAX)
      lines[lines.length - 1] = `${last} ${entry}`;
    else lines.push(entry);
  }
  return [
    "",
    `/** ${words} */`,
    `export const ${name}: readonly string[] = [`,
    ...lines.map((line) => `  "${line}",`),
    "];",
  ];
}
