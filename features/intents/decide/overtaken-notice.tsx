"use client";

import TriangleAlert from "lucide-react/icons/triangle-alert";
import { Notice } from "@/components/notice";
import { LastWord } from "./last-word";
import type { Overtaken } from "./overtaken-words";

/** Stands in the question itself: whoever looks at a dialog does not see the page behind it. */
export function OvertakenNotice({ id, overtaken }: { id: string; overtaken: Overtaken }) {
  return (
    <Notice tone="warn" icon={TriangleAlert} role="alert" title={overtaken.title} className="mb-4">
      {overtaken.body} {overtaken.kind === "decided" && <LastWord id={id} operatorId={null} />}
    </Notice>
  );
}
