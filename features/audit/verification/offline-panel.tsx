import Download from "lucide-react/icons/download";
import { buttonStyle } from "@/components/button";
import { CodeBlock } from "@/components/code-block";
import { CopyButton } from "@/components/copy-button";
import { Panel } from "@/components/panel";
import type { OperatorDto } from "@/lib/wire/session";

const COMMANDS = [
  "# once, and kept apart from the exports",
  "interlock audit key > interlock.pem",
  "# without a network, without Interlock",
  "interlock audit verify interlock-audit.jsonl \\",
  "  --key interlock.pem --last-seal NUMBER:HASH",
].join("\n");

/** The same check by another program, on another machine. */
export function OfflinePanel({ role }: { role: OperatorDto["role"] | null }) {
  return (
    <Panel title="Verify it elsewhere">
      <div className="space-y-3 px-4 py-3 text-ink-soft">
        <p>
          What this page checks, this page could also get wrong. Take the log away and check it offline, with the
          command or with the few lines of Python in docs/audit.md.
        </p>
        {role === "viewer" ? (
          <p>To take the log away needs the role approver.</p>
        ) : (
          <a href="/api/v1/audit/export" download="interlock-audit.jsonl" className={buttonStyle()}>
            <Download aria-hidden />
            Download the export
          </a>
        )}
      </div>
      <div className="flex items-start border-t bg-sunken">
        <CodeBlock code={COMMANDS} label="Commands to verify an export" className="min-w-0 flex-1" />
        <span className="p-1">
          <CopyButton text={COMMANDS} what="the commands" />
        </span>
      </div>
    </Panel>
  );
}
