/** Ids that are left alone for a while: what could not be read a moment ago must not stand in front of what can. */
export type SetAside = { add(id: string): void; ids(): string[] };

const FOR_MS = 60_000;
/** Beyond it the oldest is looked at again. */
const IDS_MAX = 1_000;

export function makeSetAside(monotonicMs: () => number): SetAside {
  const until = new Map<string, number>();
  return {
    add(id) {
      const oldest = until.keys().next().value;
      if (until.size >= IDS_MAX && oldest !== undefined) until.delete(oldest);
      until.set(id, monotonicMs() + FOR_MS);
    },
    ids() {
      for (const [id, untilMs] of until) if (untilMs <= monotonicMs()) until.delete(id);
      return [...until.keys()];
    },
  };
}
