/** What can be said after a verification: what was checked, what was not, and what is broken where. */
import type { Outcome } from "../verify/verify-stream";

/** Where the trusted key came from, and the seal that was looked for: both decide what the outcome is worth. */
export type Trust = {
  keys: "told" | "kept";
  known: { number: number; from: "person" | "browser" } | null;
};
export type CheckLine = { isChecked: boolean; words: string };
export type OutcomeWords = { tone: "good" | "warn" | "bad"; title: string; body: string; checks: CheckLine[] };

type AsSealed = Extract<Outcome, { kind: "as_sealed" }>;
type Broken = Extract<Outcome, { kind: "broken" }>;

export function outcomeWords(outcome: Outcome, trust: Trust): OutcomeWords {
  if (outcome.kind === "as_sealed") return asSealedWords(outcome, trust);
  if (outcome.kind === "broken") return brokenWords(outcome, trust);
  return {
    tone: "warn",
    title: "It was not checked to its end",
    body: `${sentence(outcome.message)} Nothing is known about the rest; nothing was found to be wrong so far.`,
    checks: soFar(outcome),
  };
}

function asSealedWords(outcome: AsSealed, trust: Trust): OutcomeWords {
  const { events, seals, first, last, signatures } = outcome;
  if (first === null || last === null) {
    return {
      tone: "warn",
      title: "The export is whole and holds no events",
      body: "Nothing was sealed in its time.",
      checks: [endLine(trust)],
    };
  }
  const isSigned = signatures !== null;
  return {
    tone: isSigned ? "good" : "warn",
    title: isSigned
      ? "Every event is as it was sealed"
      : "Every event is as the seals say, but no signature was checked",
    body: `${count(events, "event")} in ${count(seals, "seal")}, from seal ${first.number} to seal ${last.number}.`,
    checks: [
      { isChecked: true, words: `${count(events, "line")}: each hashes to the leaf that was sealed.` },
      { isChecked: true, words: `${count(seals, "Merkle root")}: the leaves of each seal lead to its root.` },
      { isChecked: true, words: chainWords(outcome) },
      ...(first.number > 1
        ? [{ isChecked: false, words: `What was before seal ${first.number} is not in this file.` }]
        : []),
      signatureLine(outcome),
      ...(isSigned ? [keyLine(trust)] : []),
      endLine(trust),
    ],
  };
}

function chainWords({ first, last }: AsSealed): string {
  const positions = `positions ${first?.firstPosition.toLocaleString()} to ${last?.lastPosition.toLocaleString()} without a gap`;
  return `The chain: each seal names the hash of the one before, ${positions}.`;
}

function signatureLine({ signatures, keyIds }: AsSealed): CheckLine {
  if (signatures === null) {
    return {
      isChecked: false,
      words:
        "Signatures: this browser has no Ed25519, or the page did not come over HTTPS. Whoever changed the log could have sealed it anew. Verify the export with the command below.",
    };
  }
  const by = keyIds.length === 1 ? `the key ${keyIds[0]}` : `the keys ${keyIds.join(", ")}`;
  return { isChecked: true, words: `${count(signatures, "signature")} by ${by}.` };
}

function keyLine({ keys }: Trust): CheckLine {
  if (keys === "kept") return { isChecked: true, words: "The key is the one that you keep." };
  return {
    isChecked: false,
    words:
      "The key is the one that this Interlock tells: whoever could change the log could have changed it too. Give the key that you keep.",
  };
}

function endLine({ known }: Trust): CheckLine {
  if (known === null) {
    return {
      isChecked: false,
      words: "The end: nothing was given to compare it with, so seals after the last may have been cut off.",
    };
  }
  const whence = known.from === "person" ? "which you know from elsewhere" : "which this browser found here before";
  return { isChecked: true, words: `Seal ${known.number.toLocaleString()}, ${whence}, is in it.` };
}

function brokenWords(outcome: Broken, { known }: Trust): OutcomeWords {
  const { line, message } = outcome;
  const isAboutKnown = known?.from === "browser" && /published/.test(message);
  const hint = isAboutKnown
    ? " The seal is the one that this browser found here before. If a backup was restored since, that is why; else ask whoever runs Interlock."
    : "";
  return {
    tone: "bad",
    title: `Broken at line ${line.toLocaleString()}`,
    body: `${message}${hint}`,
    checks: soFar(outcome),
  };
}

function soFar({ events, seals, signatures }: Pick<Outcome, "events" | "seals" | "signatures">): CheckLine[] {
  const signed = signatures === null ? ", their signatures not checked" : "";
  return [
    {
      isChecked: seals > 0,
      words: `${count(events, "event")} in ${count(seals, "seal")} before that are as they were sealed${signed}.`,
    },
  ];
}

function count(number: number, what: string): string {
  return `${number.toLocaleString()} ${what}${number === 1 ? "" : "s"}`;
}

function sentence(words: string): string {
  return /[.!?…]$/.test(words) ? words : `${words}.`;
}

/** However it ends, this much no seal can say. */
export const NOT_PROVEN: readonly string[] = [
  "That what was recorded is true. A seal proves what Interlock wrote down; a reconciliation asks the downstream.",
  "Anything about events that are not sealed yet: for a few seconds whoever can write to the database can change them.",
  "Anything against somebody who has both INTERLOCK_KEY and the database. What was published before they began stays provable.",
  "That nothing is missing at the end, unless you compare with a seal that was published.",
  "That nothing was left out before it was recorded. What goes around Interlock leaves no event.",
  "Time: both instants are the database's clock. A published seal proves that its events are older than its publication.",
];
