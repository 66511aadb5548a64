/** What an event is about: the history can be narrowed to one of these. */
export type EventKind = "submissions" | "decisions" | "execution" | "other";

export const EVENT_KINDS: Record<EventKind, string> = {
  submissions: "Submissions",
  decisions: "Decisions",
  execution: "Execution",
  other: "Other",
};

const KINDS: [EventKind, RegExp][] = [
  ["submissions", /^submission\.recorded$|^intent\.(opened|reopened|repeat|drift|drifted|withdraw)$/],
  ["decisions", /^intent\.(approve|deny|undo|expire|escalate|rehold|resolve|bypass_\w+)$/],
  ["execution", /^intent\.(claim|settle|lose_lease|probe)$|^(attempt|probe|callback)\./],
];

export function eventKind(type: string): EventKind {
  return KINDS.find(([, pattern]) => pattern.test(type))?.[0] ?? "other";
}
