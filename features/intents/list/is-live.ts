/** A refresh asks for every page that is loaded; beyond this many the operator refreshes by hand. */
const LIVE_PAGES_MAX = 4;

export function isLive(data: { pages: unknown[] } | undefined): boolean {
  return (data?.pages.length ?? 0) <= LIVE_PAGES_MAX;
}
