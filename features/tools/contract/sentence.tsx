import { clsx } from "clsx";
import { Revealed } from "@/components/revealed";
import type { Statement } from "./statement";

/** Sentences carry names and values that somebody wrote: they are shown like any foreign text. */
export function Sentence({ text, className }: { text: string; className?: string }) {
  return (
    <span className={clsx("[overflow-wrap:anywhere]", className)}>
      <Revealed text={text} breaks="reveal" />
    </span>
  );
}

/** Short code beside a sentence; it wraps instead of hiding at the right. */
export function CodeLine({ code, className }: { code: string; className?: string }) {
  return (
    <code
      className={clsx(
        "block w-fit max-w-full whitespace-pre-wrap rounded-md border bg-sunken px-2 py-1 font-mono text-ink-soft text-xs [overflow-wrap:anywhere]",
        className,
      )}
    >
      <Revealed text={code} breaks="keep" />
    </code>
  );
}

export function Statements({ statements }: { statements: readonly Statement[] }) {
  return (
    <ul className="flex flex-col gap-2.5 px-4 py-3 text-ink">
      {statements.map(({ text, code }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the sentences of one contract keep their places
        <li key={index} className="flex flex-col gap-1">
          <Sentence text={text} />
          {code !== undefined && code !== "" && <CodeLine code={code} />}
        </li>
      ))}
    </ul>
  );
}
