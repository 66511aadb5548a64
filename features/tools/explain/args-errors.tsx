import { fieldName } from "@/components/field-name";
import { ProblemError } from "@/lib/wire/fetch-json";
import { Sentence } from "../contract/sentence";

/** What a refusal says about single arguments, each by its name. */
export function ArgsErrors({ error }: { error: unknown }) {
  const errors = error instanceof ProblemError ? (error.problem.errors ?? []) : [];
  const inArgs = errors.filter(({ pointer }) => pointer === "/args" || pointer.startsWith("/args/"));
  if (inArgs.length === 0) return null;
  return (
    <ul aria-label="What is wrong with the args" className="-mt-2 space-y-1 text-bad text-sm">
      {inArgs.map(({ pointer, message }) => (
        <li key={`${pointer} ${message}`} className="flex flex-wrap gap-x-2">
          <Sentence
            text={fieldName(pointer.slice("/args".length))}
            className="font-medium font-mono text-xs leading-5"
          />
          <Sentence text={message} className="min-w-0" />
        </li>
      ))}
    </ul>
  );
}
