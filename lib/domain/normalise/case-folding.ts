import { FULL_MAPPINGS, SIMPLE_RUNS } from "./case-folding-table";

const RUN = /^([0-9a-f]+)(?:([+*])(\d+))?:([0-9a-f]+)$/;
const FOLDABLE = /[A-Z]|\P{ASCII}/gu;
const FOLDS: ReadonlyMap<string, string> = readTable();

/** Unicode default full case folding: ß becomes ss, İ becomes i with a dot above, ς becomes σ, ı stays. */
export function foldCase(text: string): string {
  return text.replace(FOLDABLE, (character) => FOLDS.get(character) ?? character);
}

function readTable(): Map<string, string> {
  const folds = new Map<string, string>();
  for (const run of SIMPLE_RUNS.flatMap((line) => line.split(" "))) readRun(run, folds);
  for (const mapping of FULL_MAPPINGS.flatMap((line) => line.split(" "))) {
    const [from = "", to = ""] = mapping.split(":");
    const codePoints = to.split("_").map((hex) => Number.parseInt(hex, 16));
    folds.set(String.fromCodePoint(Number.parseInt(from, 16)), String.fromCodePoint(...codePoints));
  }
  return folds;
}

function readRun(run: string, folds: Map<string, string>): void {
  const [, from = "", stride, count = "1", to = ""] = RUN.exec(run) ?? [];
  const step = stride === "*" ? 2 : 1;
  for (let index = 0; index < Number(count); index += 1) {
    const source = Number.parseInt(from, 16) + index * step;
    const target = Number.parseInt(to, 16) + index * step;
    folds.set(String.fromCodePoint(source), String.fromCodePoint(target));
  }
}
