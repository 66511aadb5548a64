/**
 * Which request goes wrong, and how. Fault number n of a (route, kind) is decided by a hash of the seed, the route,
 * the kind and n alone, so the same seed and the same order of requests always hit the same requests, whatever
 * happens on other routes. Faults live in memory: a restarted ledger is a healthy one.
 */
import { createHash } from "node:crypto";
import * as z from "zod";
import { isFaultTarget } from "./routes";

const FAULTS_MAX = 100;
const DELAY_MAX_MS = 600_000;

const common = {
  route: z
    .string()
    .refine(isFaultTarget, "must be an effect route such as /refunds, its probe such as GET /refunds, or *"),
  rate: z.number().min(0).max(1).default(1),
  /** the fault removes itself after this many hits */
  times: z.number().int().min(1).max(1_000_000).optional(),
};
const delayMs = z.number().int().min(0).max(DELAY_MAX_MS);

export const Fault = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("slow_success"), ...common, delayMs: delayMs.default(3_000) }),
  z.strictObject({ kind: z.literal("late_effect"), ...common, delayMs: delayMs.default(3_000) }),
  z.strictObject({ kind: z.literal("effect_then_no_answer"), ...common }),
  z.strictObject({ kind: z.literal("effect_then_reset"), ...common }),
  z.strictObject({
    kind: z.literal("effect_then_500"),
    ...common,
    status: z.number().int().min(500).max(599).default(500),
  }),
  z.strictObject({ kind: z.literal("effect_then_truncated"), ...common }),
  z.strictObject({
    kind: z.literal("unavailable_before_effect"),
    ...common,
    status: z.union([z.literal(429), z.literal(503)]).default(503),
    retryAfterSeconds: z.number().int().min(0).max(3_600).default(1),
  }),
  z.strictObject({ kind: z.literal("partial"), ...common }),
  z.strictObject({ kind: z.literal("refuse"), ...common, status: z.number().int().min(400).max(499).default(402) }),
  z.strictObject({ kind: z.literal("hang"), ...common }),
]);
export type Fault = z.infer<typeof Fault>;
export type FaultKind = Fault["kind"];

interface Entry {
  fault: Fault;
  seen: number;
  hits: number;
}

export class TooManyFaults extends Error {}

export class FaultPlan {
  private entries: Entry[] = [];

  constructor(private readonly seed: number) {}

  list(): (Fault & { hits: number })[] {
    return this.entries.map(({ fault, hits }) => ({ ...fault, hits }));
  }

  /** One fault per route and kind: setting it again replaces it and starts its sequence anew. */
  set(fault: Fault): void {
    const others = this.entries.filter((entry) => !matches(entry.fault, fault));
    if (others.length >= FAULTS_MAX) throw new TooManyFaults(`at most ${FAULTS_MAX} faults at a time`);
    this.entries = [...others, { fault, seen: 0, hits: 0 }];
  }

  clear(filter: { route?: string; kind?: string }): void {
    this.entries = this.entries.filter(({ fault }) => !matches(fault, filter));
  }

  /** Faults of the exact route are asked before `*`; the first that says yes is the one. */
  draw(target: string): Fault | null {
    const isEffect = !target.startsWith("GET ");
    const exact = this.entries.filter(({ fault }) => fault.route === target);
    const everywhere = isEffect ? this.entries.filter(({ fault }) => fault.route === "*") : [];
    for (const entry of [...exact, ...everywhere]) {
      entry.seen++;
      if (roll(this.seed, entry) >= entry.fault.rate) continue;
      entry.hits++;
      if (entry.hits === entry.fault.times) this.entries = this.entries.filter((other) => other !== entry);
      return entry.fault;
    }
    return null;
  }
}

function matches(fault: Fault, { route, kind }: { route?: string; kind?: string }): boolean {
  return (route === undefined || fault.route === route) && (kind === undefined || fault.kind === kind);
}

/** A number in [0, 1). */
function roll(seed: number, { fault, seen }: Entry): number {
  const digest = createHash("sha256").update(`${seed}|${fault.route}|${fault.kind}|${seen}`).digest();
  return digest.readUInt32BE(0) / 2 ** 32;
}
