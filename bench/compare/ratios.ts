/** The product against each peer, inside this one run. */
import { atLeast, type Goal, type Ratio, ratio } from "../ratio";
import type { Figures } from "./measure";
import { KIND_LABEL, type Kind, SYSTEM_LABEL, type SystemName } from "./systems";

const PEERS: SystemName[] = ["dbos", "restate", "restate-tuned"];
const LONE = 1;

/** Of what is done, by peer and number of connections. */
const DONE_GOALS: Partial<Record<SystemName, ReadonlyMap<number, Goal>>> = {
  dbos: new Map([
    [32, atLeast(4, 6)],
    [128, atLeast(7, 10)],
  ]),
  "restate-tuned": new Map([
    [32, atLeast(2.5, 4)],
    [128, atLeast(3, 5)],
  ]),
};

/** The product on Redis where it was measured, else embedded. */
export function makeRatios(figures: Figures[]): Ratio[] {
  const product = figures.some(({ system }) => system === "redis") ? "redis" : "embedded";
  return figures
    .filter(({ system }) => system === product)
    .flatMap((own) => PEERS.map((peer) => against(own, find(figures, peer, own), peer)))
    .filter((entry) => entry !== null);
}

function against(own: Figures, peer: Figures | undefined, name: SystemName): Ratio | null {
  const { kind, connections } = own;
  if (kind === "done" && connections === LONE) {
    const sides = { over: own.p50Ms, under: peer?.p50Ms };
    return ratio(`p50 of a lone one / ${SYSTEM_LABEL[name]}`, connections, sides);
  }
  const sides = { over: own.perSecond, under: peer?.perSecond };
  return ratio(`${KIND_LABEL[kind]} / ${SYSTEM_LABEL[name]}`, connections, sides, goalOf(kind, name, connections));
}

function goalOf(kind: Kind, name: SystemName, connections: number): Goal | undefined {
  return kind === "done" ? DONE_GOALS[name]?.get(connections) : undefined;
}

function find(figures: Figures[], name: SystemName, { kind, connections }: Figures): Figures | undefined {
  return figures.find((entry) => entry.system === name && entry.kind === kind && entry.connections === connections);
}
