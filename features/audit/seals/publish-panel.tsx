import { CodeBlock } from "@/components/code-block";
import { CopyButton } from "@/components/copy-button";
import { Instant } from "@/components/instant";
import { Panel } from "@/components/panel";
import type { SealListDto } from "@/lib/wire/audit";

type Seal = SealListDto["items"][number];

/** A seal that only Interlock keeps proves little against those who run Interlock. */
export function PublishPanel({ newest }: { newest: Seal }) {
  const name = `${newest.number}:${newest.hash}`;
  return (
    <Panel title="The newest seal" aside={<CopyButton text={name} what="the newest seal" />}>
      <CodeBlock code={name} label="The newest seal, as NUMBER:HASH" className="border-b bg-sunken" />
      <p className="px-4 py-3 text-ink-soft">
        Sealed <Instant at={newest.sealedAt} />. Publish it where those who run Interlock cannot change it: another
        team's ticket, somebody else's repository, a mail to the auditor. Once a day bounds what could be rewritten to
        that day.
      </p>
    </Panel>
  );
}
