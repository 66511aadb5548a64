import Wrench from "lucide-react/icons/wrench";
import Link from "next/link";
import { buttonStyle } from "@/components/button";
import { EmptyState } from "@/components/empty-state";
import { Paste } from "./paste";

/** Without the demo there is nothing to walk through yet, but there is a way to begin. */
export function NoDemoTool() {
  return (
    <EmptyState
      icon={Wrench}
      title="The demo is not here"
      actions={
        <Link href="/tools" className={buttonStyle({ variant: "secondary" })}>
          See the tools
        </Link>
      }
    >
      <p>
        This walk uses the demo’s refund tool. Begin with a contract of your own: the folder{" "}
        <code className="font-mono text-xs">contracts/</code> has examples to copy, and an admin publishes one like
        this:
      </p>
      <div className="mt-4 text-left">
        <Paste
          code={[
            'curl -sS -X PUT "$INTERLOCK_URL/api/v1/contracts/your_tool" \\',
            '  -H "Authorization: Bearer $INTERLOCK_TOKEN" \\',
            '  -H "Content-Type: application/yaml" --data-binary @your_tool.yaml',
          ].join("\n")}
          label="Publish a contract"
        />
      </div>
    </EmptyState>
  );
}
