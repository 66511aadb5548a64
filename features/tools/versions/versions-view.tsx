"use client";

import GitCompare from "lucide-react/icons/git-compare";
import { useSearchParams } from "next/navigation";
import { EmptyState } from "@/components/empty-state";
import type { ContractDto } from "@/lib/wire/contract";
import { ToolFrame } from "../tool/tool-frame";
import { Comparison } from "./comparison";
import { PairChoice } from "./pair-choice";
import { VersionList } from "./version-list";
import { pairPath, parsePair } from "./version-pair";

export function VersionsView({ tool }: { tool: string }) {
  return (
    <ToolFrame tool={tool}>
      {(contract) => (
        <div className="grid gap-4 p-4 md:p-6 xl:grid-cols-[minmax(0,1fr)_22rem] xl:gap-6">
          <div className="flex min-w-0 flex-col gap-4">
            <Compared contract={contract} />
          </div>
          <div className="min-w-0">
            <VersionList contract={contract} />
          </div>
        </div>
      )}
    </ToolFrame>
  );
}

function Compared({ contract: { tool, version } }: { contract: ContractDto }) {
  const pair = parsePair(useSearchParams(), version);
  if (pair === null) {
    return (
      <EmptyState icon={GitCompare} title="There is one version so far">
        When a changed contract is published, the difference between the two is shown here, in words and line by line.
      </EmptyState>
    );
  }
  return (
    <>
      <PairChoice
        pair={pair}
        newest={version}
        onChange={(next) => window.history.pushState(null, "", pairPath(tool, next))}
      />
      <Comparison key={`${pair.from} ${pair.to}`} tool={tool} pair={pair} />
    </>
  );
}
