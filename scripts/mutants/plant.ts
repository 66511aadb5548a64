/**
 * One copy of the state machine with its tests per mutant, in a directory of its own; the tree is never written to.
 *
 *   <directory>/original/…   unchanged: if its tests fail, nothing that follows means anything
 *   <directory>/000/…        the first mutant, and so on
 */
import { cpSync, mkdtempSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { applyMutant, type Mutant } from "./mutant";

/** `first`: the properties, up to the first that notices. `all`: everything, also the state × event table. */
export type TestChoice = "first" | "all";

export const ORIGINAL = "original";
/** The table pins behaviour; that a *law* notices is what is to be shown, so a kill by the table does not count. */
export const TABLE = "table.test.ts";
/** The file that vitest runs in each copy: it imports all tests there, so that they share what they draw. */
export const ENTRY = "all.test.ts";
const DRAW = "transition/testing/draw.ts";
const COPIED = ["intent.ts", "hold.ts", "event.ts", "transition"];

export function copyName(index: number): string {
  return String(index).padStart(3, "0");
}

export function makeDirectory(): string {
  return mkdtempSync(path.join(tmpdir(), "interlock-mutants-"));
}

export function plantCopies(root: string, directory: string, mutants: Mutant[], tests: TestChoice): void {
  symlinkSync(path.join(root, "node_modules"), path.join(directory, "node_modules"), "junction");
  copyDomain(root, path.join(directory, ORIGINAL), tests);
  for (const [index, mutant] of mutants.entries()) {
    const copy = path.join(directory, copyName(index));
    copyDomain(root, copy, tests);
    // What is drawn does not depend on the mutant: all copies share the original's, drawn once per worker.
    writeFileSync(path.join(copy, DRAW), `export * from "../../../${ORIGINAL}/${DRAW.replace(".ts", "")}";\n`);
    const file = path.join(copy, mutant.file);
    writeFileSync(file, applyMutant(readFileSync(file, "utf8"), mutant));
  }
}

function copyDomain(root: string, copy: string, tests: TestChoice): void {
  for (const name of COPIED) cpSync(path.join(root, "lib/domain", name), path.join(copy, name), { recursive: true });
  const files = readdirSync(path.join(copy, "transition")).filter((name) => name.endsWith(".test.ts"));
  const chosen = tests === "all" ? files : files.filter((name) => name !== TABLE);
  const lines = [
    'import fc from "fast-check";',
    'import { afterEach, beforeEach, describe } from "vitest";',
    // Only whether a law fails counts here; shrinking would take most of the time.
    "fc.configureGlobal({ endOnFailure: true });",
    ...(tests === "all" ? [] : STOP_AT_FIRST),
    ...chosen.map((name) => `describe("${name}", async () => void (await import("./transition/${name}")));`),
  ];
  writeFileSync(path.join(copy, ENTRY), `${lines.join("\n")}\n`);
}

const STOP_AT_FIRST = [
  "let killed = false;",
  "beforeEach(({ skip }) => { if (killed) skip(); });",
  'afterEach(({ task }) => { killed ||= task.result?.state === "fail" && !task.fails; });',
];
