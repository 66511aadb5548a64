import { AgentText } from "@/components/agent-text";
import { Instant } from "@/components/instant";
import type { DoubtDto } from "@/lib/wire/doubt";
import { statementWords } from "./doubt-words";

/** What people said, and whether it still counts. */
export function Statements({ doubt }: { doubt: DoubtDto }) {
  const standing = doubt.statements.filter(({ voided }) => !voided).length;
  return (
    <section className="border-doubt-line border-t px-4 py-2.5">
      <h3 className="font-medium text-ink">
        What people said ({standing} of {doubt.approvalsNeeded} who must say the same)
      </h3>
      <ul aria-label="What people said" className="mt-1 space-y-2">
        {doubt.statements.map((statement) => (
          <li
            key={`${statement.operator.id} ${statement.at}`}
            className={statement.voided ? "text-ink-faint" : "text-ink"}
          >
            <p>
              <strong className="font-medium">{statement.operator.name}</strong>: {statementWords(statement)}.
              {statement.voided && " Void: another person said otherwise since."}{" "}
              <Instant at={statement.at} className="text-ink-faint text-xs" />
            </p>
            <AgentText text={statement.evidence} className="text-ink-soft text-xs" />
          </li>
        ))}
      </ul>
    </section>
  );
}
