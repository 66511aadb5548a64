/**
 * A simple condition in words: comparisons of one thing with one value, all of them or any of them. Everything else is
 * null, and the reader is shown the condition itself; half a translation would be worse than none.
 */
import { joinWords, quoted } from "./statement";

export function conditionWords(condition: string): string | null {
  const parts = splitOutside(condition);
  if (parts === null) return null;
  const words = parts.terms.map(termWords);
  return words.includes(null) ? null : joinWords(words as string[], parts.joined);
}

type Parts = { terms: string[]; joined: "and" | "or" };

/** At `&&` or `||`, where that is one of the two and in no quotes; null where both are mixed or quotes stay open. */
function splitOutside(condition: string): Parts | null {
  const terms: string[] = [];
  const joiners = new Set<string>();
  let quote: string | null = null;
  let start = 0;
  for (let index = 0; index < condition.length; index += 1) {
    const character = condition.charAt(index);
    if (quote !== null) {
      if (character === "\\") return null;
      if (character === quote) quote = null;
      continue;
    }
    if (character === '"' || character === "'") quote = character;
    const pair = condition.slice(index, index + 2);
    if (pair !== "&&" && pair !== "||") continue;
    joiners.add(pair);
    terms.push(condition.slice(start, index).trim());
    start = index + 2;
    index += 1;
  }
  if (quote !== null || joiners.size > 1) return null;
  return { terms: [...terms, condition.slice(start).trim()], joined: joiners.has("||") ? "or" : "and" };
}

const PATH = String.raw`[A-Za-z_]\w*(?:\.[A-Za-z_]\w*|\["[^"\\]+"\])*`;
const LITERAL = String.raw`"[^"\\]*"|'[^'\\]*'|-?\d+(?:\.\d+)?|true|false`;
const COMPARISON = new RegExp(`^(${PATH})\\s*(==|!=|<=|>=|<|>)\\s*(${LITERAL})$`);
const MEMBERSHIP = new RegExp(`^(${PATH})\\s+in\\s+\\[\\s*((?:${LITERAL})(?:\\s*,\\s*(?:${LITERAL}))*)\\s*\\]$`);
const CALL = new RegExp(`^(${PATH})\\.(startsWith|endsWith|contains)\\((${LITERAL})\\)$`);
const PRESENCE = new RegExp(`^(!?)has\\((${PATH})\\)$`);

const COMPARED: Record<string, string> = {
  "==": "is",
  "!=": "is not",
  "<=": "is at most",
  ">=": "is at least",
  "<": "is less than",
  ">": "is more than",
};
const CALLED: Record<string, string> = { startsWith: "begins with", endsWith: "ends with", contains: "contains" };

function termWords(term: string): string | null {
  const [, left, operator, literal] = COMPARISON.exec(term) ?? [];
  if (left !== undefined) return say(left, COMPARED[operator ?? ""], literalWords(literal ?? ""));
  const [, member, list] = MEMBERSHIP.exec(term) ?? [];
  if (member !== undefined) {
    const values = (list ?? "").match(new RegExp(LITERAL, "g")) ?? [];
    return say(member, "is one of", joinWords(values.map(literalWords), "or"));
  }
  const [, subject, call, text] = CALL.exec(term) ?? [];
  if (subject !== undefined) return say(subject, CALLED[call ?? ""], literalWords(text ?? ""));
  const [, not, present] = PRESENCE.exec(term) ?? [];
  if (present !== undefined) return say(present, not === "!" ? "is left out" : "is given", "");
  return null;
}

function say(path: string, verb: string | undefined, object: string): string | null {
  const subject = subjectWords(path);
  return subject === null || verb === undefined ? null : `${subject} ${verb} ${object}`.trim();
}

const SUBJECTS: Record<string, string> = {
  run: "the run",
  step: "the step",
  "agent.id": "the agent’s id",
  "agent.name": "the agent’s name",
  "intent.keyScope": "the key’s scope",
  "intent.submissionCount": "the number of submissions",
};

function subjectWords(path: string): string | null {
  if (Object.hasOwn(SUBJECTS, path)) return SUBJECTS[path] ?? null;
  const names = [...path.matchAll(/\["([^"]+)"\]|\.?([A-Za-z_]\w*)/g)].map(([, inQuotes, bare]) => inQuotes ?? bare);
  const [root, ...rest] = names;
  if (root === "args" && rest.length > 0) return rest.join(" › ");
  if (root === "agent" && rest[0] === "labels" && rest.length === 2) return `the agent’s label ${rest[1]}`;
  return null;
}

function literalWords(literal: string): string {
  if (/^["']/.test(literal)) return quoted(literal.slice(1, -1));
  return literal.replace(/\.0+$/, "");
}
