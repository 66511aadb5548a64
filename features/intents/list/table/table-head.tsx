import { clsx } from "clsx";
import { type ColumnName, columnOf, gridOf } from "./columns";

/** Stays in sight below the screen's own header. */
export function TableHead({ columns }: { columns: readonly ColumnName[] }) {
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
            <th key={name} scope="col" className={clsx("truncate font-medium", isNumber ? "text-right" : "text-left")}>
              {word}
            </th>
          );
        })}
      </tr>
    </thead>
  );
}
