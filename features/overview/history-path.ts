type Asked = { state?: string; tool?: string; agent?: string; run?: string; from?: string };

/** The history, narrowed to what was counted. */
export function historyPath(asked: Asked): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(asked)) if (value !== undefined) search.set(name, value);
  return `/intents?${search}`;
}
