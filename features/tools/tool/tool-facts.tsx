import Link from "next/link";
import { AgentLine } from "@/components/agent-text";
import { CopyButton } from "@/components/copy-button";
import { Fact, Facts } from "@/components/facts";
import { Instant } from "@/components/instant";
import { Panel } from "@/components/panel";
import type { ContractDto } from "@/lib/wire/contract";
import { EffectBadge, ObserveBadge, ValueBadge } from "./effect-badges";
import { publisherName } from "./publisher-name";

const LINK = "text-link underline-offset-2 hover:underline max-md:py-2.5";

export function ToolFacts({ contract }: { contract: ContractDto }) {
  const { tool, effect, value, mode, version, publishedAt, versions } = contract;
  const active = versions.find((one) => one.version === version);
  return (
    <Panel title="Facts">
      <Facts>
        <Fact name="Name">
          <AgentLine text={tool} className="min-w-0 flex-1 font-mono text-xs" />
          <CopyButton text={tool} what="the tool’s name" />
        </Fact>
        <Fact name="Effect class">
          <span className="flex flex-wrap gap-1">
            <EffectBadge effect={effect} />
            <ValueBadge value={value} />
            <ObserveBadge mode={mode} />
          </span>
        </Fact>
        <Fact name="Version">
          <span className="tabular-nums">{version}</span>
        </Fact>
        <Fact name="Published">
          <Instant at={publishedAt} />
        </Fact>
        {active && (
          <Fact name="By">
            <AgentLine text={publisherName(active)} />
          </Fact>
        )}
        <Fact name="Intents">
          <Link href={`/intents?tool=${encodeURIComponent(tool)}`} className={LINK}>
            Its intents
          </Link>
        </Fact>
        <Fact name="Grants">
          <Link href={`/grants?tool=${encodeURIComponent(tool)}`} className={LINK}>
            Its grants
          </Link>
        </Fact>
      </Facts>
    </Panel>
  );
}
