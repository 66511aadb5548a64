// Writes down what a new engine answers. What an engine on record answers is never written again: an answer that changed
// needs a new number (CONTRIBUTING.md, "An engine").
import { readFileSync, writeFileSync } from "node:fs";
import { ENGINES } from "@/lib/domain/normalise/engines";
import {
  type Answer,
  type BundledTable,
  bundledTables,
  engineAnswers,
} from "@/lib/domain/normalise/testing/engine-answers";

type RecordedTable = { digest: string; engines: Record<string, number> };

const CASES = new URL("../lib/domain/normalise/cases/", import.meta.url);
const ANSWERS = new URL("engine-answers.jsonl", CASES);
const TABLES = new URL("engine-tables.json", CASES);

const known = read(ANSWERS).split("\n").filter(Boolean);
const onRecord = new Set(known.map((line) => (JSON.parse(line) as Answer).engine));
const added = engineAnswers().filter(({ engine }) => !onRecord.has(engine));
writeFileSync(ANSWERS, [...known, ...added.map((answer) => JSON.stringify(answer))].join("\n").concat("\n"));

const tables = JSON.parse(read(TABLES) || "{}") as Record<string, RecordedTable>;
for (const [name, table] of Object.entries(bundledTables())) tables[name] = recorded(name, table, tables[name]);
writeFileSync(TABLES, `${JSON.stringify(tables, null, 2)}\n`);
process.stdout.write(`${added.length} answers of new engines are on record now.\n`);

function recorded(
  name: string,
  { digest, read: readers }: BundledTable,
  before: RecordedTable | undefined,
): RecordedTable {
  if (before?.digest === digest) return before;
  const behind = readers.filter((as) => ENGINES[as].current <= (before?.engines[as] ?? 0));
  if (behind.length > 0) throw new Error(`The table ${name} changed: first raise the engines of ${behind.join(", ")}.`);
  return { digest, engines: Object.fromEntries(readers.map((as) => [as, ENGINES[as].current])) };
}

function read(file: URL): string {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return "";
    throw error;
  }
}
