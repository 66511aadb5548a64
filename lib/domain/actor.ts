/** Who did it. Every row of the journal names one. */
export type Actor =
  | { kind: "agent"; id: string }
  | { kind: "operator"; id: string }
  | { kind: "policy"; id: string }
  | { kind: "worker"; id: string }
  | { kind: "system"; id: string };

export type AuditEvent = {
  type: string;
  actor: Actor;
  namespace: string | null;
  intentId: string | null;
  /** What the event is about when it is not an intent: a tool, an agent, an operator. */
  subject: string | null;
  /** Digests, pointers, states and ids; never raw args, never a secret. */
  data: Record<string, unknown>;
};

/** What came of an event for the same intent in the same moment: kept in its row, and sealed with it. */
export type FollowingEvent = Pick<AuditEvent, "type" | "actor" | "subject" | "data">;

/** An event as it is recorded. */
export type RecordedEvent = AuditEvent & {
  /** Given where something else bears the same time and number: a submission, a decision, an attempt. */
  id?: string;
  follows?: FollowingEvent[];
  /** Args, exchanges, what people said: kept beside the event, which holds a salted digest of it alone. */
  detail?: Record<string, unknown>;
};
