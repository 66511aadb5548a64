import CircleSlash from "lucide-react/icons/circle-slash";
import Link from "next/link";
import { AgentLine } from "@/components/agent-text";
import { Badge } from "@/components/badge";
import { PageHeader } from "@/components/page-header";
import type { OperatorAccountDto } from "@/lib/wire/operator";

/** Where the reader is, and the way back to the list. */
export function OperatorHeader({ operator, isSelf }: { operator: OperatorAccountDto | null; isSelf: boolean }) {
  return (
    <PageHeader
      title={
        <div className="flex min-w-0 items-center gap-1.5">
          <Link href="/operators" className="shrink-0 text-ink-soft text-sm hover:text-ink">
            Operators
          </Link>
          <span aria-hidden className="text-ink-faint">
            /
          </span>
          <h1 className="min-w-0 truncate font-semibold text-base text-ink">
            {operator ? <AgentLine text={operator.name} /> : "Operator"}
          </h1>
        </div>
      }
    >
      {isSelf && <Badge tone="info">You</Badge>}
      {operator?.disabledAt && <Badge icon={CircleSlash}>Disabled</Badge>}
    </PageHeader>
  );
}
