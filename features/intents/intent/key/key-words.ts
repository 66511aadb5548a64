/** The key in words: what it is made of, and what another submission would have to be to join it. */
import { spellDuration } from "@/components/duration";
import type { ContractTermsDto } from "@/lib/wire/contract";
import type { IntentDto } from "@/lib/wire/intent";
import { fieldPath } from "../fields/field-words";

export type KeyParts = NonNullable<IntentDto["keyParts"]>;
type Duplicates = ContractTermsDto["duplicates"];

export type ContextWords = {
  /** Where the key comes from. */
  scope: string;
  /** "in the same step of the same run": goes on "another submission …". */
  place: string;
  parts: { name: string; value: string }[];
  occurrence: number;
};

/** The context says by its members which scope it was made under. */
export function contextWords({ context }: KeyParts): ContextWords {
  const { occurrence, ...rest } = context;
  const parts = Object.entries(rest).map(([name, value]) => ({ name: PART_NAMES[name] ?? name, value: String(value) }));
  const found = SCOPES.find(({ member }) => member === null || Object.hasOwn(rest, member)) ?? BUSINESS;
  return {
    scope: found.scope,
    place: found.place,
    parts,
    occurrence: typeof occurrence === "number" ? occurrence : 1,
  };
}

const PART_NAMES: Record<string, string> = { caller: "caller’s key", submission: "submission" };
const BUSINESS = {
  member: null,
  scope: "Business: whoever asks, in whatever run, it is the same action.",
  place: "in whatever run, by whomever",
};
/** The first whose member the context has. */
const SCOPES = [
  {
    member: "submission",
    scope: "Nothing says which action it repeats, so it stands for itself alone.",
    place: "under this very submission",
  },
  {
    member: "caller",
    scope: "The caller’s own Idempotency-Key says in which situation it is asked.",
    place: "with the same caller’s key",
  },
  {
    member: "step",
    scope: "Step: once in each step of a run.",
    place: "in the same step of the same run",
  },
  { member: "run", scope: "Run: once in a run, whichever step asks.", place: "in the same run" },
  {
    member: "session",
    scope: "Session: once in a session, whichever run asks.",
    place: "in the same session",
  },
  BUSINESS,
];

export type JoinWords = { joins: string[]; stays: string[] };
type JoinRules = {
  effect: string;
  mode: string;
  /** A person denied it, and the contract asks a person about all else that has its target. */
  asksAgain: boolean;
};

/** Of the contract that it is under: whether what comes after a denial is held. */
export function asksAfterDenial(state: IntentDto["state"], definition: Record<string, unknown>): boolean {
  return state === "denied" && definition["afterDenial"] !== "allow";
}

/** What would join this intent, and what would not. `mode: observe` folds nothing. */
export function joinWords(
  keyParts: KeyParts,
  { duplicates, windowMs }: Pick<ContractTermsDto, "duplicates" | "windowMs">,
  { effect, mode, asksAgain }: JoinRules,
): JoinWords {
  if (effect === "read") {
    return { joins: [], stays: ["It is a read: recorded and performed each time, and never folded onto another."] };
  }
  if (asksAgain && mode !== "observe" && Object.keys(keyParts.identity).length > 0) {
    return afterDenialWords(keyParts, { duplicates, windowMs });
  }
  const { place } = contextWords(keyParts);
  const same = `Another submission ${place}, ${identityWords(keyParts)}`;
  const folded = [
    `${same} and the same values: ${SAME[duplicates.same]}`,
    `${same} but other values: ${DRIFT[duplicates.drift]}`,
  ];
  const apart = [
    ...(Object.hasOwn(keyParts.context, "submission") ? [] : elsewhereWords(keyParts, duplicates)),
    ...otherIdentityWords(keyParts),
    `The same, more than ${spellDuration(windowMs)} after this has ended: it opens the next generation.`,
  ];
  if (mode !== "observe") return { joins: folded, stays: apart };
  return { joins: [], stays: ["The contract only observes: a duplicate runs, too, and is marked as one.", ...apart] };
}

/** The denial stands for the same values under the same key alone; all else that has its target asks a person again. */
function afterDenialWords(
  keyParts: KeyParts,
  { duplicates, windowMs }: Pick<ContractTermsDto, "duplicates" | "windowMs">,
): JoinWords {
  const { place, parts } = contextWords(keyParts);
  const target = identityWords(keyParts);
  const same = `Another submission ${place}, ${target}`;
  const repeated = duplicates.same === "allow" ? HELD_AGAIN : AFTER_DENIAL[duplicates.same];
  const alike =
    duplicates.lookalike === "hold" || duplicates.lookalike === "allow" ? HELD_AGAIN : ALIKE[duplicates.lookalike];
  const hasElsewhere = parts.length > 0 && !Object.hasOwn(keyParts.context, "submission");
  const elsewhere = `Under another ${parts.map(({ name }) => name).join(" or ")}, ${target}`;
  const first = `${same} and the same values: ${repeated}`;
  return {
    joins: duplicates.same === "allow" ? [] : [first],
    stays: [
      ...(duplicates.same === "allow" ? [first] : []),
      `${same} but other values: ${HELD_AGAIN}`,
      ...(hasElsewhere
        ? [`${elsewhere} and the same values: ${alike}`, `${elsewhere} but other values: ${HELD_AGAIN}`]
        : []),
      ...otherIdentityWords(keyParts),
      `The same, more than ${spellDuration(windowMs)} after the denial: policy decides as if nothing had been denied.`,
    ],
  };
}

const HELD_AGAIN = "an intent of its own, held until a person decides again.";
const AFTER_DENIAL: Record<Exclude<Duplicates["same"], "allow">, string> = {
  coalesce: "it joins, and gets the denial.",
  refuse: "it is turned away, and kept here as a submission.",
};

/** Every context is the same one under business scope. */
function elsewhereWords(keyParts: KeyParts, { lookalike, variant }: Duplicates): string[] {
  const { parts } = contextWords(keyParts);
  if (parts.length === 0) return [];
  const names = parts.map(({ name }) => name).join(" or ");
  const other = `Under another ${names}, ${identityWords(keyParts)}`;
  return [
    `${other} and the same values, a look-alike: ${ALIKE[lookalike]}`,
    `${other} but other values, a variant: ${ALIKE[variant]}`,
  ];
}

function otherIdentityWords({ identity }: KeyParts): string[] {
  const names = Object.keys(identity).map(fieldPath);
  return names.length === 0 ? [] : [`With another ${names.join(" or ")}: another action, with an intent of its own.`];
}

function identityWords({ identity }: KeyParts): string {
  const names = Object.keys(identity).map(fieldPath);
  return names.length === 0 ? "whatever it is about" : `with the same ${names.join(" and ")}`;
}

const SAME: Record<Duplicates["same"], string> = {
  coalesce: "it joins, and gets the same result.",
  refuse: "it is turned away, and kept here as a submission.",
  allow: "it runs again, as the next occurrence.",
};
const DRIFT: Record<Duplicates["drift"], string> = {
  coalesce: "it joins and is marked as drifted; the first values run.",
  refuse: "it is turned away, and kept here as a submission.",
  hold: "it joins as drifted. Before anything was sent, this is held until somebody chooses; later it is a finding.",
};
const ALIKE: Record<Duplicates["lookalike"], string> = {
  allow: "an intent of its own, marked.",
  coalesce: "it joins after all.",
  refuse: "it is turned away.",
  hold: "an intent of its own, held until somebody decides.",
};

/** What a generation is counted for. */
export function generationWords(generation: number): string {
  return generation === 1
    ? "the first"
    : "a later one: the one before ended, and this was ordered on purpose, came after its window, or asked for other values";
}

export function occurrenceWords(occurrence: number): string {
  return occurrence === 1
    ? "the first in this context"
    : "asked for again on purpose, or the contract lets duplicates run";
}
