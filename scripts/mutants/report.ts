/** The table: every mutant, the law it breaks, and the property that noticed it. */
import type { Mutant } from "./mutant";
import { copyName, ORIGINAL, TABLE, type TestChoice } from "./plant";
import type { Verdict } from "./run";

const KILLER_WIDTH_MAX = 90;

type Row = { law: string; mistake: string; killers: string[]; inTable: boolean };

/** Returns the exit code: 0 all killed, 1 some survived. Throws when the copies say nothing about the mutants. */
export function report(mutants: Mutant[], verdicts: Map<string, Verdict>, tests: TestChoice, tookMs: number): number {
  const original = verdicts.get(ORIGINAL);
  requireSound(original, ORIGINAL);
  const rows = mutants.map((mutant, index) => toRow(mutant, verdicts.get(copyName(index))));
  printTable(rows);
  if (tests === "all") printIdle(original?.passed ?? [], rows);
  const survivors = rows.filter((row) => row.killers.length === 0);
  const also = tests === "all" ? ` (${rows.filter((row) => row.inTable).length} also by the table)` : "";
  const killed = `${rows.length - survivors.length} killed by properties${also}`;
  console.log(`\n${rows.length} mutants: ${killed}, ${survivors.length} survived, in ${(tookMs / 1_000).toFixed(1)} s`);
  for (const { law, mistake } of survivors) console.log(`survived: ${mistake} (${law})`);
  return survivors.length === 0 ? 0 : 1;
}

function requireSound(verdict: Verdict | undefined, name: string): void {
  if (verdict === undefined || verdict.error !== null || verdict.passed.length + verdict.failed.length === 0) {
    throw new Error(`The tests of the copy "${name}" did not run: ${verdict?.error ?? "no tests found"}`);
  }
  if (name === ORIGINAL && verdict.failed.length > 0) {
    throw new Error(`The unchanged state machine fails its own tests: ${verdict.failed.join("; ")}`);
  }
}

function toRow(mutant: Mutant, verdict: Verdict | undefined): Row {
  requireSound(verdict, mutant.mistake);
  const failed = verdict?.failed ?? [];
  const killers = failed.filter((title) => !title.startsWith(TABLE)).map(withoutFile);
  return { law: mutant.law, mistake: mutant.mistake, killers, inTable: killers.length < failed.length };
}

function withoutFile(title: string): string {
  return title.replace(/^\S+\.test\.ts > /, "");
}

function printTable(rows: Row[]): void {
  const lawWidth = Math.max(...rows.map((row) => row.law.length));
  const mistakeWidth = Math.max(...rows.map((row) => row.mistake.length));
  console.log(`${"law".padEnd(lawWidth)}  ${"mistake".padEnd(mistakeWidth)}  killed by`);
  for (const { law, mistake, killers } of rows) {
    const [first = "SURVIVED", ...others] = killers;
    const more = others.length > 0 ? ` (+${others.length})` : "";
    const killer = first.length > KILLER_WIDTH_MAX ? `${first.slice(0, KILLER_WIDTH_MAX - 1)}…` : first;
    console.log(`${law.padEnd(lawWidth)}  ${mistake.padEnd(mistakeWidth)}  ${killer}${more}`);
  }
}

/** A property that no mutant ever broke may be unable to fail: worth a look, not an error. */
function printIdle(passed: string[], rows: Row[]): void {
  const useful = new Set(rows.flatMap((row) => row.killers));
  const idle = passed.filter((title) => !title.startsWith(TABLE)).map(withoutFile);
  for (const title of idle.filter((name) => !useful.has(name))) console.log(`killed nothing: ${title}`);
}
