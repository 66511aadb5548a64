/** What policy knows of an agent and what it may use, as a form holds it. */
import type { AgentDto, ChangeAgentBody } from "@/lib/wire/agent";

/** `id` is the row's own, so that typing a name does not make it another row. */
export type LabelRow = { id: number; name: string; value: string };

export type AgentTerms = {
  labels: LabelRow[];
  /** The wire says "all tools" with an empty list; a form must not, or unticking the last one would open everything. */
  reach: "all" | "some";
  tools: string[];
  mayRepeat: boolean;
};

export type TermsProblems = { labels?: string; tools?: string };

export const NEW_TERMS: AgentTerms = { labels: [], reach: "all", tools: [], mayRepeat: true };

export function termsOf({ labels, tools, mayRepeat }: Pick<AgentDto, "labels" | "tools" | "mayRepeat">): AgentTerms {
  return {
    labels: Object.entries(labels).map(([name, value], id) => ({ id, name, value })),
    reach: tools.length === 0 ? "all" : "some",
    tools,
    mayRepeat,
  };
}

export function addLabel(labels: LabelRow[]): LabelRow[] {
  return [...labels, { id: Math.max(-1, ...labels.map(({ id }) => id)) + 1, name: "", value: "" }];
}

export function toBody({ labels, reach, tools, mayRepeat }: AgentTerms): Required<ChangeAgentBody> {
  const named = labels.filter((row) => !isBlank(row)).map(({ name, value }) => [name.trim(), value.trim()] as const);
  return { labels: Object.fromEntries(named), tools: reach === "all" ? [] : tools, mayRepeat };
}

export function findProblems({ labels, reach, tools }: AgentTerms): TermsProblems {
  const problems: TermsProblems = {};
  const names = labels.filter((row) => !isBlank(row)).map(({ name }) => name.trim());
  const twice = names.find((name, index) => names.indexOf(name) < index);
  if (names.includes("")) problems.labels = "Every label needs a name.";
  else if (twice !== undefined) problems.labels = `There are two labels named ${twice}; each name can be used once.`;
  if (reach === "some" && tools.length === 0) problems.tools = "Tick at least one tool, or allow all of them.";
  return problems;
}

function isBlank({ name, value }: LabelRow): boolean {
  return name.trim() === "" && value.trim() === "";
}
