/** Which editions of the normalisers made a key. */
export function enginesText(engines: Readonly<Record<string, number>>): string {
  const named = Object.entries(engines).map(([name, engine]) => `${name} ${engine}`);
  return named.length === 0 ? "all 1" : named.join(", ");
}
