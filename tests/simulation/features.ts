/**
 * What can happen in a simulated world. A run counts how many of its seeds saw each: where one never comes up, the
 * run has proved nothing about it.
 */
export const FEATURES = [
  "late_landing",
  "cut_off_by_abort",
  "effect_then_refusal",
  "not_sent",
  "broken_before_landing",
  "broken_after_landing",
  "outage",
  "breaker_rested",
  "clock_forward",
  "clock_back",
  "clock_far_forward",
  "clock_far_back",
  "pause",
  "paused_before_sending",
  "over_limit",
  "grant_used",
  "grant_used_up",
  "caller_key",
  "caller_key_reused",
  "bypass",
  "publish",
  "stale_version",
  "met_under_earlier_key",
  "erasure",
  "asked_after_erasure",
  "wrong_statement",
  "second_effect_on_record",
  "too_early",
  "insisted",
  "denied_before",
  "shared_effect",
  "late_settle",
  "late_effect",
  "probe_present",
  "probe_absent",
  "next_generation",
] as const;

export type Feature = (typeof FEATURES)[number];
export type FeatureCounts = Partial<Record<Feature, number>>;

export function addFeatures(counts: FeatureCounts, seen: Iterable<Feature>): void {
  for (const feature of seen) counts[feature] = (counts[feature] ?? 0) + 1;
}

export function sumFeatures(counts: FeatureCounts, more: FeatureCounts): void {
  for (const [feature, count] of Object.entries(more)) {
    counts[feature as Feature] = (counts[feature as Feature] ?? 0) + count;
  }
}

export function neverSeen(counts: FeatureCounts): Feature[] {
  return FEATURES.filter((feature) => (counts[feature] ?? 0) === 0);
}
