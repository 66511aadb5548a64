import { FULL_MAPPINGS, SIMPLE_RUNS } from "./case-folding-table";
import { readMappings } from "./code-point-map";

const FOLDABLE = /[A-Z\u0080-\u{10FFFF}]/gu;
const FOLDS = readMappings([...SIMPLE_RUNS, ...FULL_MAPPINGS]);

/** Unicode default full case folding: ß becomes ss, İ becomes i with a dot above, ς becomes σ, ı stays. */
export function foldCase(text: string): string {
  return text.replace(FOLDABLE, (character) => FOLDS.get(character) ?? character);
}
