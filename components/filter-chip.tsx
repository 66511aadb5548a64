import X from "lucide-react/icons/x";
import { AgentLine } from "./agent-text";
import { Button } from "./button";

type FilterChipProps = { name: string; value: string; onRemove: () => void };

/** A filter that came with the address or from a row, and the way to be rid of it. */
export function FilterChip({ name, value, onRemove }: FilterChipProps) {
  return (
    <span className="inline-flex min-w-0 max-w-full items-center rounded-md border bg-sunken pl-2.5 text-sm">
      <span className="shrink-0 pr-1.5 text-ink-faint">{name}</span>
      <AgentLine text={value} className="min-w-0 truncate text-ink" />
      <Button variant="ghost" size="iconSmall" aria-label={`Remove the filter ${name}`} onClick={onRemove}>
        <X aria-hidden />
      </Button>
    </span>
  );
}
