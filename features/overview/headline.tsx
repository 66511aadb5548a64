import { Instant } from "@/components/instant";
import type { OverviewDto } from "@/lib/wire/overview";
import { headline, stepsWords } from "./overview-words";

/** The whole screen in one sentence. */
export function Headline({ overview }: { overview: OverviewDto }) {
  return (
    <section aria-label="In short" className="mb-6">
      <p className="max-w-4xl text-ink-soft text-xl [text-wrap:pretty]">
        {headline(overview).map(({ text, isFigure }) =>
          isFigure ? (
            <strong key={text} className="font-semibold text-ink tabular-nums">
              {text}
            </strong>
          ) : (
            text
          ),
        )}
      </p>
      <p className="mt-1 text-ink-faint text-sm">
        From <Instant at={overview.from} /> to <Instant at={overview.asOf} />
        {stepsWords(overview)}
      </p>
    </section>
  );
}
