/**
 * Whether the address that our probe asked may be opened with a click.
 *
 * Text of agents and downstreams is never a link: one that looks like the payment system's own page is what an attacker
 * would want an operator in doubt to press. The probe's address is neither, as long as
 *
 *  - it was really asked by our worker, which sends nowhere but to listed origins (INTERLOCK_EGRESS), with a GET;
 *  - the contract's template puts no argument into it: then every character is the contract's, the configuration's, or
 *    the key's, and no agent had a word in it;
 *  - nothing of it is masked, for a secret must not be typed in by hand, and without it the address leads nowhere.
 *
 * Any other address is shown as text to copy.
 */
type Asked = { url: string | null; method: string | null };

export function downstreamLink({ url, method }: Asked, probeTemplate: string | null): string | null {
  if (url === null || method !== "GET" || probeTemplate === null) return null;
  if (probeTemplate.includes("{args") || /\{[+?&]?args/.test(probeTemplate) || url.includes("***")) return null;
  try {
    const { protocol, username, password, href } = new URL(url);
    const isPlain = (protocol === "https:" || protocol === "http:") && username === "" && password === "";
    return isPlain ? href : null;
  } catch {
    return null;
  }
}

/** Where the contract says that its probe asks; null: it has none. */
export function probeTemplateOf(definition: Record<string, unknown> | undefined): string | null {
  const execute = definition?.["execute"] as { probe?: { url?: unknown } } | undefined;
  const url = execute?.probe?.url;
  return typeof url === "string" ? url : null;
}
