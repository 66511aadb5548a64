"use client";

import GitCompareArrows from "lucide-react/icons/git-compare-arrows";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import type { ComponentProps } from "react";
import { Button } from "@/components/button";
import { Notice } from "@/components/notice";
import type { OtherAskDto } from "@/lib/wire/inbox";
import type { IntentDto } from "@/lib/wire/intent";
import { OtherAsks } from "./other-asks";
import { otherLines } from "./other-words";
import { othersTitle } from "./others-title";
import { useOthers } from "./use-others";

type OthersNoticeProps = {
  intent: Pick<IntentDto, "id" | "about" | "hold">;
  /** As the row told them; undefined: they were not read yet. */
  known: OtherAskDto[] | undefined;
  /** Where other args were chosen, a drift is what is asked about and not something else. */
  withoutDrifts: boolean;
};

/** In the question itself: what else was asked for in its place, before somebody says yes to it a second time. */
export function OthersNotice({ intent, known, withoutDrifts }: OthersNoticeProps) {
  const { others, isError, isFetching, readAgain } = useOthers(intent.id, known);
  if (others === undefined && !isError) {
    return (
      <p role="status" className="mb-4 text-ink-soft text-sm">
        Reading what else was asked for…
      </p>
    );
  }
  const item = { ...intent, others: (others ?? []).filter(({ kind }) => !(withoutDrifts && kind === "drift")) };
  return (
    <>
      <Lines item={item} />
      {isError && (
        <Notice
          tone="warn"
          icon={TriangleAlert}
          role="alert"
          title="It could not be read what became of the others"
          className="mb-4"
          actions={
            <Button busy={isFetching} onClick={readAgain}>
              Read it again
            </Button>
          }
        >
          Something that asked for the same may have happened already.
        </Notice>
      )}
    </>
  );
}

function Lines({ item }: Pick<ComponentProps<typeof OtherAsks>, "item">) {
  const denials = (item.hold?.deniedBefore ?? []).map(() => ({ kind: "denied_before", weight: "did_not" }) as const);
  const lines = [...denials, ...otherLines(item)];
  if (lines.length === 0) return null;
  const hasHappened = lines.some(({ weight }) => weight === "happened");
  return (
    <Notice
      tone={hasHappened ? "bad" : "warn"}
      icon={hasHappened ? TriangleAlert : GitCompareArrows}
      title={othersTitle(lines)}
      className="mb-4"
    >
      <OtherAsks item={item} />
    </Notice>
  );
}
