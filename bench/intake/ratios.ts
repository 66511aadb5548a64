/** What the figures mean: ratios inside this one run, beside the goals of intake. */
import { atLeast, atMost, figure, type Goal, type Ratio, ratio } from "../ratio";
import type { Kind } from "./cells";
import type { Figures } from "./measure";

const LONE = 1;
const CROWD = 32;
const MOST = 128;

const AGAINST_INSERT = new Map([
  [CROWD, atLeast(0.6, 1)],
  [MOST, atLeast(0.9, 1.4)],
]);
const STORED = atLeast(0.8);
const DUPLICATES = atLeast(10_000, 15_000);
const POSTGRES_US = atMost(60, 40);
const WEB_US = atMost(90, 60);
const WAL_BYTES = atMost(2_600, 2_000);

export function makeRatios(figures: Figures[]): Ratio[] {
  const rate = (kind: Kind, connections: number) => find(figures, kind, connections)?.perSecond;
  const wait = (kind: Kind) => find(figures, kind, LONE)?.p50Ms;
  const counts = [...new Set(figures.map(({ connections }) => connections))];
  return [
    ...counts.flatMap((count) => {
      const of = (name: string, [over, under]: [Kind, Kind], goal?: Goal) =>
        ratio(name, count, { over: rate(over, count), under: rate(under, count) }, goal);
      return [
        of("new intents / insert + outbox", ["new", "insert"], AGAINST_INSERT.get(count)),
        of("new intents, many stored / none stored", ["stored", "new"], STORED),
        of("duplicates of ended / new intents", ["replayed", "new"]),
        of("duplicates of held / new intents", ["coalesced", "new"]),
        of("new intents / HTTP with no work", ["new", "http"]),
      ];
    }),
    ratio("p50 of a lone new intent / lone insert", LONE, { over: wait("new"), under: wait("insert") }),
    ratio("p50 of a lone duplicate / lone insert", LONE, { over: wait("replayed"), under: wait("insert") }),
  ].filter((entry) => entry !== null);
}

export function makeGoals(figures: Figures[]): Ratio[] {
  const crowd = find(figures, "new", MOST);
  return [
    figure("new intents: CPU µs of PostgreSQL", MOST, crowd?.cpuUs.postgres, POSTGRES_US),
    figure("new intents: CPU µs of web", MOST, crowd?.cpuUs.web, WEB_US),
    figure("new intents: bytes of WAL", MOST, crowd?.walBytes, WAL_BYTES),
    figure("duplicates of ended/s, each recorded", CROWD, find(figures, "replayed", CROWD)?.perSecond, DUPLICATES),
    figure("duplicates of held/s, each recorded", CROWD, find(figures, "coalesced", CROWD)?.perSecond, DUPLICATES),
  ].filter((entry) => entry !== null);
}

function find(figures: Figures[], kind: Kind, connections: number): Figures | undefined {
  return figures.find((entry) => entry.kind === kind && entry.connections === connections);
}
