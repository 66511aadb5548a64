import type { UseQueryResult } from "@tanstack/react-query";
import { ErrorPanel } from "@/components/error-panel";
import type { RowPage } from "../queries";
import { ROWS_MAX } from "./page-marks";

type ListFootProps = { count: number; isWhole: boolean; failed: UseQueryResult<RowPage> | null };

export function ListFoot({ count, isWhole, failed }: ListFootProps) {
  return (
    <div className="flex flex-col items-center px-4 py-5 text-ink-faint text-sm">
      {failed !== null && (
        <ErrorPanel
          title="Some of these rows could not be loaded"
          error={failed.error}
          retry={failed.refetch}
          retrying={failed.isFetching}
          className="mb-4 w-full max-w-xl"
        />
      )}
      <p>{footWords(count, isWhole)}</p>
    </div>
  );
}

function footWords(count: number, isWhole: boolean): string {
  const shown = `${count.toLocaleString()} ${count === 1 ? "intent" : "intents"}`;
  if (isWhole) return `${shown}. There are no more.`;
  if (count >= ROWS_MAX) return `${shown} are listed, and there are more: narrow the filter, or export what it finds.`;
  return "More is loaded as you scroll.";
}
