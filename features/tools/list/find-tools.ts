import type { ContractSummaryDto } from "@/lib/wire/contract";

/** Every word must be in the title or the name, in any case. */
export function findTools(tools: readonly ContractSummaryDto[], search: string): readonly ContractSummaryDto[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  return tools.filter(({ tool, title }) => {
    const text = `${title} ${tool}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}
