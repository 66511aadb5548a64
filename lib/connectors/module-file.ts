/** Finds and imports a module of the owner's: by name alone, from one directory, never through a path. */
import { randomUUID } from "node:crypto";
import { existsSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { MODULE_NAME } from "@/lib/domain/contract/execute";
import type { JsonObject } from "@/lib/domain/json";
import { ConfigurationError } from "./refusals";
import { shortenText } from "./storable";

export type ModuleInput = {
  args: JsonObject;
  key: string;
  intentId: string;
  attempt: number;
  signal: AbortSignal;
  config: Record<string, string>;
  secret: (name: string) => string;
};
export type ModuleFunction = (input: ModuleInput) => unknown;

const EXTENSIONS = [".mjs", ".js", ".mts", ".ts"];
const MESSAGE_MAX = 300;

type Redact = (text: string) => string;

export async function loadModule(directory: string | null, name: string, redact: Redact): Promise<ModuleFunction> {
  if (directory === null) throw new ConfigurationError("INTERLOCK_MODULES is not set on the worker.");
  if (!MODULE_NAME.test(name)) throw new ConfigurationError("The contract names no module.");
  const base = resolve(directory);
  const file = EXTENSIONS.map((extension) => join(base, name + extension)).find((path) => existsSync(path));
  if (file === undefined) {
    throw new ConfigurationError(`INTERLOCK_MODULES has no ${name} with the extension ${EXTENSIONS.join(", ")}.`);
  }
  const loaded = await importFile(file, name, redact);
  const found = defaultOf(loaded);
  if (typeof found === "function") return found as ModuleFunction;
  throw new ConfigurationError(`The module ${name} does not export a function as its default.`);
}

/** Outside a package of `type: module` a `.js` file is CommonJS, whose exports are one level further in. */
function defaultOf(loaded: { default?: unknown }): unknown {
  const { default: found } = loaded;
  return typeof found === "object" && found !== null && "default" in found ? found.default : found;
}

async function importFile(file: string, name: string, redact: Redact): Promise<{ default?: unknown }> {
  try {
    return file.endsWith("ts") ? await importTyped(file) : await importAddress(file);
  } catch (error) {
    const why = shortenText(redact(error instanceof Error ? error.message : String(error)), MESSAGE_MAX);
    throw new ConfigurationError(`The module ${name} could not be loaded: ${why}`);
  }
}

/** Beside its source while it is imported, so that it finds the same packages; files of its own are put into it. */
async function importTyped(file: string): Promise<{ default?: unknown }> {
  // Loaded only where it is needed. The synchronous call leaves no process behind.
  const { buildSync } = await import("esbuild");
  const options = { bundle: true, packages: "external", format: "esm", platform: "node", target: "node20" } as const;
  const { outputFiles } = buildSync({ entryPoints: [file], ...options, write: false, logLevel: "silent" });
  const built = join(dirname(file), `.${randomUUID()}.mjs`);
  try {
    writeFileSync(built, outputFiles[0]?.contents ?? "", { flag: "wx" });
    return await importAddress(built);
  } finally {
    rmSync(built, { force: true });
  }
}

function importAddress(file: string): Promise<{ default?: unknown }> {
  return import(/* @vite-ignore */ pathToFileURL(file).href) as Promise<{ default?: unknown }>;
}
