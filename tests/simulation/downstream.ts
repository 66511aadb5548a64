/**
 * The downstream, and the judge: its ledger says what really happened. It honours keys as long as the contract says
 * that it does, never longer, and is otherwise as unreliable as the plan wants.
 */
import { classifyAnswer, classifyError } from "@/lib/connectors/classify";
import type { Connector, Execution, Performed } from "@/lib/connectors/connector";
import type { Answer } from "@/lib/connectors/read-answer";
import { TransportError } from "@/lib/connectors/transport";
import { digestJson } from "@/lib/domain/digest";
import type { ProbeResult } from "@/lib/domain/event";
import type { JsonValue } from "@/lib/domain/json";
import type { ReservedProbe } from "@/lib/store/doubts";
import { BY_THING, CONTRACTS, TIMEOUT_MS } from "./contracts";
import type { Feature } from "./features";
import type { Judge } from "./judge";
import type { Mutant } from "./mutants";
import { type Network, networkOf } from "./network";
import type { Plan } from "./plan";
import type { Random } from "./random";
import type { Process, Scheduler } from "./scheduler";

export type Effect = {
  id: string;
  tool: string;
  key: string;
  intentId: string;
  /** Which claim caused it. */
  fence: number;
  /** What the agent really wanted. */
  action: string;
  thing: string;
  argsDigest: string;
  at: number;
  /** The status with which the downstream denied it, though it had acted. */
  deniedWith: number | null;
};
type Request = Pick<Effect, "tool" | "intentId" | "key" | "fence" | "action" | "thing" | "argsDigest">;
type Heard = { answer: Answer } | { error: Error; timedOut: boolean };

export type DownstreamDeps = {
  scheduler: Scheduler;
  random: Random;
  plan: Plan;
  judge: Judge;
  mutant: Mutant | null;
  isTroubled: () => boolean;
  saw: (feature: Feature) => void;
};

/** The host is known, the connection open, the deadline about to be looked at for the last time. */
export const ABOUT_TO_SEND = "is about to send";

export class Downstream {
  readonly effects: Effect[] = [];
  /** Requests on their way, by key. */
  private readonly travelling = new Map<string, number>();
  private readonly network: Network;
  /** Which origin is away, and until when. */
  private away = { origin: "", until: 0 };

  constructor(private readonly deps: DownstreamDeps) {
    this.network = networkOf(deps);
  }

  effectsOf(key: string): Effect[] {
    return this.effects.filter((effect) => effect.key === key);
  }

  /** What a probe that is asked about a thing sees: any call's, the first one first. Null: about anything. */
  effectsOn(thing: string | null): Effect[] {
    return this.effects.filter((effect) => effect.tool === BY_THING && (thing === null || effect.thing === thing));
  }

  /** Whether a request with this key may still land. */
  isAwaited(key: string): boolean {
    return (this.travelling.get(key) ?? 0) > 0;
  }

  isBusy(): boolean {
    return [...this.travelling.values()].some((count) => count > 0);
  }

  /** Nobody is there. */
  goAway(origin: string, forMs: number): void {
    this.away = { origin, until: this.deps.scheduler.now + forMs };
    this.deps.saw("outage");
  }

  connectorFor(process: Process): Connector {
    return { perform: (execution) => this.perform(process, execution), close: async () => undefined };
  }

  /** Asked now, answered later: what it says was true when the question arrived. */
  probe(process: Process, { tool, key, args }: Pick<ReservedProbe, "tool" | "key" | "args">): Promise<ProbeResult> {
    const { scheduler, random, saw } = this.deps;
    return new Promise((resolve) => {
      const answer = (result: ProbeResult) =>
        scheduler.after(this.delayMs(), `probe answered: ${result.kind}`, process, () => resolve(result));
      const look = () => {
        if (this.fails(0.4)) return answer({ kind: "unknown" });
        const [effect] = tool === BY_THING ? this.effectsOn(String(args["id"])) : this.effectsOf(key);
        saw(effect === undefined ? "probe_absent" : "probe_present");
        answer(effect ? { kind: "present", effectId: effect.id, result: { id: effect.id } } : { kind: "absent" });
      };
      scheduler.after(random.below(20), `${process.name} → ${tool}: probe arrives`, null, look, true);
    });
  }

  private async perform(process: Process, execution: Execution): Promise<Performed> {
    const { contract, signal, intentId, key, args, attempt: fence } = execution;
    const mayStillSend = this.deps.mutant === "no_last_look" ? () => true : execution.mayStillSend;
    const { execute } = contract.definition;
    const origin = execute.connector === "http" ? new URL(execute.request.url).origin : "";
    await this.deps.scheduler.sleep(process, this.delayMs(), ABOUT_TO_SEND);
    const isAway = this.isAway(origin);
    // A process that stood still finds its connection open before it hears that its time is over.
    const unsent = signal.aborted || !mayStillSend() ? TOO_LATE : isAway || this.fails(0.2) ? REFUSED : null;
    if (unsent !== null) {
      if (unsent === REFUSED) this.deps.saw("not_sent");
      return { outcome: classifyError(unsent, unsent === TOO_LATE), exchange: null, reached: { origin, status: null } };
    }
    const request = {
      tool: contract.tool,
      intentId,
      key,
      fence,
      action: String(args["action"]),
      thing: String(args["id"]),
      argsDigest: digestJson(args),
    };
    this.deps.judge.sending(request);
    const heard = await this.send(process, request, signal);
    const isAnswered = "answer" in heard;
    const outcome = isAnswered
      ? classifyAnswer(contract, heard.answer, execution)
      : classifyError(heard.error, heard.timedOut);
    return { outcome, exchange: null, reached: { origin, status: isAnswered ? heard.answer.status : null } };
  }

  private isAway(origin: string): boolean {
    const { scheduler, isTroubled } = this.deps;
    return isTroubled() && origin === this.away.origin && scheduler.now < this.away.until;
  }

  private send(process: Process, request: Request, signal: AbortSignal): Promise<Heard> {
    const { scheduler, random, saw, mutant } = this.deps;
    const { key, intentId, tool } = request;
    this.travelling.set(key, (this.travelling.get(key) ?? 0) + 1);
    const arrived = () => this.travelling.set(key, (this.travelling.get(key) ?? 1) - 1);
    const errors = mutant === "broken_is_unsent" ? TAKEN_FOR_UNSENT : SENT;
    return new Promise((resolve) => {
      const breakOff = (feature: Feature) => {
        saw(feature);
        const heard = { error: errors.reset, timedOut: false };
        scheduler.after(this.delayMs(), `connection reset for ${intentId}`, process, () => resolve(heard));
      };
      const land = () => {
        arrived();
        if (this.fails(0.07)) return breakOff("broken_before_landing");
        if (signal.aborted) saw("late_landing");
        const answer = this.land(request);
        if (this.fails(0.1)) return; // it hangs
        if (this.fails(0.3)) return breakOff("broken_after_landing");
        scheduler.after(this.delayMs(), `answer ${answer.status} for ${intentId}`, process, () => resolve({ answer }));
      };
      const isSlow = this.fails(0.2);
      const transitMs = isSlow ? random.below(this.network.transitMaxMs(tool)) : random.below(10);
      const label = `${process.name} → ${tool}: request for ${intentId} lands`;
      const flight = scheduler.after(transitMs, label, null, land, true);
      signal.addEventListener("abort", () => {
        if (flight.at - scheduler.now > this.network.afterAbortMaxMs && scheduler.cancel(flight)) {
          arrived();
          saw("cut_off_by_abort");
        }
        resolve({ error: errors.aborted, timedOut: true });
      });
    });
  }

  private land(request: Request): Answer {
    const { random, plan, saw } = this.deps;
    if (this.fails(0.35)) return random.pick(REFUSALS);
    const effect = this.remembered(request) ?? this.act(request);
    if (this.deps.isTroubled() && random.chance(plan.denial)) {
      const denial = random.pick(DENIALS);
      effect.deniedWith = denial.status;
      saw("effect_then_refusal");
      return denial;
    }
    if (!this.fails(0.2)) return answerOf(200, { id: effect.id });
    return random.pick([answerOf(200, {}), answerOf(500, null), answerOf(207, { id: effect.id, partial: true })]);
  }

  private remembered({ tool, key }: Request): Effect | undefined {
    const honoursKeyMs = CONTRACTS.get(tool)?.terms.honoursKeyMs ?? null;
    if (honoursKeyMs === null) return undefined;
    return this.effects.find((effect) => effect.key === key && this.deps.scheduler.now < effect.at + honoursKeyMs);
  }

  private act(request: Request): Effect {
    const id = `eff_${this.effects.length + 1}`;
    const effect = { ...request, id, at: this.deps.scheduler.now, deniedWith: null };
    this.effects.push(effect);
    this.deps.judge.acted(effect, this.effectsOf(request.key));
    return effect;
  }

  private fails(share: number): boolean {
    return this.deps.isTroubled() && this.deps.random.chance(this.deps.plan.downstream * share);
  }

  private delayMs(): number {
    return this.fails(0.15) ? this.deps.random.below(2 * TIMEOUT_MS) : this.deps.random.below(10);
  }
}

function coded(code: string): Error {
  return Object.assign(new Error(code), { code });
}

function answerOf(status: number, body: JsonValue, retryAfterMs: number | null = null): Answer {
  return { status, headers: {}, body, retryAfterMs, truncated: false };
}

/** All of these without an effect. */
const REFUSALS = [
  answerOf(429, null, 1_000),
  answerOf(503, null, 500),
  answerOf(422, null),
  answerOf(401, null),
  answerOf(500, null),
  answerOf(502, null),
];

/** All of these after an effect. */
const DENIALS = [answerOf(400, null), answerOf(404, null), answerOf(409, null), answerOf(422, null)];

/** Made once: an exception of its own for each would cost more than the rest of a step. */
const errorsWhere = (sent: boolean) => ({
  reset: new TransportError(sent, coded("ECONNRESET")),
  aborted: new TransportError(sent, coded("UND_ERR_ABORTED")),
});
/** Before the first byte. */
const TOO_LATE = new TransportError(false, coded("TOO_LATE"));
const REFUSED = new TransportError(false, coded("ECONNREFUSED"));
/** From the first byte on it may have been heard, whatever breaks. */
const SENT = errorsWhere(true);
const TAKEN_FOR_UNSENT = errorsWhere(false);
