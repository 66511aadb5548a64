import { parseURL, serializeURL } from "whatwg-url";
import type { JsonValue } from "../json";
import { trimWhiteSpace } from "./characters";
import { addressThen } from "./first-edition";
import { accept, type Normalised, refuse } from "./normalised";
import { hasUnassigned } from "./unicode";

const EXPECTED = "Expected an absolute http or https URL.";
const PERCENT_OR_PLUS = /%([0-9A-Fa-f]{2})|\+/g;

export function normaliseUrl(value: JsonValue, query: "kept" | "sorted", engine: number): Normalised {
  if (typeof value !== "string") return refuse(EXPECTED);
  const trimmed = trimWhiteSpace(value);
  const address = (engine === 1 ? addressThen : readAddress)(trimmed);
  if (address === null) return refuse(EXPECTED);
  if (address.hasCredentials) return refuse("Expected a URL without credentials.");
  return accept(query === "sorted" ? sortQuery(address.href) : address.href);
}

/** Without the fragment; null: no http address, or one whose host our table of Unicode cannot judge. */
function readAddress(text: string): { href: string; hasCredentials: boolean } | null {
  const url = hasUnassigned(text) ? null : parseURL(text);
  if (url === null || (url.scheme !== "http" && url.scheme !== "https")) return null;
  return { href: serializeURL(url, true), hasCredentials: url.username !== "" || url.password !== "" };
}

/**
 * Parameters move, their text does not. Names are compared decoded, so `a=1&%61=2` are repeats of one name and keep
 * their order, as they do for whoever reads them.
 */
function sortQuery(href: string): string {
  const start = href.indexOf("?");
  if (start === -1) return href;
  const parameters = href
    .slice(start + 1)
    .split("&")
    .map((text) => ({ text, name: decodedName(text) }));
  parameters.sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
  return `${href.slice(0, start + 1)}${parameters.map(({ text }) => text).join("&")}`;
}

/** Bytes as characters: only ever compared, so an invalid UTF-8 sequence cannot collapse two names into one. */
function decodedName(parameter: string): string {
  const [name = ""] = parameter.split("=", 1);
  return name.replace(PERCENT_OR_PLUS, (_, hex?: string) =>
    hex ? String.fromCharCode(Number.parseInt(hex, 16)) : " ",
  );
}
