/** Submissions and decisions as the views over the journal tell of them, read from the events of a flush. */
import type { RecordedEvent } from "@/lib/domain/actor";
import { sameIdAs } from "@/lib/domain/id";
import type { JsonObject } from "@/lib/domain/json";

export type KeptSubmission = {
  id: string;
  intentId: string;
  agentId: string | null;
  operatorId: string | null;
  disposition: string;
  refusal: string | null;
  contractVersion: number;
  fingerprint: string;
  args: JsonObject;
};

export type KeptDecision = {
  id: string;
  intentId: string;
  verdict: string;
  decidedBy: string;
  operatorId: string | null;
  rule: string | null;
  argsDigest: string | null;
  createdAt: Date;
};

/** Null: the event records none. */
export function submissionIn({ id, type, actor, intentId, data, detail = {} }: RecordedEvent): KeptSubmission | null {
  const isSubmission = type === "submission.recorded" || type === "submission.refused";
  if (!isSubmission || id === undefined || intentId === null) return null;
  return {
    id: sameIdAs("sub", id),
    intentId,
    agentId: actor.kind === "agent" ? actor.id : null,
    operatorId: actor.kind === "operator" ? actor.id : null,
    disposition: String(data["disposition"] ?? "drifted"),
    refusal: data["refusal"] === undefined ? null : String(data["refusal"]),
    contractVersion: Number(data["contractVersion"]),
    fingerprint: String(data["fingerprint"]),
    args: detail["args"] as JsonObject,
  };
}

const VERDICTS: Record<string, string> = { cleared: "clear", held: "hold", refused: "refuse" };

export function decisionsIn({ id, intentId, data, follows = [] }: RecordedEvent, createdAt: Date): KeptDecision[] {
  if (id === undefined || intentId === null) return [];
  const openings = follows.filter(({ type }) => type === "intent.opened" || type === "intent.reopened");
  return openings.map(({ data: { to, rule, grantId } }) => ({
    id: sameIdAs("dec", id),
    intentId,
    verdict: VERDICTS[String(to)] ?? "",
    decidedBy: grantId === undefined ? "policy" : "grant",
    operatorId: null,
    rule: String(grantId ?? rule),
    argsDigest: String(data["argsDigest"]),
    createdAt,
  }));
}

/** What follows in a row is an event of its own. */
export function eventsOf({ follows = [], ...event }: RecordedEvent): RecordedEvent[] {
  return [event, ...follows.map((one) => ({ ...event, ...one, detail: {} }))];
}
