/** What is different between two versions of a contract, as sentences: part by part, what is no longer so and what is. */
import type { ReadContract } from "../contract/read-definition";
import { SECTION_IDS, SECTIONS, type SectionId } from "../contract/sections";
import type { Statement } from "../contract/statement";

export type SectionChange = {
  id: SectionId;
  title: string;
  gone: Statement[];
  come: Statement[];
  /** Something differs that no sentence tells: the text below does. */
  isUntold: boolean;
};

export type Changes = { keys: { isChanged: boolean; text: string }; sections: SectionChange[]; unchanged: string[] };

export function changesBetween(before: ReadContract, after: ReadContract): Changes {
  const sections = SECTION_IDS.map((id) => changeOf(id, before, after));
  return {
    keys: keyChange(before, after),
    sections: sections.filter(isChange),
    unchanged: sections.filter((section) => !isChange(section)).map(({ title }) => title),
  };
}

function isChange({ gone, come, isUntold }: SectionChange): boolean {
  return gone.length > 0 || come.length > 0 || isUntold;
}

function changeOf(id: SectionId, before: ReadContract, after: ReadContract): SectionChange {
  const { title, members, say } = SECTIONS[id];
  const [old, now] = [say(before), say(after)];
  const gone = without(old, now);
  const come = without(now, old);
  const differs = members.some((name) => !isSame(before.definition[name], after.definition[name]));
  return { id, title, gone, come, isUntold: gone.length === 0 && come.length === 0 && differs };
}

function without(statements: Statement[], others: Statement[]): Statement[] {
  return statements.filter(({ text, code }) => !others.some((other) => other.text === text && other.code === code));
}

/** Members in another order are the same. */
function isSame(left: unknown, right: unknown): boolean {
  return JSON.stringify(sorted(left)) === JSON.stringify(sorted(right));
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  const members = Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1));
  return members.map(([name, member]) => [name, sorted(member)]);
}

function keyChange(before: ReadContract, after: ReadContract): Changes["keys"] {
  if (before.terms.derivation === after.terms.derivation) {
    return { isChanged: false, text: "Keys stay the same: what was one action before is one action now." };
  }
  return {
    isChanged: true,
    text: "Keys or fingerprints change: the same submission may be read as another action or as other values. Intents of the earlier version that are open or in their window are still found under the keys they have.",
  };
}
