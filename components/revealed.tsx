import { revealText } from "./visible-characters";

/** Untrusted text as inert text: no markup, no links, hidden characters as chips, direction kept inside its box. */
export function Revealed({ text, breaks }: { text: string; breaks: "keep" | "reveal" }) {
  return (
    <bdi>
      {revealText(text, { breaks }).map((piece, index) =>
        piece.kind === "plain" ? (
          piece.text
        ) : piece.text === "\n" ? (
          " ↵ "
        ) : (
          <span
            // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one text have no other identity
            key={index}
            title="A character that is normally invisible"
            className="mx-px rounded-sm border border-warn-line bg-warn-soft px-0.5 font-mono text-[0.85em] text-warn"
          >
            ⟨{piece.label}⟩
          </span>
        ),
      )}
    </bdi>
  );
}
