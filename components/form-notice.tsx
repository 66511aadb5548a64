import TriangleAlert from "lucide-react/icons/triangle-alert";
import type { AnswerWords } from "./answer-words";
import { hasFieldProblems, messagesBeside } from "./field-problems";
import { Notice } from "./notice";

type FormNoticeProps = {
  error: unknown;
  words: AnswerWords;
  /** What the form shows beside its own fields, and needs not be said twice. */
  pointers: readonly string[];
};

/**
 * That what a form asked for was not done, above its fields; what is wrong with one of them is said at that one. Where
 * no field is to blame, `use-problem-focus` leads here.
 */
export function FormNotice({ error, words: { tone, title, body }, pointers }: FormNoticeProps) {
  const beside = messagesBeside(error, pointers);
  return (
    <div data-form-notice tabIndex={-1} className="rounded-lg">
      <Notice tone={tone} icon={TriangleAlert} role="alert" title={title}>
        {hasFieldProblems(error) ? (beside.length > 0 ? beside.join(" ") : "Correct what is marked below.") : body}
      </Notice>
    </div>
  );
}
