/** What a run counted, and what each count means, in the order in which they are asked about. */
const COUNTS: Record<string, { name: string; meaning: string }> = {
  missing: { name: "Missing", meaning: "We have an effect on record that they do not have." },
  duplicate: { name: "Duplicate", meaning: "They have several effects under one key." },
  orphan: { name: "Orphan", meaning: "They have an effect that no intent asked for." },
  mismatch: { name: "Mismatch", meaning: "They have it with another effect id, amount or target." },
  late: { name: "Late", meaning: "It happened although the intent had failed, or was in doubt." },
  raised: { name: "New findings", meaning: "Divergences that nobody had found before." },
  notRaised: { name: "Not raised", meaning: "Divergences beyond 10,000 of a kind, which are no findings." },
  resolved: { name: "Doubts ended", meaning: "Intents in doubt of which the downstream has the effect." },
  unresolved: {
    name: "Doubts left",
    meaning: "The statement could have ended them, but the contract leaves that to others.",
  },
  bad: { name: "Bad rows", meaning: "Could not be read, and were not compared." },
  unanswered: { name: "No answer", meaning: "Intents of which the downstream said nothing that can be read." },
  notAsked: { name: "Not asked", meaning: "Intents whose version of the contract has no probe." },
  matched: { name: "Matched", meaning: "Belong to an intent and say what its state says." },
  underWay: { name: "Under way", meaning: "Of intents that are executing or wait for a retry." },
  undecided: { name: "Undecided", meaning: "The next run decides." },
  uncompared: { name: "Not comparable", meaning: "The intent was found, but amount and args could not be compared." },
  otherTool: { name: "Other tool", meaning: "Rows of another tool's intent." },
  outside: { name: "Outside", meaning: "Rows of a time outside the window, left out." },
  repeated: { name: "Repeated", meaning: "Rows that say the same as one before, left out." },
  rows: { name: "Rows", meaning: "Of the statement or the listing, bad ones too." },
  pages: { name: "Pages", meaning: "Of the listing." },
  asked: { name: "Asked", meaning: "Intents that the downstream was asked about." },
  intents: { name: "Intents", meaning: "Looked at: submitted in the window, or up to 31 days before it." },
};

export type CountRow = { key: string; name: string; meaning: string; count: number };

/** What did not come up is not there. */
export function countRows(counts: Record<string, number>): CountRow[] {
  const order = Object.keys(COUNTS);
  const place = (key: string) => (order.includes(key) ? order.indexOf(key) : order.length);
  return Object.entries(counts)
    .filter(([, count]) => count > 0)
    .sort(([left], [right]) => place(left) - place(right))
    .map(([key, count]) => ({ key, count, ...wordsOf(key) }));
}

function wordsOf(key: string): { name: string; meaning: string } {
  const known = Object.hasOwn(COUNTS, key) ? COUNTS[key] : undefined;
  return known ?? { name: key.replaceAll("_", " "), meaning: "A count that this page has no words for yet." };
}
