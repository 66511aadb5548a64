/**
 * The downstream, and the judge: its ledger says what really happened. It honours keys as long as the contract says
 * that it does, never longer, and is otherwise as unreliable as the plan wants.
 */
import { classifyAnswer, classifyError } from "@/lib/connectors/classify";
import type { Connector, Execution, Performed } from "@/lib/connectors/connector";
import type { Answer } from "@/lib/connectors/read-answer";
import { digestJson } from "@/lib/domain/digest";
import type { ProbeResult } from "@/lib/domain/event";
import type { JsonValue } from "@/lib/domain/json";
import { CONTRACTS, TIMEOUT_MS, TRANSIT_MAX_MS } from "./contracts";
import type { Judge } from "./judge";
import type { Plan } from "./plan";
import type { Random } from "./random";
import type { Process, Scheduler } from "./scheduler";

export type Effect = { id: string; key: string; argsDigest: string; at: number };
type Request = { tool: string; intentId: string; key: string; argsDigest: string };
type Heard = { answer: Answer } | { error: Error; timedOut: boolean };

export type DownstreamDeps = {
  scheduler: Scheduler;
  random: Random;
  plan: Plan;
  judge: Judge;
  isTroubled: () => boolean;
};

export class Downstream {
  readonly effects: Effect[] = [];
  /** Requests on their way, by key. */
  private readonly travelling = new Map<string, number>();

  constructor(private readonly deps: DownstreamDeps) {}

  effectsOf(key: string): Effect[] {
    return this.effects.filter((effect) => effect.key === key);
  }

  /** Whether a request with this key may still land. */
  isAwaited(key: string): boolean {
    return (this.travelling.get(key) ?? 0) > 0;
  }

  isBusy(): boolean {
    return [...this.travelling.values()].some((count) => count > 0);
  }

  /** `looksAgain`: the connector asks whether it may still send when it is about to, as it must. */
  connectorFor(process: Process, looksAgain: boolean): Connector {
    const perform = (execution: Execution) =>
      this.perform(process, looksAgain ? execution : { ...execution, mayStillSend: () => true });
    return { perform, close: async () => undefined };
  }

  /** Asked now, answered later: what it says was true when the question arrived. */
  probe(process: Process, tool: string, key: string): Promise<ProbeResult> {
    const { scheduler, random } = this.deps;
    return new Promise((resolve) => {
      const answer = (result: ProbeResult) =>
        scheduler.after(this.delayMs(), `probe answered: ${result.kind}`, process, () => resolve(result));
      const look = () => {
        if (this.fails(0.4)) return answer({ kind: "unknown" });
        const [effect] = this.effectsOf(key);
        answer(effect ? { kind: "present", effectId: effect.id, result: { id: effect.id } } : { kind: "absent" });
      };
      scheduler.after(random.below(20), `${process.name} → ${tool}: probe arrives`, null, look, true);
    });
  }

  private async perform(process: Process, execution: Execution): Promise<Performed> {
    const { contract, signal, intentId, key, args, mayStillSend } = execution;
    await this.deps.scheduler.sleep(process, this.delayMs()); // looking up the host
    // A process that stood still finds its connection open before it hears that its time is over.
    if (signal.aborted || !mayStillSend()) return notSent("too_late");
    if (this.fails(0.2)) return notSent("downstream_unreachable");
    const request = { tool: contract.tool, intentId, key, argsDigest: digestJson(args) };
    this.deps.judge.sending(request);
    const heard = await this.send(process, request, signal);
    const outcome =
      "answer" in heard
        ? classifyAnswer(contract, heard.answer, execution)
        : classifyError(heard.error, heard.timedOut);
    return { outcome, exchange: null };
  }

  private send(process: Process, request: Request, signal: AbortSignal): Promise<Heard> {
    const { scheduler, random } = this.deps;
    const { key, intentId } = request;
    this.travelling.set(key, (this.travelling.get(key) ?? 0) + 1);
    return new Promise((resolve) => {
      signal.addEventListener("abort", () => resolve({ error: new Error("aborted"), timedOut: true }));
      const land = () => {
        this.travelling.set(key, (this.travelling.get(key) ?? 1) - 1);
        const answer = this.land(request);
        if (this.fails(0.1)) return; // it hangs
        const reset = { error: Object.assign(new Error("reset"), { code: "ECONNRESET" }), timedOut: false };
        const heard = this.fails(0.3) ? reset : { answer };
        const what = "error" in heard ? "connection reset" : `answer ${answer.status}`;
        scheduler.after(this.delayMs(), `${what} for ${intentId}`, process, () => resolve(heard));
      };
      const transitMs = this.fails(0.2) ? random.below(TRANSIT_MAX_MS) : random.below(10);
      scheduler.after(transitMs, `${process.name} → ${request.tool}: request for ${intentId} lands`, null, land, true);
    });
  }

  private land(request: Request): Answer {
    const { random } = this.deps;
    if (this.fails(0.35)) return random.pick(REFUSALS);
    const effect = this.remembered(request) ?? this.act(request);
    if (!this.fails(0.2)) return answerOf(200, { id: effect.id });
    return random.pick([answerOf(200, {}), answerOf(500, null), answerOf(207, { id: effect.id, partial: true })]);
  }

  private remembered({ tool, key }: Request): Effect | undefined {
    const honoursKeyMs = CONTRACTS.get(tool)?.terms.honoursKeyMs ?? null;
    if (honoursKeyMs === null) return undefined;
    return this.effects.find((effect) => effect.key === key && this.deps.scheduler.now < effect.at + honoursKeyMs);
  }

  private act({ key, argsDigest, intentId }: Request): Effect {
    const effect = { id: `eff_${this.effects.length + 1}`, key, argsDigest, at: this.deps.scheduler.now };
    this.effects.push(effect);
    this.deps.judge.acted(effect, intentId, this.effectsOf(key).length);
    return effect;
  }

  private fails(share: number): boolean {
    return this.deps.isTroubled() && this.deps.random.chance(this.deps.plan.downstream * share);
  }

  private delayMs(): number {
    return this.fails(0.15) ? this.deps.random.below(2 * TIMEOUT_MS) : this.deps.random.below(10);
  }
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

function notSent(code: string): Performed {
  return { outcome: { class: "not_sent", failure: { code, message: "Nothing was sent." } }, exchange: null };
}
