import { AgentLine } from "@/components/agent-text";
import { CopyButton } from "@/components/copy-button";
import { enginesText } from "@/components/engines-text";
import { Fact, Facts } from "@/components/facts";
import { fieldName } from "@/components/field-name";
import { Panel } from "@/components/panel";
import type { ExplanationDto } from "@/lib/wire/explain";
import { comparedText, valueText } from "./value-text";

/** What the key is made of, and the key itself. */
export function KeyStep({ told }: { told: ExplanationDto }) {
  const { keyParts, key, fingerprint, engines, argsDigest, fields } = told;
  const partText = (pointer: string, value: unknown) =>
    comparedText({ normalised: value, amount: fields.find((field) => field.pointer === pointer)?.amount });
  return (
    <Panel title="2. Key">
      {keyParts === null ? (
        <p className="px-4 py-3 text-ink">
          It has no key: a read needs none, and a submission that does not say where it is stands for itself.
        </p>
      ) : (
        <Facts>
          <Part name="Scope" value={keyParts.scope} />
          <Part name="Namespace" value={keyParts.namespace} />
          <Part name="Tool" value={keyParts.tool} />
          {Object.entries(keyParts.context).map(([name, value]) => (
            <Part key={name} name={CONTEXT[name] ?? name} value={valueText(value)} />
          ))}
          {Object.entries(keyParts.identity).map(([pointer, value]) => (
            <Part key={pointer} name={fieldName(pointer)} value={partText(pointer, value)} />
          ))}
          <Part name="Generation" value={String(keyParts.generation)} />
        </Facts>
      )}
      <div className="border-t">
        <Facts>
          {key != null && <Digest name="Key" digest={key} />}
          {fingerprint !== undefined && <Digest name="Fingerprint" digest={fingerprint} />}
          <Digest name="Args digest" digest={argsDigest} />
          {engines !== undefined && <Part name="Engines" value={enginesText(engines)} />}
        </Facts>
      </div>
    </Panel>
  );
}

const CONTEXT: Record<string, string> = {
  run: "Run",
  step: "Step",
  session: "Session",
  caller: "Caller’s key",
  occurrence: "Occurrence",
};

function Part({ name, value }: { name: string; value: string }) {
  return (
    <Fact name={name}>
      <AgentLine text={value} className="font-mono text-xs" />
    </Fact>
  );
}

function Digest({ name, digest }: { name: string; digest: string }) {
  return (
    <Fact name={name}>
      <span className="min-w-0 flex-1 font-mono text-xs">{digest}</span>
      <CopyButton text={digest} what={`the ${name.toLowerCase()}`} />
    </Fact>
  );
}
