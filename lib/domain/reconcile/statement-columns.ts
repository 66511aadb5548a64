/**
 * Which column of a statement is what. Names are read as people and programs write them: in any order and case, with
 * spaces, `_` or `-`. A name that is a JSON pointer (`/paymentId`) is an argument of the tool to compare with.
 */
import { isPointer } from "../pointer";

export const STATEMENT_FIELDS = ["effectId", "key", "amount", "currency", "at"] as const;
export type StatementField = (typeof STATEMENT_FIELDS)[number];

/** The first of them that a statement has is taken. */
const SPELLINGS: Record<StatementField, readonly string[]> = {
  effectId: ["effectid", "effect", "id"],
  key: ["interlockkey", "idempotencykey", "key"],
  amount: ["amount"],
  currency: ["currency", "currencycode"],
  at: ["at", "createdat", "created", "timestamp", "date"],
};

type Meaning = { field: StatementField; rank: number };
const MEANINGS = new Map<string, Meaning>(
  STATEMENT_FIELDS.flatMap((field) => SPELLINGS[field].map((name, rank) => [name, { field, rank }] as const)),
);

/** Where each field and each argument stands. */
export type StatementColumns = {
  fields: Partial<Record<StatementField, number>>;
  targets: { pointer: string; index: number }[];
  ignored: string[];
};
export type ReadColumns = { ok: true; columns: StatementColumns } | { ok: false; message: string };

const IGNORED_SHOWN_MAX = 20;
const NAME_SHOWN_MAX = 60;

export function readColumns(names: readonly string[], isArgument: (pointer: string) => boolean): ReadColumns {
  const columns: StatementColumns = { fields: {}, targets: [], ignored: [] };
  const ranks: Partial<Record<StatementField, number>> = {};
  const ignore = (name: string) => {
    if (columns.ignored.length < IGNORED_SHOWN_MAX) columns.ignored.push(name.slice(0, NAME_SHOWN_MAX).toWellFormed());
  };
  for (const [index, written] of names.entries()) {
    const name = written.trim();
    if (isPointer(name) && isArgument(name)) {
      if (columns.targets.some(({ pointer }) => pointer === name)) return twice(name);
      columns.targets.push({ pointer: name, index });
      continue;
    }
    const meaning = MEANINGS.get(name.toLowerCase().replace(/[\s_-]/g, ""));
    if (meaning === undefined) {
      ignore(name);
      continue;
    }
    const { field, rank } = meaning;
    const before = ranks[field];
    if (before === rank) return twice(name);
    if (before !== undefined) ignore(before < rank ? name : (names[columns.fields[field] ?? 0] ?? ""));
    if (before !== undefined && before < rank) continue;
    columns.fields[field] = index;
    ranks[field] = rank;
  }
  return { ok: true, columns };
}

/** A statement in which nothing names an effect can be compared with nothing. */
export function namesEffects({ fields }: StatementColumns): boolean {
  return fields.effectId !== undefined || fields.key !== undefined;
}

function twice(name: string): ReadColumns {
  return { ok: false, message: `Two columns are named ${name.slice(0, NAME_SHOWN_MAX).toWellFormed()}.` };
}
