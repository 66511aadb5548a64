/** What the figures mean: ratios inside this one run, beside the aims that intake was built for. */
import { type Bound, type Ratio, ratio } from "../ratio";
import type { Kind } from "./cells";
import type { Figures } from "./measure";

const CROWD = 32;
const LONE = 1;

export function makeRatios(figures: Figures[]): Ratio[] {
  const rate = (kind: Kind, connections: number) => find(figures, kind, connections)?.perSecond;
  const wait = (kind: Kind) => find(figures, kind, LONE)?.p50Ms;
  const counts = [...new Set(figures.map(({ connections }) => connections))];
  return [
    ...counts.flatMap((count) => [
      ratio("new intents / bare INSERT", count, rate("new", count), rate("insert", count), atLeast(count, 0.5)),
      ratio("duplicates of ended / new intents", count, rate("replayed", count), rate("new", count), atLeast(count, 1)),
      ratio("duplicates of ended / bare INSERT", count, rate("replayed", count), rate("insert", count)),
      ratio("duplicates of held / new intents", count, rate("coalesced", count), rate("new", count)),
      ratio("new intents / HTTP with no work", count, rate("new", count), rate("http", count)),
    ]),
    ratio("p50 of a lone new intent / lone INSERT", LONE, wait("new"), wait("insert"), { bound: "at most", value: 4 }),
    ratio("p50 of a lone duplicate / lone INSERT", LONE, wait("replayed"), wait("insert")),
  ].filter((entry) => entry !== null);
}

/** The aims are for 32 connections; elsewhere the same ratio is only told. */
function atLeast(connections: number, value: number): Bound | undefined {
  return connections === CROWD ? { bound: "at least", value } : undefined;
}

function find(figures: Figures[], kind: Kind, connections: number): Figures | undefined {
  return figures.find((entry) => entry.kind === kind && entry.connections === connections);
}
