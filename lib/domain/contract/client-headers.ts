/** They frame the message or belong to the connection: the HTTP client sets them, and two writers could disagree. */
export const CLIENT_HEADERS = new Set([
  "host",
  "content-length",
  "transfer-encoding",
  "connection",
  "upgrade",
  "expect",
  "keep-alive",
  "te",
  "trailer",
]);

export function clientSets(name: string): string {
  return `${name} is set by the HTTP client and cannot be chosen.`;
}
