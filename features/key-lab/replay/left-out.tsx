import { Disclosure } from "@/components/disclosure";
import { Instant } from "@/components/instant";
import type { ReplayDto } from "@/lib/wire/replay";
import { Warnings } from "../warnings";
import { IntentLink } from "./example-item";
import { leftOutWords } from "./left-out-words";
import { fateWords, verdictWords } from "./outcome-words";

/** What the numbers do not cover, so that nobody takes them for more than they are. */
export function LeftOut({ result }: { result: ReplayDto }) {
  const said = leftOutWords(result);
  const { notReproduced, warnings } = result;
  if (said.length === 0 && warnings.length === 0) return null;
  return (
    <div className="space-y-2 border-t px-4 py-3 text-ink-soft">
      {said.length > 0 && (
        <>
          <h3 className="font-medium text-ink">What this does not cover</h3>
          <ul className="list-disc space-y-1 pl-5">
            {said.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        </>
      )}
      {notReproduced.length > 0 && (
        <Disclosure summary="Examples of what is not reproduced">
          <ul className="divide-y">
            {notReproduced.map(({ submissionId, intentId, receivedAt, recorded, replayed }) => (
              <li key={submissionId} className="px-3 py-2 text-xs">
                <p>
                  <Instant at={receivedAt} /> · <IntentLink id={intentId} />
                </p>
                <p>
                  On record: {recorded.refusal ?? recorded.disposition}
                  {recorded.verdict !== null && `, ${recorded.verdict}`}. Replayed: {fateWords(replayed)}
                  {replayed.verdict !== null && `, ${verdictWords(replayed)}`}.
                </p>
              </li>
            ))}
          </ul>
        </Disclosure>
      )}
      <Warnings warnings={warnings} />
    </div>
  );
}
