import type { Secret } from "@/lib/config/secrets";

/** Shorter values would mask harmless text everywhere; no real credential is that short. */
const SECRET_LENGTH_MIN = 6;

/** Replaces every secret's value, also as it looks inside JSON or an address. Nothing leaves the worker without it. */
export function makeRedactor(secrets: Map<string, Secret>): (text: string) => string {
  const needles = [...secrets.values()]
    .filter(({ value }) => value.length >= SECRET_LENGTH_MIN)
    .flatMap(({ value }) => [value, encodeURIComponent(value), JSON.stringify(value).slice(1, -1)]);
  const unique = [...new Set(needles)].sort((left, right) => right.length - left.length);
  return (text) => unique.reduce((redacted, needle) => redacted.replaceAll(needle, "***"), text);
}
