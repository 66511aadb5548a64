/** Who did it. Every audit event names one. */
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

/** `detail`: what people said or others answered. Kept beside the event, which holds a salted digest of it alone. */
export type DetailedEvent = AuditEvent & { detail?: Record<string, unknown> };
