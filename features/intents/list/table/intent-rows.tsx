"use client";

import { defaultRangeExtractor, type Range, useWindowVirtualizer } from "@tanstack/react-virtual";
import { useEffect, useLayoutEffect, useMemo, useRef } from "react";
import { useMedia } from "@/components/use-media";
import { type IntentFilter, isByAmount } from "../filter/intent-filter";
import { ListFoot } from "../rows/list-foot";
import { NewRows } from "../rows/new-rows";
import { rowCountOf } from "../rows/page-marks";
import { type ListPages, useRemembered } from "../rows/use-list-pages";
import { usePageRows } from "../rows/use-page-rows";
import { useSteadyScroll } from "../rows/use-steady-scroll";
import type { ColumnName } from "./columns";
import { IntentCard } from "./intent-card";
import { TableHead } from "./table-head";
import { TableRow } from "./table-row";
import { useCurrentRow } from "./use-current-row";
import { useListTop } from "./use-list-top";
import { useOpenByClick } from "./use-open-by-click";
import { useRem } from "./use-rem";
import { useRowKeys } from "./use-row-keys";

/** In rem: those of the rows' own heights. */
const ROW_HEIGHT = 2.5;
const CARD_HEIGHT = 6.5;
const HEAD_HEIGHT = 2;
const BAR_HEIGHT = 3.25;
const OVERSCAN = 12;
/** Whoever has scrolled further than this holds the list. */
const TOP_PX = 4;
const WIDE = "(min-width: 64rem)";

type IntentRowsProps = { filter: IntentFilter; list: ListPages; columns: readonly ColumnName[] };

/** Draws the rows that are in sight, whatever their number: a table on a wide screen, cards on a narrow one. */
export function IntentRows({ filter, list, columns }: IntentRowsProps) {
  const { isHeld, newCount, hold, follow, recalledScrollY } = list;
  const isWide = useMedia(WIDE);
  const rem = useRem();
  const bodyRef = useRef<HTMLElement | null>(null);
  const scrollMargin = useListTop(bodyRef);
  const rowHeight = Math.round((isWide ? ROW_HEIGHT : CARD_HEIGHT) * rem);
  const headHeight = (BAR_HEIGHT + (isWide ? HEAD_HEIGHT : 0)) * rem;
  const count = rowCountOf(list.pages);
  const current = useCurrentRow(count);
  const virtual = useWindowVirtualizer<HTMLElement>({
    count,
    estimateSize: () => rowHeight,
    overscan: OVERSCAN,
    scrollMargin,
    scrollPaddingStart: headHeight,
    scrollPaddingEnd: rowHeight,
    rangeExtractor: (range) => withCurrent(range, current.index),
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: a row of another height is measured anew
  useEffect(() => virtual.measure(), [rowHeight]);
  const offset = virtual.scrollOffset ?? 0;
  const { startIndex = 0, endIndex = 0 } = virtual.range ?? {};
  const sight = useMemo(
    () => ({ first: startIndex, last: endIndex, current: current.index }),
    [startIndex, endIndex, current.index],
  );
  const { rowAt, next, failed } = usePageRows(filter, list, sight);
  const firstInSight = Math.max(0, Math.floor((offset + headHeight - scrollMargin) / rowHeight));
  useSteadyScroll({ firstInSight, rowAt, count, rowHeight, isHeld });
  useRemembered(list, offset);
  useRowKeys({ current, virtual, count, firstInSight });
  const openByClick = useOpenByClick();

  useLayoutEffect(() => {
    if (recalledScrollY !== null) window.scrollTo(0, recalledScrollY);
  }, [recalledScrollY]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever the page has been scrolled
  useEffect(() => {
    const isAtTop = window.scrollY <= TOP_PX;
    if (!isAtTop && !isHeld) hold();
    if (isAtTop && isHeld && newCount === 0) follow();
  }, [offset, isHeld, newCount, hold, follow]);

  const goToTop = () => {
    window.scrollTo(0, 0);
    follow();
  };
  const drawn = virtual.getVirtualItems().map(({ index, start }) => {
    const row = rowAt(index);
    return { key: row?.id ?? `at ${index}`, row, index, top: start - scrollMargin };
  });
  const body = { className: "relative block", style: { height: virtual.getTotalSize() } };
  return (
    <>
      <NewRows list={list} isAway={offset > window.innerHeight} row={firstInSight + 1} onTop={goToTop} />
      {isWide ? (
        <table aria-label="Intents" aria-rowcount={next === null ? count + 1 : -1} className="block">
          <TableHead columns={columns} sortedBy={isByAmount(filter) ? "amount" : "created"} />
          {/* biome-ignore lint/a11y/useKeyWithClickEvents: the link in the row is the way by keyboard */}
          <tbody ref={bodyRef as never} {...body} onClick={openByClick}>
            {drawn.map(({ key, ...row }) => (
              <TableRow key={key} {...row} columns={columns} />
            ))}
          </tbody>
        </table>
      ) : (
        <ul ref={bodyRef as never} aria-label="Intents" {...body}>
          {drawn.map(({ key, ...row }) => (
            <IntentCard key={key} {...row} />
          ))}
        </ul>
      )}
      <ListFoot count={count} isWhole={next === null} failed={failed} />
    </>
  );
}

function withCurrent(range: Range, current: number | null): number[] {
  const indexes = defaultRangeExtractor(range);
  if (current === null || current >= range.count || indexes.includes(current)) return indexes;
  return [...indexes, current].sort((left, right) => left - right);
}
