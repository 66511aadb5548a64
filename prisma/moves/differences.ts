import { MigrationError } from "../migration-error";

/** Of what was recorded before and what is read now: `differing` names the columns, or that it is missing or new. */
export type Difference = { what: string; id: string; differing: string[] };

/** How many of a batch are named. */
export const NAMED_MAX = 5;

export function refuseDifferences(differences: Difference[]): void {
  if (differences.length === 0) return;
  const named = differences
    .slice(0, NAMED_MAX)
    .map(({ what, id, differing }) => `${what} ${id} (${differing.join(", ")})`);
  throw new MigrationError(
    `The store was moved, and what is read from it is not what was recorded before: ${named.join("; ")}. ` +
      "Nothing was removed. Go back to the release before with your backup, and report this.",
  );
}

/** JSON is compared as it was written. */
export function differingSql(columns: readonly string[], left: string, right: string): string {
  const differs = columns.map((column) => {
    const [name, isJson] = column.endsWith("::json") ? [column.slice(0, -"::json".length), true] : [column, false];
    const cast = isJson ? "::text" : "";
    return `case when ${left}.${name}${cast} is distinct from ${right}.${name}${cast} then '${name}' end`;
  });
  return `array_remove(array[${differs.join(", ")}], null)`;
}
