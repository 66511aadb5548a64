/** /api/v1/contracts/{tool}/proposals: what waits for more people before it is published. */
import type { Context, Hono } from "hono";
import { requireOperator } from "@/lib/application/authenticate";
import { checkContractChange } from "@/lib/application/check-contract-change";
import { confirmProposal } from "@/lib/application/confirm-proposal";
import { NotFoundError } from "@/lib/application/errors";
import { withdrawProposal } from "@/lib/application/withdraw-proposal";
import { findLiveProposal, findProposal, type KnownProposal, listProposals } from "@/lib/store/contract-proposals";
import { findNewestVersion } from "@/lib/store/contracts";
import type { PublishedDto } from "@/lib/wire/contract";
import {
  ConfirmBody,
  type ContractCheckDto,
  type ProposalDto,
  type ProposalListDto,
  ProposalListQuery,
  type ProposedDto,
} from "@/lib/wire/proposal";
import { identifyCaller } from "./caller";
import { formatOf, toolOf, unknownTool } from "./contract-text";
import type { ApiDeps } from "./deps";
import { cutPage, idOf, parseCursor } from "./page";
import { toProposalDto, toProposalTextDto } from "./proposal-dto";
import { readBody, readQuery, readText } from "./read-body";

const FRESH = { "cache-control": "no-store" };

export function addProposalRoutes(routes: Hono, deps: ApiDeps): void {
  routes.post("/:tool/check", (context) => checkHandler(deps, context));
  routes.get("/:tool/proposals", (context) => listHandler(deps, context));
  routes.get("/:tool/proposals/:id", async (context) => {
    requireOperator(await identifyCaller(deps, context));
    const proposal = await loadProposal(deps, toolOf(context), proposalIdOf(context));
    return context.json(toProposalTextDto(proposal, deps.now()), 200, FRESH);
  });
  routes.post("/:tool/proposals/:id/confirm", (context) => confirmHandler(deps, context));
  routes.delete("/:tool/proposals/:id", async (context) => {
    const operator = requireOperator(await identifyCaller(deps, context));
    await withdrawProposal(deps, { tool: toolOf(context), proposalId: proposalIdOf(context), operator });
    return context.body(null, 204);
  });
}

/** 202: what publishing a tool that takes several people answers the first of them. */
export async function answerProposed(deps: ApiDeps, context: Context, tool: string, id: string): Promise<Response> {
  const proposal = toProposalDto(await loadProposal(deps, tool, id), deps.now());
  const location = `/api/v1/contracts/${tool}/proposals/${id}`;
  const body = { tool, proposal, warnings: proposal.warnings } satisfies ProposedDto;
  return context.json(body, 202, { ...FRESH, location });
}

/** The one that can still be confirmed, for whoever looks at the contract. */
export async function findProposalDto(deps: ApiDeps, tool: string): Promise<ProposalDto | null> {
  const live = await findLiveProposal(deps.db.client, tool);
  return live === null ? null : toProposalDto(live, deps.now());
}

async function checkHandler(deps: ApiDeps, context: Context): Promise<Response> {
  requireOperator(await identifyCaller(deps, context));
  const tool = toolOf(context);
  const format = formatOf(context.req.header("content-type") ?? "application/json");
  const { rule, ...checked } = await checkContractChange(deps, { tool, text: await readText(context), format });
  return context.json({ tool, ...checked, ...rule } satisfies ContractCheckDto, 200, FRESH);
}

async function listHandler(deps: ApiDeps, context: Context): Promise<Response> {
  requireOperator(await identifyCaller(deps, context));
  const tool = toolOf(context);
  const { limit, cursor } = readQuery(context, ProposalListQuery);
  const before = parseCursor(cursor, "prp");
  const rows = await listProposals(deps.db.client, tool, { before, limit: limit + 1 });
  if (rows.length === 0 && (await findNewestVersion(deps.db.client, tool)) === null) throw unknownTool();
  const { page, nextCursor } = cutPage(rows, limit);
  const now = deps.now();
  const items = page.map((row) => toProposalDto(row, now));
  return context.json({ items, nextCursor } satisfies ProposalListDto, 200, FRESH);
}

async function confirmHandler(deps: ApiDeps, context: Context): Promise<Response> {
  const operator = requireOperator(await identifyCaller(deps, context), "approver");
  const [tool, proposalId] = [toolOf(context), proposalIdOf(context)];
  const { body } = await readBody(context, ConfirmBody);
  const { db, newId, catalog } = deps;
  const input = { tool, proposalId, digest: body.digest, operator };
  const published = await confirmProposal({ db, newId, forget: catalog.forget }, input);
  if (published === null) return answerProposed(deps, context, tool, proposalId);
  const { version, warnings } = published;
  return context.json({ tool, version, warnings } satisfies PublishedDto, 201, FRESH);
}

async function loadProposal(deps: ApiDeps, tool: string, id: string): Promise<KnownProposal> {
  const proposal = await findProposal(deps.db.client, tool, id);
  if (proposal === null) throw new NotFoundError("not_found", "There is no such proposal.");
  return proposal;
}

function proposalIdOf(context: Context): string {
  return idOf(context, "id", "prp", "proposal");
}
