import Bot from "lucide-react/icons/bot";
import ListFilter from "lucide-react/icons/list-filter";
import { Button } from "@/components/button";
import { EmptyState } from "@/components/empty-state";

export function NoAgents() {
  return (
    <EmptyState icon={Bot} title="No agent can submit yet">
      Every program that may submit intents is listed here, with its keys and when it last used them. “New agent” above
      makes one and shows its key once.
    </EmptyState>
  );
}

export function NoAgentsThere({ onClear }: { onClear: () => void }) {
  return (
    <EmptyState
      icon={ListFilter}
      title="No agent has this namespace"
      actions={<Button onClick={onClear}>Show all namespaces</Button>}
    >
      The list is narrowed to one namespace. There may be agents in others.
    </EmptyState>
  );
}
