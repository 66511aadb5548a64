import Link from "next/link";
import { AgentLine } from "@/components/agent-text";
import { Instant } from "@/components/instant";
import type { GrantDto } from "@/lib/wire/grant";
import { grantSentence, sumWords, usesWords } from "./grant-words";
import { StateBadge } from "./state-badge";

/** One grant as one sentence: what it lets happen, for whom, until when, and how much of it is used. */
export function GrantRow({ grant }: { grant: GrantDto }) {
  return (
    <li className="border-b last:border-b-0">
      <Link
        href={`/grants/${encodeURIComponent(grant.id)}`}
        prefetch={false}
        className="flex flex-col gap-x-4 gap-y-1.5 px-4 py-3 hover:bg-hover focus-visible:-outline-offset-2 md:flex-row md:items-start md:px-6"
      >
        <span className="shrink-0 md:w-24">
          <StateBadge state={grant.state} />
        </span>
        <span className="min-w-0 flex-1">
          <span className="block text-ink [overflow-wrap:anywhere]">
            <GrantSentence grant={grant} />
          </span>
          <span className="block text-ink-faint text-xs [overflow-wrap:anywhere]">
            Given by <AgentLine text={grant.createdBy.name} />
            {grant.reason && (
              <>
                : <AgentLine text={grant.reason} />
              </>
            )}
          </span>
        </span>
      </Link>
    </li>
  );
}

export function GrantSentence({ grant }: { grant: GrantDto }) {
  const sum = sumWords(grant);
  return (
    <>
      <AgentLine text={grantSentence(grant)} className="font-medium" />
      <span className="text-ink-soft">
        , until <Instant at={grant.expiresAt} />, {usesWords(grant)}
        {sum === null ? "" : `, ${sum}`}.
      </span>
    </>
  );
}
