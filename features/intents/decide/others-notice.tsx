"use client";

import GitCompareArrows from "lucide-react/icons/git-compare-arrows";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import { Notice } from "@/components/notice";
import type { InboxItemDto } from "@/lib/wire/inbox";
import { OtherAsks } from "./other-asks";
import { otherLines } from "./other-words";
import { othersTitle } from "./others-title";

/** In the question itself: what else was asked for in its place, before somebody says yes to it a second time. */
export function OthersNotice({ intent }: { intent: Pick<InboxItemDto, "id" | "about" | "others"> }) {
  const lines = otherLines(intent);
  if (lines.length === 0) return null;
  const hasHappened = lines.some(({ weight }) => weight === "happened");
  return (
    <Notice
      tone={hasHappened ? "bad" : "warn"}
      icon={hasHappened ? TriangleAlert : GitCompareArrows}
      title={othersTitle(lines)}
      className="mb-4"
    >
      <OtherAsks item={intent} />
    </Notice>
  );
}
