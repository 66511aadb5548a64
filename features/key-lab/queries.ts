import { queryOptions } from "@tanstack/react-query";
import type { PublishAnswerDto } from "@/lib/wire/contract";
import { fetchJson, fetchNothing } from "@/lib/wire/fetch-json";
import type { ProposalTextDto } from "@/lib/wire/proposal";
import { layOut } from "./lay-out-json";

export type Written = { text: string; format: "yaml" | "json" };

const contractWire = () => import("@/lib/wire/contract");
const proposalWire = () => import("@/lib/wire/proposal");
const checkSchema = async () => (await proposalWire()).ContractCheckDto;
const versionSchema = async () => (await contractWire()).ContractVersionDetailDto;
const answerSchema = async () => (await contractWire()).PublishAnswerDto;

/** What one text was found to be over one version stays so; only too many of them are not kept. */
const CHECK_KEPT_MS = 60_000;
const TYPES = { yaml: "application/yaml", json: "application/json" };

export function contractQuery(tool: string) {
  return queryOptions({
    queryKey: ["contracts", "lab", tool],
    queryFn: ({ signal }) => fetchJson(async () => (await contractWire()).ContractDto, contractPath(tool), { signal }),
  });
}

/** A version never changes. */
export function versionQuery(tool: string, version: number) {
  return queryOptions({
    queryKey: ["contracts", "version", tool, version],
    queryFn: async ({ signal }) =>
      laidOut(await fetchJson(versionSchema, `${contractPath(tool)}/versions/${version}`, { signal })),
    staleTime: "static",
    refetchInterval: false,
  });
}

/** Nor does a proposal's text. */
export function proposalQuery(tool: string, id: string) {
  return queryOptions({
    queryKey: ["contracts", "proposal", tool, id],
    queryFn: async ({ signal }): Promise<ProposalTextDto> =>
      laidOut(await fetchJson(async () => (await proposalWire()).ProposalTextDto, proposalPath(tool, id), { signal })),
    staleTime: "static",
    refetchInterval: false,
  });
}

/** How one ended stays so, too. */
export function endedProposalQuery(tool: string, id: string) {
  return queryOptions({
    queryKey: ["contracts", "ended proposal", tool, id],
    queryFn: ({ signal }) =>
      fetchJson(async () => (await proposalWire()).ProposalTextDto, proposalPath(tool, id), { signal }),
    staleTime: "static",
    refetchInterval: false,
  });
}

/** What publishing this text over this version would refuse, warn of and ask for. */
export function checkQuery(tool: string, activeVersion: number, { text, format }: Written) {
  return queryOptions({
    queryKey: ["contracts", "check", tool, activeVersion, format, text],
    queryFn: ({ signal }) =>
      fetchJson(checkSchema, `${contractPath(tool)}/check`, { method: "POST", ...asBody({ text, format }), signal }),
    staleTime: "static",
    gcTime: CHECK_KEPT_MS,
    refetchInterval: false,
  });
}

/** What everything here shows and compares. */
function laidOut<T extends { source: string; format: Written["format"] }>(read: T): T {
  return { ...read, source: layOut({ text: read.source, format: read.format }) };
}

/** `expectedVersion`: nobody publishes over what they have not seen. */
export function publishContract(tool: string, written: Written, expectedVersion: number): Promise<PublishAnswerDto> {
  const path = `${contractPath(tool)}?expectedVersion=${expectedVersion}`;
  return fetchJson(answerSchema, path, { method: "PUT", ...asBody(written) });
}

/** The digest of what was on the screen (L10). */
export function confirmProposal(
  tool: string,
  { id, digest }: { id: string; digest: string },
): Promise<PublishAnswerDto> {
  return fetchJson(answerSchema, `${proposalPath(tool, id)}/confirm`, { method: "POST", body: { digest } });
}

export function withdrawProposal(tool: string, id: string): Promise<void> {
  return fetchNothing(proposalPath(tool, id), { method: "DELETE" });
}

export function contractPath(tool: string): string {
  return `/api/v1/contracts/${encodeURIComponent(tool)}`;
}

function proposalPath(tool: string, id: string): string {
  return `${contractPath(tool)}/proposals/${encodeURIComponent(id)}`;
}

function asBody({ text, format }: Written) {
  return { text, headers: { "content-type": TYPES[format] } };
}
