import type { Span } from "@/components/plot-time";
import type { OverviewDto } from "@/lib/wire/overview";

export function toSpans({ buckets }: OverviewDto): Span[] {
  return buckets.map(({ from, to }) => ({ fromMs: Date.parse(from), toMs: Date.parse(to) }));
}
