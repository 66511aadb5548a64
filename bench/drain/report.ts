/** Text for the terminal, and what the figures are held against. */
import { availableParallelism } from "node:os";
import { BACKENDS } from "../execute/cells";
import { atMost, figure, type Ratio, ratio, ratioHead, ratioRow } from "../ratio";
import { whole } from "../table";
import type { Figures, Kind } from "./measure";

const LABEL: Record<Kind, string> = { bare: "the bare protocol", intent: "intents" };
const WORKER_US = atMost(200, 140);
const NAME_WIDTH = 32;
const WIDTH = 11;

export function figuresHead(): string {
  const columns = ["/ second", "WAL kB", "disk kB", "idle %", "effects", "CPU µs:", "worker", "postgres", "redis"];
  return "".padEnd(NAME_WIDTH) + [...columns, "downstream"].map((name) => name.padStart(WIDTH)).join("");
}

export function figuresRow(figures: Figures): string {
  const { backend, kind, perSecond, walBytes, diskBytes, idleShare, effectCount, cpuUs } = figures;
  const columns = [
    whole(perSecond),
    ...[walBytes, diskBytes].map((bytes) => (bytes === null ? "–" : (bytes / 1_000).toFixed(2))),
    idleShare === null ? "–" : (100 * idleShare).toFixed(0),
    whole(effectCount),
    "",
    ...[cpuUs.worker, cpuUs.postgres, cpuUs.redis, cpuUs.downstream].map((us) => (us === null ? "–" : whole(us))),
  ];
  return `${backend}: ${LABEL[kind]}`.padEnd(NAME_WIDTH) + columns.map((text) => text.padStart(WIDTH)).join("");
}

export function makeRatios(figures: Figures[]): Ratio[] {
  return BACKENDS.flatMap((backend) => {
    const of = (kind: Kind) => figures.find((entry) => entry.backend === backend && entry.kind === kind);
    const [intent, bare] = [of("intent"), of("bare")];
    return [
      figure(`${backend}: CPU µs of the worker`, null, intent?.cpuUs.worker, WORKER_US),
      ratio(`${backend}: intents/s / the bare protocol`, null, { over: intent?.perSecond, under: bare?.perSecond }),
    ];
  }).filter((entry) => entry !== null);
}

export function resultRows(figures: Figures[], ratios: Ratio[], postgresVersion: string): string[] {
  const errors = figures.flatMap((entry) => entry.errors.map((error) => `  ${figuresName(entry)}: ${error}`));
  return [
    `\n${ratioHead("Goals, and ratios inside this run")}`,
    ...ratios.map(ratioRow),
    "",
    ...(errors.length === 0 ? ["Every intent succeeded, and has exactly one effect downstream."] : []),
    `PostgreSQL ${postgresVersion} with fsync and synchronous_commit on; Node ${process.versions.node}; ${availableParallelism()} cores, shared by all of the processes.`,
    ...(errors.length === 0 ? [] : ["\nWhat was not as expected:", ...errors]),
  ];
}

function figuresName({ backend, kind }: Figures): string {
  return `${backend}: ${LABEL[kind]}`;
}
