import { AgentLine } from "@/components/agent-text";
import type { AgentDto } from "@/lib/wire/agent";

const SHOWN_MAX = 2;

/** What policies know an agent by. The first few; the rest is on its page. */
export function Labels({ labels }: Pick<AgentDto, "labels">) {
  const all = Object.entries(labels);
  if (all.length === 0) return <span className="text-ink-faint max-lg:hidden">No labels</span>;
  return (
    <span className="flex min-w-0 flex-wrap gap-1">
      <span className="sr-only">Labels</span>
      {all.slice(0, SHOWN_MAX).map(([name, value]) => (
        <Label key={name} name={name} value={value} />
      ))}
      {all.length > SHOWN_MAX && <span className="text-ink-faint text-xs leading-5">+{all.length - SHOWN_MAX}</span>}
    </span>
  );
}

export function Label({ name, value }: { name: string; value: string }) {
  return (
    <span className="inline-block max-w-full truncate rounded-sm border bg-sunken px-1.5 font-mono text-ink-soft text-xs">
      <AgentLine text={`${name}=${value}`} />
    </span>
  );
}
