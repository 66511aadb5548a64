/** What somebody should look at: the first of each kind and tool, so that none of them crowds out another. */

/** `about`: the intent that it is about. */
export type AuditCase = {
  kind: "key_collision" | "key_split";
  about: { id: string; tool: string; namespace: string };
  data: Record<string, unknown>;
};

/** People look at some of them; the numbers tell how many there are. */
export const CASES_EACH_MAX = 50;

export function keepCases(kept: readonly AuditCase[], found: readonly AuditCase[]): AuditCase[] {
  const counts = new Map<string, number>();
  return [...kept, ...found].filter(({ kind, about }) => {
    const group = `${kind} ${about.tool}`;
    const count = (counts.get(group) ?? 0) + 1;
    counts.set(group, count);
    return count <= CASES_EACH_MAX;
  });
}
