/** Everything that matches the filter, page by page, as it is now: ids, digests and amounts, not rows. */
import type { InboxDto } from "@/lib/wire/inbox";
import { type Picked, toPicked } from "./picked";

type CollectDeps = {
  fetchPage: (cursor: string | undefined) => Promise<InboxDto>;
  onProgress: (picked: readonly Picked[]) => void;
  isStopped: () => boolean;
};

/** Far beyond what anybody lets wait; a list that grows while it is read must still come to an end. */
const PAGES_MAX = 500;

/** `leftOutCount`: of those that match, the ones that are neither approved nor denied. */
type Collected = { picked: Picked[]; leftOutCount: number };

export async function collectMatching({ fetchPage, onProgress, isStopped }: CollectDeps): Promise<Collected> {
  const found = new Map<string, Picked>();
  const leftOut = new Set<string>();
  let cursor: string | undefined;
  for (let page = 0; page < PAGES_MAX && !isStopped(); page += 1) {
    const { items, nextCursor } = await fetchPage(cursor);
    for (const item of items) {
      const picked = toPicked(item);
      if (picked === null) leftOut.add(item.id);
      else found.set(picked.id, picked);
    }
    onProgress([...found.values()]);
    if (nextCursor === null) break;
    cursor = nextCursor;
  }
  return { picked: [...found.values()], leftOutCount: leftOut.size };
}
