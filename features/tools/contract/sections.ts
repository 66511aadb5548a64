/** A whole contract as sentences, part by part: what its page shows, and what two versions are compared by. */
import { duplicateStatements } from "./duplicate-words";
import { effectStatements } from "./effect-words";
import { executeStatements } from "./execute-words";
import { fieldStatements } from "./field-words";
import { keyStatements } from "./key-words";
import { limitStatements } from "./limit-words";
import { peopleStatements } from "./people-words";
import { policyStatements } from "./policy-words";
import type { ReadContract } from "./read-definition";
import { recordStatements } from "./record-words";
import type { Statement } from "./statement";

type SectionWords = {
  title: string;
  /** The members of a definition that it speaks of. */
  members: readonly string[];
  say: (contract: ReadContract) => Statement[];
};

export const SECTIONS = {
  effect: {
    title: "What it does",
    members: ["title", "description", "effect", "value", "mode", "allowAutoClear"],
    say: (contract) => [{ text: `It is called ${contract.title}.` }, ...effectStatements(contract)],
  },
  fields: { title: "Fields", members: ["args", "fields"], say: fieldStatements },
  key: { title: "Key", members: ["key"], say: keyStatements },
  duplicates: { title: "Duplicates", members: ["duplicates", "afterDenial"], say: duplicateStatements },
  policy: { title: "Policy", members: ["policy"], say: policyStatements },
  limits: { title: "Limits", members: ["limits"], say: limitStatements },
  execute: { title: "How it is performed", members: ["execute"], say: executeStatements },
  people: {
    title: "People",
    members: ["bypass", "resolution", "publish", "undo"],
    say: peopleStatements,
  },
  record: { title: "Afterwards", members: ["reconcile", "retention"], say: recordStatements },
} as const satisfies Record<string, SectionWords>;

export type SectionId = keyof typeof SECTIONS;
export const SECTION_IDS = Object.keys(SECTIONS) as SectionId[];
