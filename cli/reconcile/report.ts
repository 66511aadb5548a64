/** What came of a reconciliation, for people to read and for scripts by its exit code. */
import type { z } from "zod";
import { notCompared } from "@/lib/domain/reconcile/not-compared";
import { FindingListDto } from "@/lib/wire/finding";
import type { ReconciliationDto } from "@/lib/wire/reconciliation";
import { CommandError, type Io, print } from "../command";
import { renderFindings } from "../commands/findings";
import type { Api } from "../connect";

export const EXIT_OPEN = 1;
export const EXIT_NOT_COMPARED = 2;
const FINDINGS_SHOWN = 20;

export async function report(api: Api, io: Io, run: ReconciliationDto): Promise<number> {
  const { state, failure, counts, tool, id } = run;
  if (state !== "finished")
    throw new CommandError(`The reconciliation ${id} of ${tool} ${state}${failure === null ? "" : `: ${failure}`}.`);
  const told = Object.entries(counts).map(([name, count]) => `${name} ${count.toLocaleString("en-US")}`);
  print(io, `${tool}: ${told.join(", ") || "nothing to compare"}`);
  const gap = notCompared(run.source, counts);
  if (gap !== null) print(io, gap);
  const { items, nextCursor } = await openFindings(api, run.links.findings);
  if (items.length === 0) {
    print(io, await othersOpen(api, tool));
    return gap === null ? 0 : EXIT_NOT_COMPARED;
  }
  print(io, renderFindings(items));
  if (nextCursor !== null) print(io, `… and more: interlock findings --reconciliation ${id}`);
  return EXIT_OPEN;
}

async function openFindings(api: Api, path: string): Promise<z.infer<typeof FindingListDto>> {
  const open = await api.request(`${path}&state=open&limit=${FINDINGS_SHOWN}`);
  return FindingListDto.parse(await open.json());
}

/** What an earlier run saw, or something else than a run, may still wait for somebody. */
async function othersOpen(api: Api, tool: string): Promise<string> {
  const { items, nextCursor } = await openFindings(api, `/api/v1/findings?${new URLSearchParams({ tool })}`);
  if (items.length === 0) return "No open findings.";
  const others =
    items.length === 1 ? "1 other is" : `${nextCursor === null ? "" : "More than "}${items.length} others are`;
  return `This run saw nothing that is open. ${others} open: interlock findings --tool ${tool}`;
}
