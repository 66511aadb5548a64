import { clsx } from "clsx";
import ArrowDown from "lucide-react/icons/arrow-down";
import { type ColumnName, columnOf, gridOf } from "./columns";

/** Stays in sight below the screen's own header. */
export function TableHead({ columns, sortedBy }: { columns: readonly ColumnName[]; sortedBy: ColumnName }) {
  return (
    <thead className="sticky top-(--bar-top) z-10 border-b bg-sunken block">
      <tr
        aria-rowindex={1}
        style={{ gridTemplateColumns: gridOf(columns) }}
        className="grid h-8 items-center gap-x-4 px-6 font-medium text-ink-soft text-xs"
      >
        {columns.map((name) => {
          const { word, isNumber } = columnOf(name);
          return (
            <th
              key={name}
              scope="col"
              aria-sort={name === sortedBy ? "descending" : undefined}
              className={clsx("flex items-center gap-1 font-medium", isNumber && "justify-end")}
            >
              {name === sortedBy && <ArrowDown aria-hidden className="size-3 shrink-0 text-ink-faint" />}
              <span className="truncate">{word}</span>
            </th>
          );
        })}
      </tr>
    </thead>
  );
}
