import ChevronRight from "lucide-react/icons/chevron-right";
import { Badge } from "@/components/badge";
import { type DifferenceGroup, submissionsWords } from "./difference-words";
import { ExampleItem } from "./example-item";

/** One way in which submissions would fare otherwise: how many, what it means, and some of them. */
export function DifferenceItem({ group, version }: { group: DifferenceGroup; version: number }) {
  const { count, would, meaning, tone, examples } = group;
  return (
    <li>
      <details className="group">
        <summary className="flex min-h-11 list-none items-start gap-2.5 px-4 py-2 hover:bg-hover [&::-webkit-details-marker]:hidden">
          <ChevronRight
            aria-hidden
            className="mt-0.5 size-4 shrink-0 text-ink-faint transition-transform group-open:rotate-90"
          />
          <span className="min-w-0 flex-1">
            <span className="block font-medium text-ink">
              {submissionsWords(count)} {would}
            </span>
            <span className="block text-ink-soft">{meaning}</span>
          </span>
          <Badge tone={tone}>{count.toLocaleString()}</Badge>
        </summary>
        <p className="border-t bg-sunken px-4 py-1.5 text-ink-faint text-xs">
          {examples.length < count ? `${examples.length} of ${count.toLocaleString()}` : "All of them"}, oldest first
        </p>
        <ol className="divide-y border-t bg-sunken">
          {examples.map((example) => (
            <ExampleItem key={example.submissionId} example={example} version={version} />
          ))}
        </ol>
      </details>
    </li>
  );
}
