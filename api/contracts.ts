import { type Context, Hono } from "hono";
import { requireOperator } from "@/lib/application/authenticate";
import { NotFoundError } from "@/lib/application/errors";
import { findKeyEngines } from "@/lib/application/key-engines";
import { publishContract } from "@/lib/application/publish-contract";
import { TOOL_NAME } from "@/lib/domain/contract/definition";
import {
  findActiveContract,
  findWrittenContract,
  listActiveContracts,
  listContractVersions,
  type PublishedVersion,
} from "@/lib/store/contracts";
import { findOperators } from "@/lib/store/operators";
import {
  type ContractDto,
  type ContractListDto,
  ContractListQuery,
  type ContractVersionListDto,
  type PublishedDto,
  VERSIONS_SHOWN_MAX,
} from "@/lib/wire/contract";
import { PublishQuery } from "@/lib/wire/proposal";
import { identifyCaller } from "./caller";
import { toContractDto, toSummaryDto, toVersionDetailDto, toVersionDto } from "./contract-dto";
import { formatOf, toolOf, unknownTool } from "./contract-text";
import type { ApiDeps } from "./deps";
import { cutPageBy, parseNameCursor, parseNumberCursor } from "./page";
import { addProposalRoutes, answerProposed, findProposalDto } from "./proposals";
import { readQuery, readText } from "./read-body";
import { replayHandler } from "./replay";

export function contractRoutes(deps: ApiDeps): Hono {
  const routes = new Hono();
  routes.get("/", (context) => listHandler(deps, context));
  routes.get("/:tool", async (context) => {
    requireOperator(await identifyCaller(deps, context));
    return context.json(await loadContractDto(deps, toolOf(context)));
  });
  routes.get("/:tool/versions", (context) => versionsHandler(deps, context));
  routes.get("/:tool/versions/:version", (context) => versionHandler(deps, context));
  routes.put("/:tool", (context) => publishHandler(deps, context));
  routes.post("/:tool/replay", (context) => replayHandler(deps, context));
  addProposalRoutes(routes, deps);
  return routes;
}

async function listHandler(deps: ApiDeps, context: Context): Promise<Response> {
  requireOperator(await identifyCaller(deps, context));
  const { limit, cursor } = readQuery(context, ContractListQuery);
  const after = parseNameCursor(cursor, TOOL_NAME) ?? "";
  const rows = await listActiveContracts(deps.db.client, { after, limit: limit + 1 });
  const { page, nextCursor } = cutPageBy(rows, limit, ({ tool }) => tool);
  return context.json({ items: page.map(toSummaryDto), nextCursor } satisfies ContractListDto);
}

async function versionsHandler(deps: ApiDeps, context: Context): Promise<Response> {
  requireOperator(await identifyCaller(deps, context));
  const tool = toolOf(context);
  const { limit, cursor } = readQuery(context, ContractListQuery);
  const before = parseNumberCursor(cursor);
  // Every tool has a version 1: a first page without any is no tool's.
  const rows = await listContractVersions(deps.db.client, tool, { before, limit: limit + 1 });
  if (rows.length === 0 && before === undefined) throw unknownTool();
  const { page, nextCursor } = cutPageBy(rows, limit, ({ version }) => version);
  const names = await namesOf(deps, page);
  const items = page.map((one) => toVersionDto(one, names));
  return context.json({ items, nextCursor } satisfies ContractVersionListDto);
}

async function versionHandler(deps: ApiDeps, context: Context): Promise<Response> {
  requireOperator(await identifyCaller(deps, context));
  const tool = toolOf(context);
  const text = context.req.param("version") ?? "";
  const written = VERSION.test(text) ? await findWrittenContract(deps.db.client, tool, Number(text)) : null;
  if (written === null) throw new NotFoundError("not_found", "The contract of this tool has no such version.");
  const engines = await findKeyEngines(deps, written);
  return context.json(toVersionDetailDto(written, engines, await namesOf(deps, [written])));
}

/** As many digits as the store's integers surely have. */
const VERSION = /^[1-9]\d{0,8}$/;

async function namesOf(deps: ApiDeps, versions: Pick<PublishedVersion, "publishedBy">[]): Promise<Map<string, string>> {
  const ids = new Set(versions.flatMap(({ publishedBy }) => publishedBy ?? []));
  return new Map((await findOperators(deps.db.client, [...ids])).map(({ id, name }) => [id, name]));
}

async function publishHandler(deps: ApiDeps, context: Context): Promise<Response> {
  const operator = requireOperator(await identifyCaller(deps, context), "admin");
  const tool = toolOf(context);
  const format = formatOf(context.req.header("content-type") ?? "application/json");
  const { expectedVersion } = readQuery(context, PublishQuery);
  const published = await publishContract(
    { db: deps.db, newId: deps.newId, forget: deps.catalog.forget },
    { tool, text: await readText(context), format, actor: { kind: "operator", id: operator.id }, expectedVersion },
  );
  if (published.proposal !== null) return answerProposed(deps, context, tool, published.proposal.id);
  const { version, warnings, changed } = published;
  return context.json({ tool, version, warnings } satisfies PublishedDto, changed ? 201 : 200);
}

async function loadContractDto(deps: ApiDeps, tool: string): Promise<ContractDto> {
  const active = await findActiveContract(deps.db.client, tool);
  if (active === null) throw unknownTool();
  const versions = await listContractVersions(deps.db.client, tool, { limit: VERSIONS_SHOWN_MAX });
  const proposal = await findProposalDto(deps, tool);
  const engines = await findKeyEngines(deps, active);
  return { ...toContractDto(active, engines, versions, await namesOf(deps, versions)), proposal };
}
