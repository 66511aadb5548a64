/** What a flush of intake came to, counted once for all of it. */
import type { Metrics } from "@/lib/metrics/registry";
import type { LockedOut, Recorded } from "../intake/pending";

export function countIntake(metrics: Pick<Metrics, "add">, results: readonly (Recorded | LockedOut)[]): void {
  const dispositions = new Map<string, number>();
  let duplicates = 0;
  for (const result of results) {
    if (result.kind === "recorded")
      dispositions.set(result.disposition, (dispositions.get(result.disposition) ?? 0) + 1);
    if (isDuplicate(result)) duplicates += 1;
  }
  for (const [disposition, count] of dispositions) metrics.add("interlock_submissions_total", { disposition }, count);
  if (duplicates > 0) metrics.add("interlock_duplicates_prevented_total", {}, duplicates);
}

/** As the overview counts them (docs/overview.md): a caller's key that belongs to something else is a mistake. */
function isDuplicate(result: Recorded | LockedOut): boolean {
  if (result.kind === "recorded") return !result.isNew;
  return result.kind === "refused" && result.code !== "idempotency_key_reused";
}
