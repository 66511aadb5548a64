/**
 * Why there is no result, and what the agent should do now. A code alone does not say how it came about (a 500 may have
 * been a read's answer, or a write of which a probe found nothing), so each sentence holds for every way into its case.
 * None of them suggests another run, step or key: that would be another action.
 */
import type { IntentRow } from "@/lib/store/intent-row";
import type { IntentDto } from "@/lib/wire/intent";

type Ended = Pick<IntentRow, "state" | "effect" | "failure" | "transient" | "endedReason" | "probeAt">;

export function toErrorDto(row: Ended): IntentDto["error"] {
  switch (row.state) {
    case "failed": {
      const { code = "failed", message = "", correctiveAction } = row.failure ?? {};
      const fix = row.transient ? afterTransient(code, row.effect === "read") : afterRefusal(code);
      return { code, message, retriable: row.transient === true, correctiveAction: correctiveAction ?? fix };
    }
    case "in_doubt":
      return doubtful(row);
    case "denied":
      return {
        code: "denied",
        message: row.endedReason ?? "",
        retriable: false,
        correctiveAction: "Respect the denial; do not submit it again.",
      };
    case "refused": {
      const fix = "The tool's policy refuses this. Ask for something it allows, or ask a person.";
      return { code: "refused", message: row.endedReason ?? "", retriable: false, correctiveAction: fix };
    }
    case "expired":
      return {
        code: "expired",
        message: "Nobody decided in time.",
        retriable: true,
        correctiveAction: "Submit it again if it is still wanted.",
      };
    case "withdrawn":
      return {
        code: "withdrawn",
        message: row.endedReason ?? "It was withdrawn before it ran.",
        retriable: true,
        correctiveAction: "Submit it again if it is wanted after all.",
      };
    default:
      return null;
  }
}

/** The last attempt may even have been refused or not sent; what is in doubt is some attempt of it (L5). */
function doubtful({ failure, probeAt }: Ended): IntentDto["error"] {
  const message = `${failure?.message ?? ""} Some attempt may have acted: nobody knows yet whether it happened.`.trim();
  const who = probeAt === null ? "an operator" : "a probe or an operator";
  const fix = `Do not try it another way. Wait: ${who} will find out; submitting it again changes nothing.`;
  return { code: "in_doubt", message, retriable: false, correctiveAction: fix };
}

const REDIRECTS = ["downstream_301", "downstream_302", "downstream_303", "downstream_307", "downstream_308"];
const IN_ITS_PLACE = "submit that under the same run, step and idempotency key";

/** It is replayed for the window; only other values are looked at anew. */
function afterRefusal(code: string): string {
  if (code === "not_executed")
    return "Nothing was done, and submitting it again gets this same answer. If it is still wanted, ask an operator to order it.";
  if (code === "unsendable") return `Nothing was sent. Correct the args that cannot be sent and ${IN_ITS_PLACE}.`;
  if (REDIRECTS.includes(code))
    return "The downstream answered with a redirect, which is never followed. Other args do not help: ask an operator to correct the tool's address.";
  return `The downstream refused it, and submitting it unchanged gets this same answer. If the message names something in the args, correct it and ${IN_ITS_PLACE}; otherwise ask an operator.`;
}

const TURNED_AWAY = ["downstream_425", "downstream_429", "downstream_503"];
const OURS = ["configuration", "module_configuration", "contract_unreadable", "args_changed", "no_connector"];
const CREDENTIALS = ["downstream_401", "downstream_403"];

/** Not sent, turned away, a read, or found not to have happened: whichever it was, there is no effect (L6). */
function afterTransient(code: string, isRead: boolean): string {
  const known = isRead ? "It only reads, so nothing was changed." : "Nothing was done.";
  return `${known} ${whatNext(code, isRead)}`;
}

function whatNext(code: string, isRead: boolean): string {
  // Of a read, no effect id is missed unless its answer could not be read.
  if (isRead && code === "no_effect_id") return "Its answer is too large or too deep to be read: ask for less.";
  if (TURNED_AWAY.includes(code))
    return "The downstream turned it away for now: wait a while, then submit exactly the same again.";
  if (OURS.includes(code) || CREDENTIALS.includes(code))
    return "Submit exactly the same again; if it fails like this again, ask an operator to look at the tool's settings.";
  return "Submit exactly the same again to try once more.";
}
