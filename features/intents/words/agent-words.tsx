import { AgentText } from "@/components/agent-text";

/** Quoted and attributed, so that a persuasive sentence is not taken for Interlock's own. */
export function AgentWords({ text }: { text: string }) {
  return (
    <figure className="mt-2 border-line-strong border-l-2 pl-3">
      <figcaption className="text-ink-faint text-xs">In the agent’s words</figcaption>
      <blockquote className="text-ink-soft">
        <AgentText text={text} />
      </blockquote>
    </figure>
  );
}
