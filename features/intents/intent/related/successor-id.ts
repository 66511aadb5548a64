import type { IntentDto } from "@/lib/wire/intent";

/** The intent that took the place of this one; null: it is the newest generation. */
export function successorId({ links }: Pick<IntentDto, "links">): string | null {
  return idIn(links["successor"]);
}

export function idIn(path: string | undefined): string | null {
  return path?.split("/").at(-1) ?? null;
}
