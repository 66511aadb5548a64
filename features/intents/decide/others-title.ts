import type { OtherLine } from "./other-words";

/** The gravest of what the lines tell, in a sentence. */
export function othersTitle(lines: readonly Pick<OtherLine, "kind" | "weight">[]): string {
  const others = lines.filter(({ kind }) => kind !== "drift");
  const happened = others.filter(({ weight }) => weight === "happened");
  if (happened.some(({ kind }) => kind === "lookalike")) return "The same has happened already";
  if (happened.length > 0) return "Something alike has happened already";
  if (others.some(({ weight }) => weight === "may_happen")) return "It may happen twice";
  if (others.some(({ kind }) => kind === "denied_before")) return "A person denied it before";
  if (others.length > 0) return "It was asked for before";
  return "Other values were asked for, too";
}
