import ChartColumn from "lucide-react/icons/chart-column";
import Link from "next/link";
import { buttonStyle } from "@/components/button";
import { EmptyState } from "@/components/empty-state";
import { historyPath } from "./history-path";
import { count } from "./overview-words";
import { RANGES, type Range } from "./range";

/** Nothing happened: there is no axis to draw. */
export function Quiet({ range, inDoubtCount }: { range: Range; inDoubtCount: number }) {
  return (
    <EmptyState
      icon={ChartColumn}
      title={`Nothing was submitted in ${RANGES[range].long}`}
      actions={
        inDoubtCount > 0 && (
          <Link href={historyPath({ state: "in_doubt" })} prefetch={false} className={buttonStyle()}>
            Look at what is in doubt
          </Link>
        )
      }
    >
      <p>
        No submission came, nothing had an effect and nobody decided. When agents submit intents, their submissions,
        effects and prevented duplicates are drawn here. Choose a longer range to see further back.
      </p>
      {inDoubtCount > 0 && (
        <p className="mt-2 font-medium text-ink">Still in doubt: {count(inDoubtCount, "older intent")}.</p>
      )}
    </EmptyState>
  );
}
