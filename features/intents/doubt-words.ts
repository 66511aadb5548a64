import type { DoubtDto } from "@/lib/wire/doubt";
import { ProblemError } from "@/lib/wire/fetch-json";
import type { IntentDto } from "@/lib/wire/intent";

type Words = { tone: "good" | "info" | "warn" | "bad"; title: string; body: string };
type Statement = DoubtDto["statements"][number];

/** What the downstream last said when it was asked. */
export function probeWords(probe: DoubtDto["probe"]): string {
  if (probe === null) return "The contract declares no way to ask the downstream: a person has to find out.";
  if (probe.said === null) return "The downstream has not answered yet.";
  if (probe.said === "absent") {
    return "The downstream does not know of it yet. That proves nothing while the request may still land.";
  }
  const why = probe.why === null ? "" : ` (${probe.why})`;
  return `The downstream was asked and its answer proves nothing${why}.`;
}

export function statementWords({ outcome, effectId, then }: Statement): string {
  if (outcome === "executed") return `It happened, with the effect id ${effectId ?? ""}`;
  return then === "fail" ? "It did not happen, and shall not be tried again" : "It did not happen: try again";
}

/** How many more people must say the same. */
export function missingWords({ approvalsNeeded, statements }: DoubtDto): string {
  const missing = approvalsNeeded - statements.filter(({ voided }) => !voided).length;
  return missing === 1 ? "one more person" : `${missing} more people`;
}

/** What came of a resolution that was taken. */
export function resolvedWords(intent: IntentDto): Words {
  if (intent.doubt !== undefined) {
    const body = `The doubt ends when ${missingWords(intent.doubt)} said the same.`;
    return { tone: "info", title: "What you said is recorded", body };
  }
  if (intent.state === "succeeded") {
    return { tone: "good", title: "You said that it happened", body: "Every submission gets this result from now on." };
  }
  if (intent.state === "failed") {
    return { tone: "info", title: "You said that it did not happen", body: "The intent ended. Nothing more runs." };
  }
  return { tone: "good", title: "You said that it did not happen", body: "The same key goes out once more." };
}

const CODE_WORDS: Record<string, string> = {
  already_stated: "You said so before. The next one must be another person.",
  role_required: "Your role is not enough to resolve this doubt. Ask somebody with a higher one.",
};

/** What came of a resolution that was refused or lost. */
export function unresolvedWords(error: unknown): Words {
  const title = "You did not resolve this doubt";
  if (!(error instanceof ProblemError)) return { tone: "bad", title, body: "This page made a mistake. Reload it." };
  const { problem } = error;
  if (problem.code === "unreachable") {
    return {
      tone: "bad",
      title: "It is not known whether what you said arrived",
      body: "Interlock did not answer. The state above shows what is true as soon as it does.",
    };
  }
  const said = problem.code === "already_resolved" ? problem.detail : CODE_WORDS[problem.code];
  return { tone: "warn", title, body: said ?? `${error.message} ${problem.correctiveAction}` };
}
