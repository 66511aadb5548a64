/** How much time the overview tells of. Lives in the address, so that a view can be sent to somebody. */
export const RANGES = {
  "1h": { word: "1 h", long: "the last hour" },
  "24h": { word: "24 h", long: "the last 24 hours" },
  "7d": { word: "7 d", long: "the last 7 days" },
  "30d": { word: "30 d", long: "the last 30 days" },
  "90d": { word: "90 d", long: "the last 90 days" },
} as const;

export type Range = keyof typeof RANGES;

const DEFAULT_RANGE: Range = "24h";
export const ALL_RANGES = Object.keys(RANGES) as Range[];

export function parseRange(search: URLSearchParams): Range {
  const range = search.get("range");
  return ALL_RANGES.find((one) => one === range) ?? DEFAULT_RANGE;
}

export function rangePath(range: Range): string {
  return range === DEFAULT_RANGE ? "/overview" : `/overview?range=${range}`;
}
