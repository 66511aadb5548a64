/** As in `features/live`: a list of more pages than this is read again by hand, because each of them would be asked for. */
const PAGES_MAX = 4;

export function isLong(data: { pages?: unknown[] } | undefined): boolean {
  return (data?.pages?.length ?? 0) > PAGES_MAX;
}
