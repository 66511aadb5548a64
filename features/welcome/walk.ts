/** The walk from nothing to a first approved intent: what to paste, and how far it has come. */
import type { IntentDto } from "@/lib/wire/intent";
import { TOOL } from "./queries";

export const KEY_PLACEHOLDER = "$KEY";

type Ask = { origin: string; key: string; run: string };

/** More than the 50 USD that clear by themselves. */
export function firstCurl(ask: Ask): string {
  return curl(ask, { amount: 80, reason: "requested" }, "The customer asked for a refund.");
}

/** The same action as a model would ask for it the second time. */
export function secondCurl(ask: Ask): string {
  return curl(
    ask,
    { amount: "$80.00", note: "Second try, to be sure" },
    "I am not certain that the refund went through.",
  );
}

function curl({ origin, key, run }: Ask, args: Record<string, unknown>, reason: string): string {
  const body = { tool: TOOL, run, step: "refund", reason, args: { paymentId: `pay_${run}`, ...args } };
  // In double quotes, so that a shell fills in the placeholder; a key has nothing that a shell would read otherwise.
  return [
    `curl -sS ${origin}/api/v1/intents \\`,
    `  -H "Authorization: Bearer ${key}" \\`,
    `  -d '${JSON.stringify(body)}'`,
  ].join("\n");
}

export type Progress = { isAsked: boolean; isDecided: boolean; isAskedAgain: boolean };

export function progressOf(intent: IntentDto | null): Progress {
  if (intent === null) return { isAsked: false, isDecided: false, isAskedAgain: false };
  return { isAsked: true, isDecided: intent.state !== "held", isAskedAgain: intent.submissionCount > 1 };
}

/** What became of the decision, in a sentence. */
export function decidedWords(intent: IntentDto): string {
  switch (intent.state) {
    case "held":
      return "It waits for you.";
    case "cleared":
    case "executing":
      return "You approved it; a worker is performing it.";
    case "succeeded":
      return `It ran once, and the ledger calls it ${intent.effectId ?? "by no name"}.`;
    case "denied":
      return "You denied it. Nothing ran, and the agent was told why. Asked for again, it gets the same answer.";
    default:
      return `It is ${intent.state.replace("_", " ")} now. Open it to see why.`;
  }
}
