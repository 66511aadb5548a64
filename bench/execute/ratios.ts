/** What the figures mean: ratios inside this one run, and the aims that execution was built for. */
import { type Bound, figure, type Ratio, ratio } from "../ratio";
import { BACKENDS, type Backend, type Kind } from "./cells";
import type { Figures } from "./measure";

const LONE = 1;
const LONE_P50_MAX_MS = 5;
/** Intents a second, on two cores that everybody shares. */
const RATE_AIMS: Record<Backend, ReadonlyMap<number, number>> = {
  embedded: new Map([[128, 1_500]]),
  redis: new Map([
    [32, 3_000],
    [128, 5_000],
  ]),
};

export function makeAims(figures: Figures[]): Ratio[] {
  return intentsOf(figures).flatMap(({ backend, connections, perSecond, p50Ms }) => {
    const least = RATE_AIMS[backend].get(connections);
    const rate: Bound | undefined = least === undefined ? undefined : { bound: "at least", value: least };
    return [
      ...(rate === undefined ? [] : [figure(`${backend}: intents/s, POST to succeeded`, connections, perSecond, rate)]),
      ...(connections === LONE
        ? [figure(`${backend}: p50 ms of a lone intent`, LONE, p50Ms, { bound: "at most", value: LONE_P50_MAX_MS })]
        : []),
    ];
  });
}

export function makeRatios(figures: Figures[]): Ratio[] {
  return intentsOf(figures)
    .flatMap(({ backend, connections, perSecond, p50Ms }) => {
      const of = (kind: Kind) => find(figures, backend, kind, connections);
      return [
        ratio(`${backend}: intents / raw BullMQ`, connections, perSecond, of("raw")?.perSecond),
        ratio(`${backend}: intents / bare INSERT`, connections, perSecond, of("insert")?.perSecond),
        ratio(`${backend}: p50 of an intent / raw BullMQ`, connections, p50Ms, of("raw")?.p50Ms),
      ];
    })
    .filter((entry) => entry !== null);
}

function intentsOf(figures: Figures[]): Figures[] {
  return BACKENDS.flatMap((backend) => figures.filter((entry) => entry.backend === backend && entry.kind === "intent"));
}

function find(figures: Figures[], backend: Backend, kind: Kind, connections: number): Figures | undefined {
  return figures.find((entry) => entry.backend === backend && entry.kind === kind && entry.connections === connections);
}
