import type { Secret } from "@/lib/config/secrets";

/** Shorter values would mask harmless text everywhere; no real credential is that short. */
const SECRET_LENGTH_MIN = 6;

/**
 * Replaces every secret's value, also as it looks inside JSON, an address, a form or base64 (alone or in the middle of
 * something longer, such as `user:secret`). Nothing leaves the worker without it.
 */
export function makeRedactor(secrets: Map<string, Secret>): (text: string) => string {
  const needles = [...secrets.values()]
    .filter(({ value }) => value.length >= SECRET_LENGTH_MIN)
    .flatMap(({ value }) => spellingsOf(value));
  const unique = [...new Set(needles)].sort((left, right) => right.length - left.length);
  if (unique.length === 0) return (text) => text;
  // Nearly no text holds a secret: one look for all of them tells.
  const any = new RegExp(unique.map(escaped).join("|"));
  return (text) => (any.test(text) ? unique.reduce((left, needle) => left.replaceAll(needle, "***"), text) : text);
}

function escaped(needle: string): string {
  return needle.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");
}

function spellingsOf(value: string): string[] {
  const encoded = encodeURIComponent(value.toWellFormed());
  const strict = encoded.replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
  const inForm = new URLSearchParams({ v: value }).toString().slice("v=".length);
  const inAddress = [encoded, strict, inForm];
  const lowerHex = inAddress.map((text) => text.replace(/%[0-9A-F]{2}/g, (code) => code.toLowerCase()));
  const inJson = JSON.stringify(value).slice(1, -1);
  return [value, inJson, ...inAddress, ...lowerHex, ...inBase64(value)];
}

/** The characters that only this value decides, for each of the three places it can start at. */
function inBase64(value: string): string[] {
  const bytes = Buffer.from(value);
  const standard = [0, 1, 2].map((offset) => {
    const text = Buffer.concat([Buffer.alloc(offset), bytes])
      .toString("base64")
      .replace(/=+$/, "");
    const first = offset === 0 ? 0 : offset + 1;
    const tail = (offset + bytes.length) % 3 === 0 ? 0 : 1;
    return text.slice(first, text.length - tail);
  });
  const whole = bytes.toString("base64");
  const spelled = [whole, ...standard];
  return spelled.flatMap((text) => [text, text.replaceAll("+", "-").replaceAll("/", "_")]);
}
