import { AgentLine } from "@/components/agent-text";
import { JsonBlock } from "@/components/code-block";
import { Disclosure } from "@/components/disclosure";
import { Fact, Facts } from "@/components/facts";
import { Panel } from "@/components/panel";
import type { GrantDto } from "@/lib/wire/grant";
import { fieldName } from "./field-name";
import { pinWords } from "./pin-words";

/** Each argument that must have a certain value; all the others may have any. */
export function GrantPins({ grant }: { grant: GrantDto }) {
  return (
    <Panel title="What is pinned">
      <Facts>
        {Object.entries(grant.where).map(([pointer, pin]) => {
          const reading = grant.pins.find((one) => one.pointer === pointer);
          return (
            <Fact key={pointer} name={fieldName(pointer)}>
              <AgentLine text={pinWords(pin, reading)} />
              {reading && <span className="ml-auto shrink-0 text-ink-faint text-xs">compared as {reading.as}</span>}
            </Fact>
          );
        })}
      </Facts>
      <div className="border-t px-4 py-2 text-ink-soft">
        <p>All of it must hold. Any other argument may have any value.</p>
        <Disclosure summary="As it was written">
          <JsonBlock value={grant.where} label="Pins as they were written" />
        </Disclosure>
      </div>
    </Panel>
  );
}
