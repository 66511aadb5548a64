import Link from "next/link";
import { AgentLine } from "@/components/agent-text";
import { Instant } from "@/components/instant";
import { formatMoney } from "@/components/money";
import type { DenialDto } from "@/lib/wire/intent";

/** Who denied what about the same target, when and why; the last denial first. */
export function Denials({ denials }: { denials: readonly DenialDto[] }) {
  if (denials.length === 0) return null;
  return (
    <ul aria-label="Denied before" className="space-y-0.5">
      {denials.map((denial) => (
        <li key={denial.intentId}>
          <Denial denial={denial} />
        </li>
      ))}
    </ul>
  );
}

export function Denial({ denial: { intentId, deniedBy, deniedAt, reason, about } }: { denial: DenialDto }) {
  return (
    <span className="min-w-0 text-ink-soft [overflow-wrap:anywhere]">
      <AgentLine text={deniedBy.name} className="font-medium text-ink" /> denied{" "}
      <Link
        href={`/intents/${encodeURIComponent(intentId)}`}
        prefetch={false}
        className="text-link underline underline-offset-2"
      >
        {about?.amount ? formatMoney(about.amount) : "another intent"}
      </Link>{" "}
      on <Instant at={deniedAt} />:{" "}
      <q className="italic">
        <AgentLine text={reason} />
      </q>
    </span>
  );
}
