/** What an audit event is about, in the words that screens listen for. */
export const EVERY_TOPIC = [
  "intents",
  "contracts",
  "pauses",
  "downstreams",
  "findings",
  "reconciliations",
  "key_audits",
  "agents",
  "operators",
  "grants",
  "erasures",
  "audit",
] as const;
export type Topic = (typeof EVERY_TOPIC)[number];

/** By the event type's first word; what belongs to an intent is told by its intent. */
const TOPICS: Record<string, Topic> = {
  intent: "intents",
  submission: "intents",
  attempt: "intents",
  probe: "intents",
  callback: "intents",
  bypass: "intents",
  contract: "contracts",
  pause: "pauses",
  tool: "pauses",
  everything: "pauses",
  downstream: "downstreams",
  finding: "findings",
  reconciliation: "reconciliations",
  key_audit: "key_audits",
  agent: "agents",
  operator: "operators",
  grant: "grants",
  erasure: "erasures",
  store: "findings",
};

/**
 * A pause, of an agent too, shows intents as held that were not, and a downstream that rests as waiting for it: those are
 * read again with it.
 */
const ALSO: Partial<Record<Topic, Topic[]>> = {
  pauses: ["intents"],
  downstreams: ["intents"],
  agents: ["pauses", "intents"],
};

/** What tells that people took something away; no screen but the log shows it. */
const TAKEN_AWAY = new Set(["audit", "intents"]);

/** Those that raise a finding without an event of its own. */
const FINDINGS = new Set(["intent.drifted", "attempt.late_settle_rejected", "probe.late_answer"]);

export function topicsOf(type: string): Topic[] {
  const topic = TOPICS[type.split(".")[0] ?? ""];
  if (topic === undefined) return ["audit"];
  return [topic, ...(ALSO[topic] ?? []), ...(FINDINGS.has(type) ? (["findings"] as const) : []), "audit"];
}

/** False: of a later release. It is told to screens, projected like any other, and pointed out. */
export function isKnownEvent(type: string): boolean {
  const word = type.split(".")[0] ?? "";
  return Object.hasOwn(TOPICS, word) || TAKEN_AWAY.has(word);
}
