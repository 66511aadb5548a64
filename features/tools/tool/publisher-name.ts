import type { ContractVersionDto } from "@/lib/wire/contract";

/** Who published a version: a person, or whatever else put it there. */
export function publisherName({ publishedBy, publishedByName }: ContractVersionDto): string {
  return publishedByName ?? publishedBy ?? "unknown";
}
