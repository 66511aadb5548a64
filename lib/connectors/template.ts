/**
 * Fills a contract's templates (their grammar is the domain's). Everything is encoded but `{+config.X}`, so that nothing
 * a model writes can add to a path or change a host; the caller refuses `.` and `..`.
 */
import type { Secret } from "@/lib/config/secrets";
import type { JsonObject } from "@/lib/domain/json";
import { valueAt } from "@/lib/domain/pointer";
import { parseTemplate } from "@/lib/domain/template";

export type TemplateValues = {
  args: JsonObject;
  key: string;
  intentId: string;
  config: Record<string, string>;
  secrets: Map<string, Secret>;
};

/** A setting or secret that the contract names does not exist here: nothing can be sent, and nothing was. */
export class MissingSettingError extends Error {
  override name = "MissingSettingError";
}

export type Expansion = { text: string; secretsUsed: string[] };

export function expandTemplate(template: string, values: TemplateValues, encode: (text: string) => string): Expansion {
  const secretsUsed: string[] = [];
  const text = parseTemplate(template).map((part) => {
    if (part.kind === "text") return part.text;
    if (part.name.startsWith("secret.")) secretsUsed.push(part.name.slice("secret.".length));
    const value = lookUp(part.name, values);
    return part.raw ? value : encode(value);
  });
  return { text: text.join(""), secretsUsed };
}

function lookUp(name: string, values: TemplateValues): string {
  if (name === "key") return values.key;
  if (name === "intentId") return values.intentId;
  const [source, ...path] = name.split(".");
  if (source === "args") return argText(values.args, path);
  const setting = path.join(".");
  if (source === "config") return required(values.config[setting], `INTERLOCK_CONFIG_${setting}`);
  return required(values.secrets.get(setting)?.value, `INTERLOCK_SECRET_${setting}`);
}

function argText(args: JsonObject, path: string[]): string {
  const value = valueAt(args, path);
  if (value === undefined || value === null) return "";
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

function required(value: string | undefined, name: string): string {
  if (value === undefined) throw new MissingSettingError(`${name} is not set.`);
  return value;
}
