"use client";

import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import type { ReactNode } from "react";
import { ErrorPanel } from "@/components/error-panel";
import { Freshness } from "@/components/freshness";
import { useLiveUpdates } from "@/components/live-updates";
import { PageHeader } from "@/components/page-header";
import type { OverviewDto } from "@/lib/wire/overview";
import { Headline } from "./headline";
import { OverviewSkeleton, PlotsSkeleton } from "./overview-skeleton";
import { isQuiet } from "./overview-words";
import { overviewQuery } from "./queries";
import { Quiet } from "./quiet";
import { RANGES, type Range } from "./range";
import { RangeSwitch } from "./range-switch";
import type { StateWords } from "./states-panel";
import { useRange } from "./use-range";

const Figures = dynamic(() => import("./figures").then((part) => part.Figures), {
  ssr: false,
  loading: PlotsSkeleton,
});

/** What happened in a time, counted and drawn. */
export function Overview({ stateWords, above }: { stateWords: StateWords; above?: ReactNode }) {
  const [range, setRange] = useRange();
  const overview = useQuery(overviewQuery(range));
  const { isPaused } = useLiveUpdates();
  const state = isPaused ? "paused" : "live";
  return (
    <>
      <PageHeader title={<h1 className="font-semibold text-base text-ink">Overview</h1>}>
        <RangeSwitch range={range} onChange={setRange} />
        {overview.data && (
          <Freshness
            updatedAt={Date.parse(overview.data.asOf)}
            state={overview.isError ? "failing" : state}
            className="max-md:w-full md:ml-auto"
          />
        )}
      </PageHeader>
      {above}
      <Body overview={overview} range={range} stateWords={stateWords} />
    </>
  );
}

type BodyProps = { overview: UseQueryResult<OverviewDto>; range: Range; stateWords: StateWords };

function Body({ overview, range, stateWords }: BodyProps) {
  if (overview.isPending) return <OverviewSkeleton />;
  const error = overview.isError && (
    <ErrorPanel
      title={
        overview.data ? "These figures are not up to date" : `The overview of ${RANGES[range].long} could not be loaded`
      }
      error={overview.error}
      retry={overview.refetch}
      retrying={overview.isFetching}
      className="m-4 md:mx-6"
    />
  );
  const { data } = overview;
  if (data === undefined) return error;
  return (
    <>
      {error}
      {isQuiet(data) ? (
        <Quiet range={range} inDoubtCount={data.inDoubt.count} />
      ) : (
        <div className="mx-auto max-w-7xl px-4 pt-5 pb-10 md:px-6">
          <Headline overview={data} />
          <Figures overview={data} stateWords={stateWords} />
        </div>
      )}
    </>
  );
}
