"use client";

import { ContractPage } from "../contract/contract-page";
import { ToolPause } from "../pause/tool-pause";
import { OnThisPage } from "./on-this-page";
import { ToolFacts } from "./tool-facts";
import { ToolFrame } from "./tool-frame";

export function ContractView({ tool, canPause }: { tool: string; canPause: boolean }) {
  return (
    <ToolFrame tool={tool}>
      {(contract) => (
        <div className="grid gap-4 p-4 md:p-6 xl:grid-cols-[minmax(0,1fr)_22rem] xl:gap-6">
          <div className="flex min-w-0 flex-col gap-4 xl:order-last">
            <ToolPause tool={tool} canPause={canPause} />
            <ToolFacts contract={contract} />
            <OnThisPage />
          </div>
          <div className="flex min-w-0 flex-col gap-4">
            <ContractPage contract={contract} />
          </div>
        </div>
      )}
    </ToolFrame>
  );
}
