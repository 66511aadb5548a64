import { AgentText } from "@/components/agent-text";

/** What publishing would warn of. */
export function Warnings({ warnings }: { warnings: readonly string[] }) {
  if (warnings.length === 0) return null;
  return (
    <div className="text-ink-soft text-sm">
      <p className="font-medium text-ink">{warnings.length === 1 ? "A warning" : `${warnings.length} warnings`}</p>
      <ul className="mt-0.5 list-disc space-y-1 pl-5">
        {warnings.map((warning) => (
          <li key={warning}>
            <AgentText text={warning} />
          </li>
        ))}
      </ul>
    </div>
  );
}
