import { AgentLine } from "@/components/agent-text";
import type { Piece } from "./effect-sentence";

/** A sentence of which an agent wrote a part. */
export function Pieces({ pieces }: { pieces: readonly Piece[] }) {
  return pieces.map(({ kind, text }, index) => {
    // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one sentence have no other identity
    if (kind === "words") return <span key={index}>{text}</span>;
    return (
      <AgentLine
        // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one sentence have no other identity
        key={index}
        text={text}
        className={kind === "amount" ? "font-semibold text-ink tabular-nums" : "text-ink [overflow-wrap:anywhere]"}
      />
    );
  });
}
