"use client";

import { clsx } from "clsx";
import Link from "next/link";
import { memo } from "react";
import { Skeleton } from "@/components/skeleton";
import type { IntentRow } from "../rows/intent-row";
import { type ColumnName, columnOf, gridOf } from "./columns";
import { intentHref } from "./intent-href";
import { useNear } from "./use-near";

export type RowProps = {
  /** Null: it is being read. */
  row: IntentRow | null;
  index: number;
  /** From the top of the list, in pixels. */
  top: number;
};

const LINE = "absolute inset-x-0 top-0 h-10 [contain:strict] border-b px-6 text-sm";

/** One line of the table. The link is in the cell that names the row; a click anywhere on it follows. */
export const TableRow = memo(function TableRow({
  row,
  index,
  top,
  columns,
}: RowProps & { columns: readonly ColumnName[] }) {
  const style = { transform: `translateY(${top}px)`, gridTemplateColumns: gridOf(columns) };
  if (row === null) return <WaitingRow index={index} top={top} />;
  return (
    <tr
      aria-rowindex={index + 2}
      data-row={row.id}
      style={style}
      className={clsx(LINE, "grid cursor-pointer items-center gap-x-4 hover:bg-hover focus-within:bg-hover")}
    >
      {columns.map((name) =>
        name === "tool" ? <NameCell key={name} row={row} index={index} /> : <Cell key={name} row={row} name={name} />,
      )}
    </tr>
  );
});

function Cell({ row, name }: { row: IntentRow; name: ColumnName }) {
  const { isNumber, cell } = columnOf(name);
  return <td className={clsx("flex min-w-0 text-ink-soft", isNumber && "justify-end tabular-nums")}>{cell(row)}</td>;
}

/** Prefetched when pointed at: all rows that pass by would be a flood. */
function NameCell({ row, index }: { row: IntentRow; index: number }) {
  const { isNear, ...near } = useNear(row.id);
  return (
    <th scope="row" className="flex min-w-0">
      <Link
        href={intentHref(row.id)}
        prefetch={isNear}
        data-link={index}
        {...near}
        className="scroll-mt-10 truncate rounded-sm font-medium text-ink hover:underline"
      >
        {row.title}
        <span className="sr-only"> – {row.target}</span>
      </Link>
    </th>
  );
}

function WaitingRow({ index, top }: { index: number; top: number }) {
  return (
    <tr
      aria-rowindex={index + 2}
      aria-busy
      style={{ transform: `translateY(${top}px)` }}
      className={clsx(LINE, "block")}
    >
      <td className="flex h-full items-center gap-4">
        <span className="sr-only">Loading</span>
        <Skeleton round className="h-5 w-24" />
        <Skeleton className="h-3.5 w-2/5" />
      </td>
    </tr>
  );
}
