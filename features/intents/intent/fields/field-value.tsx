import { AgentText } from "@/components/agent-text";
import type { ExplainedField } from "@/lib/wire/explained-field";
import { comparedValue, plainValue, writtenValue } from "./field-words";

/** Enough for a whole e-mail; what is longer says how much there is, and shows it. */
const BOUND = { charactersMax: 4_000, linesMax: 40 };
const SMALL = { charactersMax: 400, linesMax: 8 };

type FieldValueProps = {
  field: ExplainedField;
  /** Beside others, in a comparison. */
  small?: boolean;
};

/** A value as it was written and, where that is something else, as it is compared. */
export function FieldValue({ field, small = false }: FieldValueProps) {
  const written = writtenValue(field);
  const compared = comparedValue(field);
  const isNested = typeof written === "object" && written !== null;
  const text = isNested ? JSON.stringify(written, null, small ? undefined : 2) : plainValue(written);
  return (
    <>
      <AgentText text={text} bound={small ? SMALL : BOUND} className="font-mono text-ink text-xs leading-5" />
      {compared !== null && (
        <div className="flex flex-wrap gap-x-1.5 text-ink-faint text-xs">
          <span>compared as</span>
          <AgentText text={compared} bound={SMALL} className="font-mono" />
        </div>
      )}
    </>
  );
}
