import { type Context, Hono } from "hono";
import { requireOperator } from "@/lib/application/authenticate";
import { publishContract } from "@/lib/application/publish-contract";
import { type ContractDefinition, TOOL_NAME } from "@/lib/domain/contract/definition";
import {
  findActiveContract,
  type ListedContract,
  listActiveContracts,
  listContractVersions,
  type PublishedVersion,
} from "@/lib/store/contracts";
import {
  type ContractDto,
  type ContractListDto,
  ContractListQuery,
  type ContractSummaryDto,
  type ContractVersionDto,
  type ContractVersionListDto,
  type PublishedDto,
  VERSIONS_SHOWN_MAX,
} from "@/lib/wire/contract";
import { identifyCaller } from "./caller";
import { formatOf, toolOf, unknownTool } from "./contract-text";
import type { ApiDeps } from "./deps";
import { cutPageBy, parseNameCursor, parseNumberCursor } from "./page";
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
  routes.put("/:tool", (context) => publishHandler(deps, context));
  routes.post("/:tool/replay", (context) => replayHandler(deps, context));
  return routes;
}

async function listHandler(deps: ApiDeps, context: Context): Promise<Response> {
  requireOperator(await identifyCaller(deps, context));
  const { limit, cursor } = readQuery(context, ContractListQuery);
  const after = parseNameCursor(cursor, TOOL_NAME) ?? "";
  const rows = await listActiveContracts(deps.db.client, { after, limit: limit + 1 });
  const { page, nextCursor } = cutPageBy(rows, limit, ({ tool }) => tool);
  return context.json({ items: page.map(toSummary), nextCursor } satisfies ContractListDto);
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
  return context.json({ items: page.map(toVersionDto), nextCursor } satisfies ContractVersionListDto);
}

async function publishHandler(deps: ApiDeps, context: Context): Promise<Response> {
  const operator = requireOperator(await identifyCaller(deps, context), "admin");
  const tool = toolOf(context);
  const format = formatOf(context.req.header("content-type") ?? "application/json");
  const published = await publishContract(
    { db: deps.db, newId: deps.newId, forget: deps.catalog.forget },
    { tool, text: await readText(context), format, actor: { kind: "operator", id: operator.id } },
  );
  const { version, warnings, changed } = published;
  return context.json({ tool, version, warnings } satisfies PublishedDto, changed ? 201 : 200);
}

async function loadContractDto(deps: ApiDeps, tool: string): Promise<ContractDto> {
  const active = await findActiveContract(deps.db.client, tool);
  if (active === null) throw unknownTool();
  const versions = await listContractVersions(deps.db.client, tool, { limit: VERSIONS_SHOWN_MAX });
  const { version, publishedAt, warnings } = active;
  const definition = active.definition as ContractDefinition;
  const { title, effect, value } = definition;
  return {
    ...toSummary({ tool, title, effect, value, version, publishedAt }),
    definition,
    warnings,
    versions: versions.map(toVersionDto),
  };
}

function toSummary({ publishedAt, ...listed }: ListedContract): ContractSummaryDto {
  return { ...listed, publishedAt: publishedAt.toISOString() };
}

function toVersionDto({ version, publishedAt, publishedBy }: PublishedVersion): ContractVersionDto {
  return { version, publishedAt: publishedAt.toISOString(), publishedBy };
}
