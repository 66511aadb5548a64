import { AgentLine } from "@/components/agent-text";
import { Button } from "@/components/button";
import type { PlacedError } from "./place-errors";

type ErrorListProps = { errors: readonly PlacedError[]; onGoTo: (line: number) => void };

/** What the server would refuse, each with its place. */
export function ErrorList({ errors, onGoTo }: ErrorListProps) {
  if (errors.length === 0) return null;
  return (
    <ul aria-label="Mistakes" className="divide-y border-t">
      {errors.map((error) => (
        <li
          key={`${error.pointer} ${error.message}`}
          className="flex gap-3 px-4 py-1.5 text-sm max-md:flex-col max-md:gap-0"
        >
          <Place error={error} onGoTo={onGoTo} />
          <span className="min-w-0 flex-1 py-0.5 text-ink [overflow-wrap:anywhere]">
            {error.pointer !== "" && (
              <>
                <code className="font-mono text-ink-soft text-xs">
                  <AgentLine text={error.pointer} />
                </code>{" "}
              </>
            )}
            <AgentLine text={error.message} />
          </span>
        </li>
      ))}
    </ul>
  );
}

function Place({ error: { line }, onGoTo }: { error: PlacedError } & Pick<ErrorListProps, "onGoTo">) {
  if (line === null) return <span className="w-16 shrink-0 py-0.5 text-ink-faint">The whole</span>;
  return (
    <Button variant="link" size="inline" className="w-16 shrink-0 justify-start!" onClick={() => onGoTo(line)}>
      Line {line}
    </Button>
  );
}
