/** A key audit in words: how far it is, and what it says of each tool. */
import CircleCheck from "lucide-react/icons/circle-check";
import CircleX from "lucide-react/icons/circle-x";
import Clock from "lucide-react/icons/clock";
import LoaderCircle from "lucide-react/icons/loader-circle";
import type { Icon, Tone } from "@/components/badge";
import { formatDuration } from "@/components/duration";
import type { KeyAuditSummaryDto, KeyAuditToolDto } from "@/lib/wire/key-audit";

type Summary = KeyAuditSummaryDto;
type Tool = KeyAuditToolDto;

export const STATE_WORDS: Record<Summary["state"], { word: string; tone: Tone; icon: Icon }> = {
  waiting: { word: "Waiting", tone: "info", icon: Clock },
  running: { word: "Running", tone: "info", icon: LoaderCircle },
  finished: { word: "Finished", tone: "good", icon: CircleCheck },
  failed: { word: "Failed", tone: "bad", icon: CircleX },
};

export function isUnderWay({ state }: Pick<Summary, "state">): boolean {
  return state === "waiting" || state === "running";
}

export function progressWords({ state, progress: { done, total }, failure }: Summary): string {
  if (state === "waiting") return "A worker will take it.";
  if (state === "failed") return `It failed: ${failure ?? "nobody knows why"}`;
  const of = total === null || state === "finished" ? "" : ` of ${total.toLocaleString()}`;
  return `${done.toLocaleString()}${of} ${done === 1 && of === "" ? "intent was" : "intents were"} looked at.`;
}

/** `examples`: pairs of intents, the earlier one first, or one intent alone. */
export type Observation = {
  key: string;
  sentence: string;
  advice: string;
  /** Whether somebody should act on it. */
  isFault: boolean;
  examples: Example[];
};
export type Example = { intentIds: string[]; words: string };

/** What the numbers of one tool say; what did not come up is not there. */
export function observationsOf(tool: Tool): Observation[] {
  return [...collisions(tool), ...lookalikes(tool), ...nearIdentical(tool), ...restarts(tool)];
}

function collisions({ collisions: { count, examples } }: Tool): Observation[] {
  if (count === 0) return [];
  return [
    {
      key: "collisions",
      sentence: `${many(count, "key has", "keys have")} several effect ids.`,
      advice:
        "The downstream does not honour the key: check execute.idempotency in the contract, and remove it until it does.",
      isFault: true,
      examples: examples.map(({ intentId, effectIds }) => ({ intentIds: [intentId], words: effectIds.join(", ") })),
    },
  ];
}

type Pair = Tool["lookalikes"]["examples"][number];

function lookalikes({ lookalikes: { count, examples } }: Tool): Observation[] {
  if (count === 0) return [];
  return [
    {
      key: "lookalikes",
      sentence: `${many(count, "look-alike", "look-alikes")}: the same values under two keys, and both ran.`,
      advice:
        "The caller's run or step changed between tries: keep it, or use business scope or lookalike: hold in the contract.",
      isFault: true,
      examples: examples.map(toExample),
    },
  ];
}

function nearIdentical({ nearIdentical: { count, spelling, examples } }: Tool): Observation[] {
  if (count === 0) return [];
  const onlySpelling = spelling === 0 ? "" : ` Of ${spelling.toLocaleString()} only the spelling does.`;
  return [
    {
      key: "nearIdentical",
      sentence: `${many(count, "pair", "pairs")} of which both ran and one field differs.${onlySpelling}`,
      advice:
        spelling > 0
          ? "Give the field a normaliser in the contract. Where values differ, look at the examples; variant: hold asks a person."
          : "Look at the examples; variant: hold in the contract asks a person.",
      isFault: spelling > 0,
      examples: examples.map(toExample),
    },
  ];
}

function restarts({ restarts: { count, bursts, examples } }: Tool): Observation[] {
  if (count === 0) return [];
  const [worst] = bursts;
  const burst = worst === undefined ? "" : ` The most within a minute: ${worst.count.toLocaleString()}.`;
  return [
    {
      key: "restarts",
      sentence: `${many(count, "repeat", "repeats")} in another run within ten minutes, same step and agent.${burst}`,
      advice: "An orchestrator restarts with fresh run ids: make them survive a restart or a deploy.",
      isFault: bursts.length > 0,
      examples: examples.map(toExample),
    },
  ];
}

function toExample({ intentId, otherId, gapMs, differs }: Pair): Example {
  const what = differs.length === 0 ? "" : `, differ in ${differs.map((one) => one || "the args").join(", ")}`;
  return { intentIds: [otherId, intentId], words: `${formatDuration(gapMs)} apart${what}` };
}

const LAYERS: Record<string, string> = {
  model: "The model: other bytes or another Idempotency-Key",
  person_or_cron: "A person or cron: an hour or more later",
  http_client: "The HTTP client: within two seconds",
  framework: "A framework: within a minute, or with growing waits",
  orchestrator: "The orchestrator: same run and step, a minute or more later",
  unknown: "Unknown",
};

export function layerWords(layer: string): string {
  return (Object.hasOwn(LAYERS, layer) ? LAYERS[layer] : undefined) ?? layer.replaceAll("_", " ");
}

export type RetryRow = { layer: string; words: string; count: number; share: number };

/** Who sent the same action again, most often first. A guess, from gap and content. */
export function retryRows({ retries: { count: all, layers } }: Tool): RetryRow[] {
  return Object.entries(layers)
    .filter(([, { count }]) => count > 0)
    .map(([layer, { count }]) => ({ layer, words: layerWords(layer), count, share: count / all }))
    .sort((left, right) => right.count - left.count);
}

export function hasFault(tool: Tool): boolean {
  return observationsOf(tool).some(({ isFault }) => isFault);
}

/** Nothing to look at, and nothing to tell. */
export function isQuiet(tool: Tool): boolean {
  return observationsOf(tool).length === 0 && tool.suggestions.length === 0 && tool.retries.count === 0;
}

/** How much of a tool was looked at. */
export function sizeWords({ intents, submissions, erased }: Tool): string {
  const gone = erased === 0 ? "" : `, of which ${erased.toLocaleString()} were erased and compared with nothing`;
  return `${many(intents, "intent", "intents")}, ${many(submissions, "submission", "submissions")}${gone}`;
}

function many(count: number, one: string, more: string): string {
  return `${count.toLocaleString()} ${count === 1 ? one : more}`;
}
