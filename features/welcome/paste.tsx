import { CodeBlock } from "@/components/code-block";
import { CopyButton } from "@/components/copy-button";

/** Something for a shell. */
export function Paste({ code, label }: { code: string; label: string }) {
  return (
    <div className="flex items-start rounded-lg border bg-sunken">
      <CodeBlock code={code} label={label} className="min-w-0 flex-1" />
      <span className="p-1">
        <CopyButton text={code} what="the command" />
      </span>
    </div>
  );
}
