/**
 * Templates in contracts: `{args.x}`, `{key}`, `{intentId}`, `{config.X}`, `{secret.X}`, and `{+config.X}`, which alone
 * is inserted as it is (RFC 6570 reserved expansion), so that nothing a model writes can add to a path or change a host; the caller refuses `.` and `..`.
 */

import type { Secret } from "@/lib/config/secrets";
import type { JsonObject, JsonValue } from "@/lib/domain/json";

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

const EXPRESSION = /\{(\+?)([A-Za-z][A-Za-z0-9_.-]*)\}/g;

export function expandTemplate(template: string, values: TemplateValues, encode: (text: string) => string): Expansion {
  const secretsUsed: string[] = [];
  const text = template.replace(EXPRESSION, (_whole, plus: string, name: string) => {
    if (name.startsWith("secret.")) secretsUsed.push(name.slice("secret.".length));
    const value = lookUp(name, values);
    if (plus === "+") {
      if (!name.startsWith("config."))
        throw new MissingSettingError(`{+${name}} is not allowed: only config is inserted raw.`);
      return value;
    }
    return encode(value);
  });
  return { text, secretsUsed };
}

function lookUp(name: string, values: TemplateValues): string {
  if (name === "key") return values.key;
  if (name === "intentId") return values.intentId;
  const [source, ...path] = name.split(".");
  if (source === "args") return argText(values.args, path);
  const setting = path.join(".");
  if (source === "config") return required(values.config[setting], `INTERLOCK_CONFIG_${setting}`);
  if (source === "secret") return required(values.secrets.get(setting)?.value, `INTERLOCK_SECRET_${setting}`);
  throw new MissingSettingError(`The template names {${name}}, which does not exist.`);
}

function argText(args: JsonObject, path: string[]): string {
  let at: JsonValue | undefined = args;
  for (const part of path) {
    const holder: JsonValue | undefined = at;
    at =
      typeof holder === "object" && holder !== null && !Array.isArray(holder) && Object.hasOwn(holder, part)
        ? holder[part]
        : undefined;
  }
  if (at === undefined || at === null) return "";
  return typeof at === "object" ? JSON.stringify(at) : String(at);
}

function required(value: string | undefined, name: string): string {
  if (value === undefined) throw new MissingSettingError(`${name} is not set.`);
  return value;
}
