/** Each kind of finding in words: what diverged, between what, and what to do about it. */
import { formatDuration } from "@/components/duration";
import { fieldName } from "@/components/field-name";
import type { FindingDto } from "@/lib/wire/finding";
import { type Difference, type Evidence, formatMoney, readEvidence } from "./evidence";

export type FindingWords = {
  /** A noun, for lists and filters. */
  name: string;
  /** Holds what others wrote (effect ids): shown as such, never as markup. */
  sentence: string;
  advice: string[];
};

type KindWords = {
  name: string;
  sentence: (evidence: Evidence, finding: FindingDto) => string;
  advice: (evidence: Evidence, finding: FindingDto) => string[];
};

const AGAIN = "Nothing was done? A bypass of the intent does it again, deliberately.";
const ASK_OWNER = "Tell the agent's owner before somebody asks for it again: it did happen.";

const RESTORED_WHY: Record<string, string> = {
  claim_missing: "it lacks a claim that a worker had committed",
  epoch_missing: "it lacks an earlier restore that a worker knows of",
  other_server: "it runs on another server, timeline or database",
  operator: "an operator said so",
};

/** In the order of what hurts most. */
const KINDS: Record<string, KindWords> = {
  duplicate: {
    name: "Duplicate",
    sentence: ({ effectIds, recordedEffectId }) =>
      `The downstream has ${effectIds.length || "several"} effects under one key: ${list(effectIds)}. ${ourEffect(recordedEffectId)}`,
    advice: () => [
      "Undo one of them in the downstream.",
      "The downstream does not honour keys, or somebody else used ours: check execute.idempotency in the tool's contract.",
    ],
  },
  missing: {
    name: "Missing",
    sentence: ({ recordedEffectId, state, source }) =>
      `Interlock has it as ${stateWord(state)}${named(recordedEffectId)}, but the downstream's ${sourceWord(source)} does not have it.`,
    advice: ({ recordedEffectId }) => [
      recordedEffectId === null
        ? "Ask the downstream whether it was done."
        : `Ask the downstream about the effect id ${recordedEffectId}.`,
      AGAIN,
    ],
  },
  orphan: {
    name: "Orphan",
    sentence: ({ effectId, amount, state, source }, { intentId }) => {
      const money = amount === null ? "" : ` of ${formatMoney(amount)}`;
      const effect = effectId === null ? `an effect${money}` : `the effect ${effectId}${money}`;
      if (intentId === null) return `The downstream's ${sourceWord(source)} has ${effect}, which no intent asked for.`;
      return `The downstream's ${sourceWord(source)} has ${effect} of an intent that was never let run: it was ${stateWord(state)}.`;
    },
    advice: () => [
      "Find out who else can act there.",
      "Rotate the downstream's credentials if nobody should be able to.",
    ],
  },
  mismatch: {
    name: "Mismatch",
    sentence: ({ differences }) =>
      differences.length === 0
        ? "The downstream has this effect with other values."
        : `The downstream has this effect with other values: ${differences.map(differenceWords).join("; ")}.`,
    advice: () => ["Compare with the args that ran, on the intent.", "Correct the side that is wrong."],
  },
  late: {
    name: "Late",
    sentence: ({ effectId, state, source }) =>
      `The downstream's ${sourceWord(source)} has ${effectId === null ? "the effect" : `the effect ${effectId}`}, although the intent ${state === "in_doubt" ? "was in doubt" : `had ended as ${stateWord(state)}`}.`,
    advice: ({ state }) =>
      state === "in_doubt"
        ? ["The doubt is over by this, unless the contract leaves that to others: look at the intent."]
        : [ASK_OWNER],
  },
  drift: {
    name: "Drift",
    sentence: ({ differs }) =>
      `The same key came again with other values${differs.length === 0 ? "" : ` (${pointers(differs)})`} after the effect was started. The first values ran.`,
    advice: () => [
      "Compare the submissions on the intent: which values were meant?",
      "Were the later ones meant? A bypass of the intent runs them, as a second effect; undo the first one in the downstream.",
    ],
  },
  late_settle: {
    name: "Late settle",
    sentence: ({ effectId, recordedEffectId, outcome, state }) =>
      effectId === null
        ? `An attempt that had lost its lease says that nothing was done (${outcome ?? "no outcome"}), but the intent is ${stateWord(state)}${named(recordedEffectId)}.`
        : `An attempt that had lost its lease says that it caused the effect ${effectId}, but the intent was ${stateWord(state)}${named(recordedEffectId)}.`,
    advice: ({ effectId }) =>
      effectId === null
        ? ["Ask the downstream whether the effect is there."]
        : ["Look for both in the downstream: it may have happened twice.", ASK_OWNER],
  },
  forgotten_effect: {
    name: "Forgotten effect",
    sentence: ({ effectId }, { tool, data }) =>
      `A worker ran ${tool} and was told of ${effectId === null ? "an effect" : `the effect ${effectId}`}, but the database, put back to an earlier state, has no record of it${typeof data["key"] === "string" ? `. Its key is ${data["key"]}` : ""}.`,
    advice: () => [
      "It did happen: look it up in the downstream, and tell the agent's owner.",
      "Submitted again it goes in doubt instead of being run: resolve that as executed, with this effect id.",
    ],
  },
  forgotten_claim: {
    name: "Forgotten claim",
    sentence: ({ recordedEffectId }) =>
      `A worker had claimed this before the database was put back to an earlier state, and it was run again before that was known: it may have happened twice. ${ourEffect(recordedEffectId)}`,
    advice: () => [
      "Look in the downstream for a second effect under this intent's key.",
      "Undo it there if there is one.",
    ],
  },
  late_probe: {
    name: "Late probe",
    sentence: ({ effectId, recordedEffectId, state }) =>
      `A probe found ${effectId === null ? "an effect" : `the effect ${effectId}`}, but the intent was ${stateWord(state)} by then${named(recordedEffectId)}.`,
    advice: () => ["Look for it in the downstream: it may have happened twice.", ASK_OWNER],
  },
  shared_effect: {
    name: "Shared effect",
    sentence: ({ effectId, otherId, source }) => {
      const effect = `the effect ${effectId ?? "of this id"}`;
      const owner = otherId === null ? "another intent" : `the intent ${otherId}`;
      if (source === "execution")
        return `The downstream answered with ${effect}, which ${owner} had before: only one of the two can have caused it.`;
      return `The downstream names ${effect} for this intent, but ${owner} caused it. That proves nothing about this one.`;
    },
    advice: ({ source }) =>
      source === "execution"
        ? [
            "Look the effect up in the downstream: did the later call do anything?",
            "Does effectId point at something that is not the effect's own id, such as the customer's? Correct it in the tool's contract.",
          ]
        : [
            "Look in the downstream for an effect of this intent's own, and resolve the doubt with what you find.",
            "Let the probe ask with {key} in the tool's contract: then it cannot find another intent's effect.",
          ],
  },
  contract_unreadable: {
    name: "Contract unreadable",
    sentence: ({ version, reason }, { tool }) =>
      `Version ${version ?? "?"} of the contract of ${tool} can no longer be read${reason === null ? "" : `: ${reason}`}. Its intents are set aside; everything else goes on.`,
    advice: () => [
      "Run a version of Interlock that can read it until its intents have ended.",
      "Is it the active version? Publish the contract again, corrected: new submissions of the tool are refused until then, and repeats of its open intents until they have ended.",
    ],
  },
  store_restored: {
    name: "Database restored",
    sentence: (_, { data }) =>
      `The database went back to an earlier state (${RESTORED_WHY[String(data["why"])] ?? "a worker noticed it"}). All that may have run since is in doubt; nothing was run again.`,
    advice: () => [
      "Probes end the doubts where the contract has one; look the others up in the downstream and resolve them.",
      "It was a planned failover, and nothing was lost? An admin can release below what was never sent.",
    ],
  },
  witness_deaf: {
    name: "Claims not written down",
    sentence: ({ reason }, { data }) =>
      `The worker ${String(data["worker"] ?? "")} cannot write down its claims outside the database${reason === null ? "" : `: ${reason}`} It claims nothing until it can; other workers go on.`,
    advice: () => [
      "Free disk space on its machine, or make INTERLOCK_HOME writable: the worker goes on by itself.",
      "With REDIS_URL set, Redis takes down what the disk cannot.",
    ],
  },
  clock_jump: {
    name: "Clock jump",
    sentence: (_, { data }) =>
      `The database's clock jumped ${Number(data["jumpMs"]) > 0 ? "forward" : "back"} by ${formatDuration(Math.abs(Number(data["jumpMs"])))}.`,
    advice: () => [
      "Set the clock of the database server, and keep it with NTP.",
      "Holds and leases follow that clock; windows of keys were kept open for as long as they should be.",
    ],
  },
  key_collision: {
    name: "Key collision",
    sentence: ({ effectIds }) => `One key has several effect ids: ${list(effectIds)}.`,
    advice: () => [
      "The downstream does not honour the key: check execute.idempotency in the tool's contract, and remove it until it does.",
      "Undo what happened twice in the downstream.",
    ],
  },
  key_split: {
    name: "Key split",
    sentence: ({ differs, gapMs }) =>
      `The same action ran under two keys${gapMs === null ? "" : `, ${formatDuration(gapMs)} apart`}${differs.length === 0 ? "" : `: they differ in ${pointers(differs)}`}.`,
    advice: ({ differs }) => [
      differs.some((one) => one.startsWith("/"))
        ? "Only the spelling of a field differs: give the field a normaliser in the tool's contract."
        : "The caller's run or step changed between tries: keep it, or use business scope or lookalike: hold in the tool's contract.",
      "Try the change in the Key Lab before you publish it.",
    ],
  },
};

/** A kind that this page does not know yet still reads like one. */
const UNKNOWN: Omit<KindWords, "name"> = {
  sentence: () => "Something diverged that this page has no words for yet: what was found stands in the evidence.",
  advice: () => ["Read the evidence, and look at the intent if there is one."],
};

export const FINDING_KINDS = Object.keys(KINDS);

export function findingWords(finding: FindingDto): FindingWords {
  const words = kindOf(finding.kind) ?? UNKNOWN;
  const evidence = readEvidence(finding);
  return {
    name: kindName(finding.kind),
    sentence: words.sentence(evidence, finding),
    advice: words.advice(evidence, finding),
  };
}

export function kindName(kind: string): string {
  const known = kindOf(kind)?.name;
  if (known !== undefined) return known;
  const words = kind.replace(/[._]+/g, " ").trim();
  return words === "" ? "Finding" : words.charAt(0).toUpperCase() + words.slice(1);
}

function kindOf(kind: string): KindWords | null {
  return Object.hasOwn(KINDS, kind) ? (KINDS[kind] ?? null) : null;
}

export function stateWord(state: string | null): string {
  return state === null ? "something else" : state.replaceAll("_", " ");
}

export function sourceWord(source: string | null): string {
  if (source === "list") return "listing";
  return source === "probe" ? "answer to a probe" : "statement";
}

function ourEffect(effectId: string | null): string {
  return effectId === null ? "Interlock knows of none of them." : `Interlock has ${effectId} on record.`;
}

function named(effectId: string | null): string {
  return effectId === null ? "" : ` with the effect ${effectId}`;
}

const LISTED_MAX = 4;

function list(texts: string[]): string {
  const more = texts.length - LISTED_MAX;
  return more > 0 ? `${texts.slice(0, LISTED_MAX).join(", ")} and ${more} more` : texts.join(", ") || "not told which";
}

/** Fields of the args by name; what is no pointer ("run", "step") is a name already. */
function pointers(differs: string[]): string {
  const name = (one: string) => (/^#?\//.test(one) ? fieldName(one) : one);
  return list(differs.map((one) => (one === "" ? "the args" : name(one))));
}

export function differenceWords(difference: Difference): string {
  if (difference.what === "target") return `another target (${fieldName(difference.pointer)})`;
  if (difference.what === "effect id") {
    return `effect id ${difference.ours ?? "none"} here, ${difference.theirs ?? "none"} there`;
  }
  const [ours, theirs] = [difference.ours, difference.theirs].map((money) =>
    money === null ? "none" : formatMoney(money),
  );
  return `amount ${ours} here, ${theirs} there`;
}
