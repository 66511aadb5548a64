/**
 * Null: not an address. Not by `URL.canParse`: in Node 20 it begins to say no to addresses with letters beyond Latin-1's
 * first half once it has been compiled, after some thousands of calls.
 */
export function parseUrl(text: string, base?: URL): URL | null {
  try {
    return new URL(text, base);
  } catch {
    return null;
  }
}
