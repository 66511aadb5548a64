import KeyRound from "lucide-react/icons/key-round";
import { Notice } from "@/components/notice";
import { Panel } from "@/components/panel";
import type { ContractVersionDetailDto } from "@/lib/wire/contract";
import { CodeLine, Sentence } from "../contract/sentence";
import { joinWords, type Statement } from "../contract/statement";
import { changesBetween, type SectionChange } from "./changes";

type ChangeSummaryProps = { before: ContractVersionDetailDto; after: ContractVersionDetailDto };

/** What the change means, before what it looks like. */
export function ChangeSummary({ before, after }: ChangeSummaryProps) {
  const { keys, sections, unchanged } = changesBetween(before, after);
  return (
    <Panel title={`From version ${before.version} to version ${after.version}`}>
      <div className="p-3 pb-0">
        <Notice
          tone={keys.isChanged ? "warn" : "info"}
          icon={KeyRound}
          title={keys.isChanged ? "Keys change" : "Keys do not change"}
        >
          {keys.text}
        </Notice>
      </div>
      {sections.length === 0 ? (
        <p className="px-4 py-3 text-ink">The two versions say the same.</p>
      ) : (
        <ul aria-label="What changes" className="divide-y">
          {sections.map((section) => (
            <ChangeItem key={section.id} section={section} />
          ))}
        </ul>
      )}
      {sections.length > 0 && unchanged.length > 0 && (
        <p className="border-t px-4 py-2.5 text-ink-soft">Unchanged: {joinWords(unchanged)}.</p>
      )}
    </Panel>
  );
}

function ChangeItem({ section: { title, gone, come, isUntold } }: { section: SectionChange }) {
  return (
    <li className="px-4 py-3">
      <h3 className="mb-1 font-medium text-ink">{title}</h3>
      <ul className="space-y-1">
        {gone.map((line) => (
          <ChangedLine
            key={`- ${line.text} ${line.code}`}
            sign="−"
            word="No longer:"
            line={line}
            className="text-bad"
          />
        ))}
        {come.map((line) => (
          <ChangedLine key={`+ ${line.text} ${line.code}`} sign="+" word="Now:" line={line} className="text-good" />
        ))}
        {isUntold && <li className="text-ink-soft">Something differs that has no sentence: see the text below.</li>}
      </ul>
    </li>
  );
}

type ChangedLineProps = { sign: string; word: string; line: Statement; className: string };

function ChangedLine({ sign, word, line, className }: ChangedLineProps) {
  return (
    <li className="flex gap-2">
      <span aria-hidden className={`w-3 shrink-0 text-center font-mono ${className}`}>
        {sign}
      </span>
      <span className="min-w-0">
        <span className={className}>{word}</span> <Sentence text={line.text} className="text-ink" />
        {line.code !== undefined && <CodeLine code={line.code} className="mt-1" />}
      </span>
    </li>
  );
}
