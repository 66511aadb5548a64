import Link from "next/link";
import { AgentLine } from "@/components/agent-text";
import { CopyButton } from "@/components/copy-button";
import { Fact, Facts } from "@/components/facts";
import { Panel } from "@/components/panel";
import type { IntentDto } from "@/lib/wire/intent";

export function IntentFacts({ intent }: { intent: IntentDto }) {
  return (
    <Panel title="Facts">
      <Facts>
        <Fact name="Intent">
          <span className="min-w-0 flex-1 font-mono text-xs">{intent.id}</span>
          <CopyButton text={intent.id} what="the intent’s id" />
        </Fact>
        <Fact name="Tool">
          <span className="font-mono text-xs">{intent.tool}</span>
          <span className="whitespace-nowrap text-ink-faint">version {intent.contractVersion}</span>
        </Fact>
        <Context name="Run" value={intent.run} />
        <Context name="Step" value={intent.step} />
        <Context name="Session" value={intent.session} />
        <Fact name="Submissions">
          <span className="tabular-nums">{intent.submissionCount}</span>
        </Fact>
        {intent.generation > 1 && <Fact name="Generation">{intent.generation}</Fact>}
        <Generation name="Predecessor" path={intent.links["predecessor"]} />
        <Generation name="Successor" path={intent.links["successor"]} />
      </Facts>
    </Panel>
  );
}

/** The same action before or after this one. */
function Generation({ name, path }: { name: string; path: string | undefined }) {
  const id = path?.split("/").at(-1);
  if (id === undefined) return null;
  return (
    <Fact name={name}>
      <Link href={`/intents/${id}`} className="font-mono text-link text-xs underline-offset-2 hover:underline">
        {id}
      </Link>
    </Fact>
  );
}

function Context({ name, value }: { name: string; value: string | null }) {
  if (value === null) return null;
  return (
    <Fact name={name}>
      <AgentLine text={value} className="font-mono text-xs" />
    </Fact>
  );
}
