/** What calls about a contract have in common: the tool in the address, and how the contract is written. */
import type { Context } from "hono";
import { NotFoundError } from "@/lib/application/errors";
import { TOOL_NAME } from "@/lib/domain/contract/definition";
import { RequestError } from "./problem";

/** What is no tool's name names no tool, and some of it could not even be asked for. */
export function toolOf(context: Context): string {
  const tool = context.req.param("tool") ?? "";
  if (!TOOL_NAME.test(tool)) throw unknownTool();
  return tool;
}

export function unknownTool(): NotFoundError {
  return new NotFoundError("unknown_tool", "No contract is published under this name.");
}

export function formatOf(contentType: string): "yaml" | "json" {
  if (/[/+]json\b/i.test(contentType)) return "json";
  if (/yaml/i.test(contentType)) return "yaml";
  throw new RequestError(
    415,
    "unsupported_media_type",
    "A contract is YAML or JSON.",
    "Send content-type application/yaml or application/json.",
  );
}
