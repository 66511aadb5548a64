/** A reconciliation in words: how it asks, how far it is, and what came of it. */
import CircleCheck from "lucide-react/icons/circle-check";
import CircleStop from "lucide-react/icons/circle-stop";
import CircleX from "lucide-react/icons/circle-x";
import LoaderCircle from "lucide-react/icons/loader-circle";
import Upload from "lucide-react/icons/upload";
import type { Icon, Tone } from "@/components/badge";
import type { ReconciliationDto } from "@/lib/wire/reconciliation";

type Run = ReconciliationDto;

export const STATE_WORDS: Record<Run["state"], { word: string; tone: Tone; icon: Icon }> = {
  receiving: { word: "Coming in", tone: "info", icon: Upload },
  running: { word: "Running", tone: "info", icon: LoaderCircle },
  finished: { word: "Finished", tone: "good", icon: CircleCheck },
  failed: { word: "Failed", tone: "bad", icon: CircleX },
  stopped: { word: "Stopped", tone: "neutral", icon: CircleStop },
};

export const SOURCE_WORDS: Record<Run["source"], string> = {
  list: "By its listing",
  probe: "By its probe",
  statement: "By a statement",
};

const PHASE_WORDS: Record<Run["progress"]["phase"], string> = {
  receiving: "rows have arrived",
  reading: "rows of the listing are read",
  rows: "rows are compared",
  intents: "intents are looked for",
  probing: "intents are asked about",
  done: "rows and intents were looked at",
};

export function isUnderWay({ state }: Run): boolean {
  return state === "receiving" || state === "running";
}

export function progressWords({ progress: { phase, done, total } }: Run): string {
  const of = total === null ? "" : ` of ${total.toLocaleString()}`;
  return `${done.toLocaleString()}${of} ${PHASE_WORDS[phase]}`;
}

const DIVERGENCES = ["missing", "duplicate", "orphan", "mismatch", "late"];

export function divergenceCount({ counts }: Pick<Run, "counts">): number {
  return DIVERGENCES.reduce((sum, name) => sum + (counts[name] ?? 0), 0);
}

/** One sentence that tells what a run came to. */
export function outcomeWords(run: Run): string {
  if (run.state === "failed") return failureWords(run.failure);
  if (isUnderWay(run)) return `${progressWords(run)}.`;
  const found = divergenceWords(run);
  if (run.state === "stopped") return `Stopped before its end. What it found stays: ${found}.`;
  const gap = notComparedWords(run);
  if (gap === null)
    return divergenceCount(run) === 0 ? "Everything was compared, and both sides agree." : capital(`${found}.`);
  return divergenceCount(run) === 0 ? gap : `${capital(found)}. ${gap}`;
}

function divergenceWords({ counts }: Run): string {
  const named = DIVERGENCES.flatMap((name) => (counts[name] ? [`${counts[name].toLocaleString()} ${name}`] : []));
  if (named.length === 0) return "no divergence";
  const raised = counts.raised ?? 0;
  return `${named.join(", ")}; ${raised === 0 ? "none of it is new" : `${raised.toLocaleString()} new ${raised === 1 ? "finding" : "findings"}`}`;
}

/** What of a finished run was not compared: it must not look like one in which everything agreed. Null: everything was. */
export function notComparedWords({ source, counts }: Pick<Run, "source" | "counts">): string | null {
  const { asked = 0, unanswered = 0, notAsked = 0, rows = 0, bad = 0, repeated = 0, outside = 0, missing = 0 } = counts;
  if (source === "probe") {
    const gaps = [
      ...(unanswered === 0 ? [] : [`${many(unanswered, asked, "probe")} got no answer. Run it again`]),
      ...(notAsked === 0 ? [] : [`${many(notAsked, asked + notAsked, "intent")} could not be asked about`]),
    ];
    return gapWords(asked === unanswered, gaps);
  }
  // Of a source without a row, what is missing was compared all the same.
  const isNothing = rows - bad - repeated - outside + missing === 0;
  if (bad > 0) {
    const fix = source === "list" ? "Correct execute.list, and run it again" : "Correct them, and upload it again";
    return gapWords(isNothing, [`${many(bad, rows, "row")} could not be read. ${fix}`]);
  }
  if (!isNothing || rows === 0) return null;
  return "Nothing was compared: every row is of another time. Say theirs with From and To.";
}

function many(count: number, all: number, what: string): string {
  return `${count.toLocaleString()} of ${all.toLocaleString()} ${what}${all === 1 ? "" : "s"}`;
}

function gapWords(isNothing: boolean, gaps: string[]): string | null {
  return gaps.length === 0 ? null : `${isNothing ? "Nothing" : "Not everything"} was compared: ${gaps.join("; ")}.`;
}

const FAILURES: Record<string, string> = {
  listing_repeats: "The listing came to a page that it had shown before.",
  other_origin: "The listing's next page is on another origin, where nobody is asked.",
  page_too_large: "A page of the listing is larger than 1 MiB.",
  listing_too_long: "The listing is longer than 20,000 pages or a million items.",
  no_items: "The listing's answer has no array where the contract says.",
  bad_next: "The listing's answer does not tell the next page as the contract says.",
  configuration: "A setting is missing, or the listing's origin is not one that the worker may ask (INTERLOCK_EGRESS).",
  no_list: "The contract that the run began with declares no listing.",
  upload_interrupted: "The upload was cut off before its end. Upload the statement again.",
  rows_lost: "Rows that had been read are gone from the database. Nothing is called missing because of that.",
  worker_error: "A step failed six times in a row; the worker's log says why.",
};

export function failureWords(failure: string | null): string {
  if (failure === null) return "It failed, and nobody knows why.";
  const status = /^downstream_(\d{3})$/.exec(failure)?.[1];
  if (status !== undefined) return `The downstream answered with status ${status}, for good or eight times in a row.`;
  return (
    (Object.hasOwn(FAILURES, failure) ? FAILURES[failure] : undefined) ?? `It failed: ${failure.replaceAll("_", " ")}.`
  );
}

function capital(sentence: string): string {
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}
