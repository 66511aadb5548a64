import type { Query, QueryClient } from "@tanstack/react-query";
import { isLong } from "@/components/live-updates";
import type { ChangeDto } from "@/lib/wire/stream";

/** What a query's key says it is about. */
type Key = readonly unknown[];

/** Keys begin with a topic; what is about one intent is `["intents", "one", id, …]`. */
export function isTouched(key: Key, { topics, intentIds }: ChangeDto): boolean {
  const [topic, kind, id] = key;
  if (!topics.some((one) => one === topic)) return false;
  if (topic !== "intents" || kind !== "one" || intentIds === null) return true;
  return intentIds.some((one) => one === id);
}

/** Both at once. */
export function joinChanges(left: ChangeDto | null, right: ChangeDto): ChangeDto {
  if (left === null) return right;
  const intentIds =
    left.intentIds === null || right.intentIds === null ? null : [...new Set([...left.intentIds, ...right.intentIds])];
  return { topics: [...new Set([...left.topics, ...right.topics])], intentIds };
}

export function readAgain(queries: QueryClient, change: ChangeDto): void {
  void queries.invalidateQueries({ predicate: (query) => isTouched(query.queryKey, change) && !standsStill(query) });
}

export function readEverythingAgain(queries: QueryClient): void {
  void queries.invalidateQueries({ predicate: (query) => !standsStill(query) });
}

function standsStill({ state }: Query): boolean {
  return isLong(state.data as { pages?: unknown } | undefined);
}
