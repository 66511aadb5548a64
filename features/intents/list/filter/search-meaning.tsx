import { Revealed } from "@/components/revealed";
import type { IntentRow } from "../rows/intent-row";
import { searchWords } from "./search-words";

/** A search box that takes anything must say what it took it for. */
export function SearchMeaning({ q, rows }: { q: string; rows: readonly IntentRow[] }) {
  return (
    <p role="status" className="border-b px-4 py-1.5 text-ink-soft text-sm [overflow-wrap:anywhere] md:px-6">
      “<Revealed text={q} breaks="reveal" />
      ”: {searchWords(q, rows)}
    </p>
  );
}
