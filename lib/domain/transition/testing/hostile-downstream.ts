/**
 * The worst downstream that keeps its promises: an independent model for L1, only for tests.
 *
 * It decides at each claim what becomes of the request: lost, refused, performed at once, or performed late, after
 * we gave up on it. Where it honours keys, it recognises one from the first time it acted on it, for exactly its
 * window. People who resolve and probes that answer tell the truth; nothing else is assumed.
 */
import fc from "fast-check";
import type { IntentEvent, Outcome, OutcomeClass } from "../../event";
import { HONOUR_MARGIN_MS, type Terms } from "../../intent";
import { pick } from "./arbitrary-event";
import { type Choice, drawWalks, LONG_RUNS, type Walk, walkArb } from "./draw";
import { firstFailure, type History, playWalk } from "./every";

/** A request that was sent in time travels at most this long: what the honour margin is for. */
const FLIGHT_MS = HONOUR_MARGIN_MS - 1;
const FAILURE = { code: "downstream", message: "It did not work." };

type Request = { landsAt: number; acts: boolean };

export type Quirks = {
  /** The worker sends as late as its deadline allows, not right after the claim. */
  sendsLate: boolean;
  /** A key is remembered, and forgotten, from the first request that carried it, even if that one did nothing. */
  remembersIdleKeys: boolean;
};

class Downstream {
  effectCount = 0;
  firstEffectAt = Number.POSITIVE_INFINITY;
  #pending: Request[] = [];
  #known: { since: number; acted: boolean } | null = null;
  #last: Request | null = null;

  constructor(
    private readonly terms: Terms,
    private readonly quirks: Quirks,
  ) {}

  get mayStillAct(): boolean {
    return this.#pending.length > 0;
  }

  receive(startedAt: number, choice: Choice): void {
    const fate = pick(["acted", "late", "idle", "lost", "acted"] as const, choice.a);
    const sentAt = startedAt + (this.quirks.sendsLate && choice.b % 2 === 0 ? this.terms.timeoutMs : 0);
    const landsAt = fate === "late" ? sentAt + FLIGHT_MS : sentAt;
    this.#last = fate === "lost" ? null : { landsAt, acts: fate !== "idle" };
    if (this.#last !== null) this.#pending.push(this.#last);
    this.advance(startedAt);
  }

  /** The attempt is over for us: what was not sent by now never is, and what flies lands before `absentAfter`. */
  attemptEnded(at: number): void {
    const lastAt = at + Math.min(FLIGHT_MS, (this.terms.probe?.absentAfterMs ?? Number.POSITIVE_INFINITY) - 1);
    for (const request of this.#pending) request.landsAt = Math.min(request.landsAt, lastAt);
  }

  advance(to: number): void {
    const due = this.#pending.filter((request) => request.landsAt <= to).sort((a, b) => a.landsAt - b.landsAt);
    this.#pending = this.#pending.filter((request) => request.landsAt > to);
    for (const request of due) this.#land(request);
  }

  /** What the worker can truly have seen of the last request at this instant. */
  canReport(outcome: OutcomeClass): boolean {
    if (outcome === "unknown") return true;
    if (this.#last === null) return outcome === "not_sent" || outcome === "configuration";
    if (this.#pending.includes(this.#last)) return false;
    return this.#last.acts ? outcome === "success" || outcome === "partial" : outcome === "definitive";
  }

  #land({ landsAt, acts }: Request): void {
    const { honoursKeyMs } = this.terms;
    const known = this.#known;
    const recognised = known !== null && honoursKeyMs !== null && landsAt < known.since + honoursKeyMs ? known : null;
    if (recognised?.acted) return;
    if (acts) {
      this.effectCount += 1;
      this.firstEffectAt = Math.min(this.firstEffectAt, landsAt);
    }
    if (recognised !== null) recognised.acted = acts;
    else if (acts || this.quirks.remembersIdleKeys) this.#known = { since: landsAt, acted: acts };
  }
}

function truthful(event: IntentEvent, downstream: Downstream): IntentEvent | null {
  if (event.type === "settle" && !downstream.canReport(event.outcome.class)) {
    const outcome: Outcome = { class: "unknown", failure: FAILURE };
    return { ...event, outcome };
  }
  if (event.type === "probe" && event.result.kind !== "unknown") {
    // It answers for the moment when it was asked, however late the answer comes.
    const happened = downstream.firstEffectAt <= event.askedAt;
    return { ...event, result: happened ? { kind: "present", effectId: "eff_1", result: {} } : { kind: "absent" } };
  }
  if (event.type !== "resolve") return event;
  // A person says "nothing happened" only once nothing can happen any more.
  if (event.outcome === "executed") return downstream.effectCount > 0 ? event : null;
  return downstream.effectCount > 0 || downstream.mayStillAct ? null : event;
}

export type Aftermath = { history: History; effectCount: number };

function playAgainst(walk: Walk, quirks: Quirks): Aftermath {
  const downstream = new Downstream(walk.terms, quirks);
  const history = playWalk(walk, () => ({
    correct: (event) => {
      downstream.advance(event.at);
      return truthful(event, downstream);
    },
    observe: ({ before, event, choice, after }) => {
      const running = after?.state.kind === "executing" ? after.state : null;
      if (event.type === "claim" && running !== null) downstream.receive(running.startedAt, choice);
      else if (before.state.kind === "executing" && running === null && after !== null) {
        downstream.attemptEnded(event.at);
      }
    },
  }));
  downstream.advance(Number.POSITIVE_INFINITY);
  return { history, effectCount: downstream.effectCount };
}

const played = new Map<string, Aftermath[]>();

/** Quantifies over walks against a downstream with these quirks, after everything that could land has landed. */
export function everyAftermath(quirks: Quirks, check: (aftermath: Aftermath) => void): void {
  const name = JSON.stringify(quirks);
  const aftermaths = played.get(name) ?? drawWalks(LONG_RUNS).map((walk) => playAgainst(walk, quirks));
  played.set(name, aftermaths);
  firstFailure(aftermaths, check, () => {
    const law = fc.property(walkArb, (walk) => void check(playAgainst(walk, quirks)));
    fc.assert(law, LONG_RUNS);
  });
}
