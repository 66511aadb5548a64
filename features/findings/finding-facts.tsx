"use client";

import Link from "next/link";
import type { ReactNode } from "react";
import { AgentLine } from "@/components/agent-text";
import { CopyButton } from "@/components/copy-button";
import { Fact, Facts } from "@/components/facts";
import { Instant } from "@/components/instant";
import { Panel } from "@/components/panel";
import type { FindingDto } from "@/lib/wire/finding";
import { readEvidence } from "./evidence";
import { EVERY_TOOL, useToolTitle } from "./use-tool-title";

/** Where it belongs, and since when it is known. */
export function FindingFacts({ finding }: { finding: FindingDto }) {
  const { id, tool, namespace, intentId, submissionId, reconciliationId, createdAt, seenAt } = finding;
  const { otherId, line } = readEvidence(finding);
  const toolTitle = useToolTitle(tool);
  const intentPath = intentId === null ? null : `/intents/${encodeURIComponent(intentId)}`;
  return (
    <Panel title="About it">
      <Facts>
        {tool === EVERY_TOOL ? (
          <Fact name="About">{toolTitle}</Fact>
        ) : (
          <Fact name="Tool">
            <Link
              href={`/tools/${encodeURIComponent(tool)}`}
              className="inline-flex min-h-11 min-w-0 items-center text-link hover:underline md:min-h-6"
            >
              <AgentLine text={toolTitle} />
            </Link>
          </Fact>
        )}
        {intentId !== null && (
          <Fact name="Intent">
            <To href={`/intents/${encodeURIComponent(intentId)}`}>{intentId}</To>
          </Fact>
        )}
        {otherId !== null && (
          <Fact name="Other intent">
            <To href={`/intents/${encodeURIComponent(otherId)}`}>{otherId}</To>
          </Fact>
        )}
        {intentPath !== null && submissionId !== null && (
          <Fact name="Submission">
            <To href={`${intentPath}#${encodeURIComponent(submissionId)}`}>{submissionId}</To>
          </Fact>
        )}
        {reconciliationId !== null && (
          <Fact name="Seen by">
            <To href={`/findings/reconciliations/${encodeURIComponent(reconciliationId)}`}>{reconciliationId}</To>
          </Fact>
        )}
        {line !== null && <Fact name="Row">{line.toLocaleString()}</Fact>}
        <Fact name="Since">
          <Instant at={createdAt} />
        </Fact>
        {seenAt !== null && (
          <Fact name="Last seen">
            <Instant at={seenAt} />
          </Fact>
        )}
        {tool !== EVERY_TOOL && (
          <Fact name="Namespace">{namespace === "*" ? "In none" : <AgentLine text={namespace} />}</Fact>
        )}
        <Fact name="Finding">
          <span className="min-w-0 font-mono text-xs">{id}</span>
          <CopyButton text={id} what="the finding's id" />
        </Fact>
      </Facts>
    </Panel>
  );
}

function To({ href, children }: { href: string; children: string }): ReactNode {
  return (
    <Link href={href} className="inline-flex min-h-11 min-w-0 items-center text-link hover:underline md:min-h-6">
      <AgentLine text={children} className="min-w-0 font-mono text-xs" />
    </Link>
  );
}
