import TriangleAlert from "lucide-react/icons/triangle-alert";
import { formatSeconds } from "@/components/duration";
import { Notice } from "@/components/notice";

/** A moment that nobody notices needs no words. */
const TOLD_FROM_MS = 2_000;

/** What this list lacks must not look like nothing. Decisions and the inbox read what is true, whatever this shows. */
export function HistoryBehind({ behindMs }: { behindMs: number | null }) {
  if (behindMs === null || behindMs <= TOLD_FROM_MS) return null;
  return (
    <Notice
      tone="warn"
      icon={TriangleAlert}
      role="status"
      title={`History is ${formatSeconds(behindMs)} behind`}
      className="mx-4 mt-3 md:mx-6"
    >
      What changed since may be missing here. The inbox and each intent's own page are up to date.
    </Notice>
  );
}
