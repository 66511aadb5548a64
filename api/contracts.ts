import { type Context, Hono } from "hono";
import { requireOperator } from "@/lib/application/authenticate";
import { NotFoundError } from "@/lib/application/errors";
import { publishContract } from "@/lib/application/publish-contract";
import { type ContractDefinition, TOOL_NAME } from "@/lib/domain/contract/definition";
import {
  findActiveContract,
  listActiveContracts,
  listContractVersions,
  type StoredContract,
} from "@/lib/store/contracts";
import type { ContractDto, ContractSummaryDto, PublishedDto } from "@/lib/wire/contract";
import { identifyCaller } from "./caller";
import type { ApiDeps } from "./deps";
import { RequestError } from "./problem";
import { readText } from "./read-body";

export function contractRoutes(deps: ApiDeps): Hono {
  const routes = new Hono();
  routes.get("/", async (context) => {
    requireOperator(await identifyCaller(deps, context));
    const stored = await listActiveContracts(deps.db.client);
    return context.json({ items: stored.map(toSummary), nextCursor: null });
  });
  routes.get("/:tool", async (context) => {
    requireOperator(await identifyCaller(deps, context));
    return context.json(await loadContractDto(deps, toolOf(context)));
  });
  routes.put("/:tool", (context) => publishHandler(deps, context));
  return routes;
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

/** What is no tool's name names no tool, and some of it could not even be asked for. */
function toolOf(context: Context): string {
  const tool = context.req.param("tool") ?? "";
  if (!TOOL_NAME.test(tool)) throw unknownTool();
  return tool;
}

function unknownTool(): NotFoundError {
  return new NotFoundError("unknown_tool", "No contract is published under this name.");
}

function formatOf(contentType: string): "yaml" | "json" {
  if (/[/+]json\b/i.test(contentType)) return "json";
  if (/yaml/i.test(contentType)) return "yaml";
  throw new RequestError(
    415,
    "unsupported_media_type",
    "A contract is YAML or JSON.",
    "Send content-type application/yaml or application/json.",
  );
}

async function loadContractDto(deps: ApiDeps, tool: string): Promise<ContractDto> {
  const active = await findActiveContract(deps.db.client, tool);
  if (active === null) throw unknownTool();
  const versions = await listContractVersions(deps.db.client, tool);
  return {
    ...toSummary(active),
    definition: active.definition as Record<string, unknown>,
    warnings: active.warnings,
    versions: versions.map(({ version, publishedAt, publishedBy }) => ({
      version,
      publishedAt: publishedAt.toISOString(),
      publishedBy,
    })),
  };
}

function toSummary(stored: StoredContract): ContractSummaryDto {
  const { title, effect, value } = stored.definition as ContractDefinition;
  return {
    tool: stored.tool,
    title,
    effect,
    value,
    version: stored.version,
    publishedAt: stored.publishedAt.toISOString(),
  };
}
