import Link from "next/link";
import { AgentLine } from "@/components/agent-text";
import { Instant } from "@/components/instant";
import { formatMoney } from "@/components/money";
import type { DenialDto } from "@/lib/wire/intent";

/** Who denied what about the same target, when and why; the last denial first. */
export function Denials({ denials }: { denials: readonly DenialDto[] }) {
  if (denials.length === 0) return null;
  return (
    <ul aria-label="Denied before" className="space-y-0.5 text-ink-soft text-sm [overflow-wrap:anywhere]">
      {denials.map(({ intentId, deniedBy, deniedAt, reason, about }) => (
        <li key={intentId}>
          <AgentLine text={deniedBy.name} className="font-medium text-ink" /> denied{" "}
          <Link
            href={`/intents/${encodeURIComponent(intentId)}`}
            prefetch={false}
            className="text-link underline underline-offset-2"
          >
            {about?.amount ? formatMoney(about.amount) : "another request"}
          </Link>{" "}
          on <Instant at={deniedAt} />:{" "}
          <q className="italic">
            <AgentLine text={reason} />
          </q>
        </li>
      ))}
    </ul>
  );
}
