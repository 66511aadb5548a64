export function intentHref(id: string): string {
  return `/intents/${encodeURIComponent(id)}`;
}
