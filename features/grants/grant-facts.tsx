import Link from "next/link";
import { AgentLine } from "@/components/agent-text";
import { Ago } from "@/components/ago";
import { CopyButton } from "@/components/copy-button";
import { Fact, Facts } from "@/components/facts";
import { Countdown, Instant } from "@/components/instant";
import { Panel } from "@/components/panel";
import type { GrantDto } from "@/lib/wire/grant";

const LINK = "inline-flex min-h-11 min-w-0 items-center text-link underline-offset-2 hover:underline md:min-h-6";

export function GrantFacts({ grant }: { grant: GrantDto }) {
  return (
    <Panel title="Facts">
      <Facts>
        <Fact name="Grant">
          <span className="min-w-0 flex-1 font-mono text-xs">{grant.id}</span>
          <CopyButton text={grant.id} what="the grant’s id" />
        </Fact>
        <Fact name="Tool">
          <Link href={`/tools/${encodeURIComponent(grant.tool)}`} className={`${LINK} font-mono text-xs`}>
            <AgentLine text={grant.tool} />
          </Link>
        </Fact>
        <Fact name="For">
          {grant.agent === null ? (
            <>
              Any agent of <span className="font-mono text-xs">{grant.namespace}</span>
            </>
          ) : (
            <Link href={`/agents/${encodeURIComponent(grant.agent.id)}`} className={LINK}>
              <AgentLine text={grant.agent.name} />
            </Link>
          )}
        </Fact>
        <Fact name="Given">
          <span className="py-1">
            <Instant at={grant.createdAt} /> by <AgentLine text={grant.createdBy.name} />
          </span>
        </Fact>
        <Fact name={grant.state === "expired" ? "Ended" : "Ends"}>
          <span className="py-1">
            <Instant at={grant.expiresAt} />
            {grant.state === "active" && (
              <>
                {" "}
                (<Countdown to={grant.expiresAt} over="now" />)
              </>
            )}
          </span>
        </Fact>
        <Fact name="Last used">{grant.lastUsedAt === null ? "Never" : <Ago at={grant.lastUsedAt} />}</Fact>
        {grant.revokedAt !== null && (
          <Fact name="Revoked">
            <span className="py-1">
              <Instant at={grant.revokedAt} />
              {grant.revokedBy && (
                <>
                  {" "}
                  by <AgentLine text={grant.revokedBy.name} />
                </>
              )}
            </span>
          </Fact>
        )}
      </Facts>
    </Panel>
  );
}
