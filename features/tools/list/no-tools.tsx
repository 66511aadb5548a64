import SearchX from "lucide-react/icons/search-x";
import Wrench from "lucide-react/icons/wrench";
import { Button } from "@/components/button";
import { CodeBlock } from "@/components/code-block";
import { EmptyState } from "@/components/empty-state";

const PUBLISH = [
  "curl -sS -X PUT $INTERLOCK_URL/api/v1/contracts/refund_payment \\",
  '  -H "Authorization: Bearer $INTERLOCK_OPERATOR_TOKEN" \\',
  '  -H "Content-Type: application/yaml" \\',
  "  --data-binary @contracts/refund_payment.yaml",
].join("\n");

export function NoTools() {
  return (
    <EmptyState icon={Wrench} title="No contract is published yet">
      <p>
        A tool appears here once somebody has published its contract. Until then every submission for it is refused. An
        admin publishes one from its file:
      </p>
      <div className="mt-4 rounded-lg border bg-sunken text-left">
        <CodeBlock code={PUBLISH} label="Publishing a contract with curl" />
      </div>
    </EmptyState>
  );
}

export function NoToolFound({ onClear }: { onClear: () => void }) {
  return (
    <EmptyState
      icon={SearchX}
      title="No tool has these words in its title or name"
      actions={<Button onClick={onClear}>Show all tools</Button>}
    />
  );
}
