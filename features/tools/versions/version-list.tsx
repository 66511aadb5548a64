"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import Link from "next/link";
import { AgentLine } from "@/components/agent-text";
import { Badge } from "@/components/badge";
import { Button } from "@/components/button";
import { ErrorPanel } from "@/components/error-panel";
import { Instant } from "@/components/instant";
import { Panel } from "@/components/panel";
import { Skeleton } from "@/components/skeleton";
import type { ContractDto, ContractVersionDto } from "@/lib/wire/contract";
import { versionListQuery } from "../queries";
import { publisherName } from "../tool/publisher-name";
import { pairPath } from "./version-pair";

/** Every version, newest first, with who published it and when. */
export function VersionList({ contract }: { contract: ContractDto }) {
  const list = useInfiniteQuery(versionListQuery(contract.tool));
  const versions = list.data?.pages.flatMap((page) => page.items);
  return (
    <Panel title="Versions" aside={<span className="pr-2 text-ink-faint tabular-nums">{contract.version}</span>}>
      {list.isPending && (
        <div role="status" className="space-y-2.5 px-4 py-3.5">
          <span className="sr-only">Loading the versions</span>
          <Skeleton className="h-3.5 w-2/3" />
          <Skeleton className="h-3.5 w-1/2" />
        </div>
      )}
      {list.isError && (
        <ErrorPanel
          title={versions ? "This list is not up to date" : "The versions could not be loaded"}
          error={list.error}
          retry={list.refetch}
          retrying={list.isFetching}
          className="m-3"
        />
      )}
      {versions && (
        <ol aria-label="Versions" className="divide-y">
          {versions.map((version) => (
            <VersionItem
              key={version.version}
              tool={contract.tool}
              version={version}
              isActive={version.version === contract.version}
            />
          ))}
        </ol>
      )}
      {list.hasNextPage && (
        <div className="border-t px-4 py-2">
          <Button busy={list.isFetchingNextPage} onClick={() => list.fetchNextPage()}>
            Load more
          </Button>
        </div>
      )}
    </Panel>
  );
}

type VersionItemProps = { tool: string; version: ContractVersionDto; isActive: boolean };

function VersionItem({ tool, version, isActive }: VersionItemProps) {
  const before = version.version - 1;
  return (
    <li className="px-4 py-2.5">
      <p className="flex items-center gap-2 font-medium text-ink">
        Version {version.version}
        {isActive && <Badge tone="good">Active</Badge>}
      </p>
      <p className="text-ink-soft">
        <Instant at={version.publishedAt} /> by <AgentLine text={publisherName(version)} />
      </p>
      {before > 0 && (
        <Link
          href={pairPath(tool, { from: before, to: version.version })}
          scroll={false}
          className="inline-flex min-h-11 items-center text-link underline-offset-2 hover:underline md:min-h-6"
        >
          Compare with version {before}
        </Link>
      )}
    </li>
  );
}
