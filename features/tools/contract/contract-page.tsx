import Eye from "lucide-react/icons/eye";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import { JsonBlock } from "@/components/code-block";
import { Disclosure } from "@/components/disclosure";
import { Notice } from "@/components/notice";
import { Panel } from "@/components/panel";
import type { ContractDto } from "@/lib/wire/contract";
import { DuplicateList } from "./duplicate-list";
import { effectStatements, OBSERVES } from "./effect-words";
import { FieldList } from "./field-list";
import { PolicyList } from "./policy-list";
import { SectionPanel } from "./section-panel";
import { SECTIONS, type SectionId } from "./sections";
import { Sentence, Statements } from "./sentence";
import { unknownMembers } from "./unknown-members";

/** The contract for somebody who has to live with it and has never written one. */
export function ContractPage({ contract }: { contract: ContractDto }) {
  return (
    <>
      {contract.mode === "observe" && (
        <Notice tone="info" icon={Eye} title="Only observes">
          {OBSERVES} What follows is what enforcing would do.
        </Notice>
      )}
      <Warnings warnings={contract.warnings} />
      <SectionPanel id="effect">
        <Statements statements={effectStatements({ ...contract, mode: "enforce" })} />
      </SectionPanel>
      <FieldList contract={contract} />
      <Said id="key" contract={contract} />
      <DuplicateList contract={contract} />
      <PolicyList contract={contract} />
      <Said id="limits" contract={contract} />
      <Said id="execute" contract={contract} />
      <Said id="people" contract={contract} />
      <Said id="record" contract={contract} />
      <Unknown contract={contract} />
      <Disclosure summary="The definition as it is stored">
        <JsonBlock value={contract.definition} label="The definition as it is stored" />
      </Disclosure>
    </>
  );
}

function Said({ id, contract }: { id: SectionId; contract: ContractDto }) {
  return (
    <SectionPanel id={id}>
      <Statements statements={SECTIONS[id].say(contract)} />
    </SectionPanel>
  );
}

function Warnings({ warnings }: { warnings: string[] }) {
  if (warnings.length === 0) return null;
  const title =
    warnings.length === 1 ? "Publishing it gave a warning" : `Publishing it gave ${warnings.length} warnings`;
  return (
    <Notice tone="warn" icon={TriangleAlert} title={title}>
      <ul aria-label="Warnings" className="list-disc space-y-0.5 pl-4">
        {warnings.map((warning) => (
          <li key={warning}>
            <Sentence text={warning} />
          </li>
        ))}
      </ul>
    </Notice>
  );
}

/** Nobody may believe to have read the whole contract who has not. */
function Unknown({ contract }: { contract: ContractDto }) {
  const unknown = unknownMembers(contract.definition);
  if (unknown.length === 0) return null;
  return (
    <Panel title="What this page has no words for">
      <JsonBlock
        value={Object.fromEntries(unknown.map(({ pointer, value }) => [pointer, value]))}
        label="Members without words"
      />
    </Panel>
  );
}
