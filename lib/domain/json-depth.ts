/** How deep a document is nested, without recursion: asked before anything that recurses looks into it. */

/** One pass over JSON text, so that no parser recurses into a hostile document first. */
export function isDeeperThan(text: string, max: number): boolean {
  return opensMoreThan(text, max) && nestsDeeperThan(text, max);
}

/** What opens no more than `max` in all cannot be deeper; it is told by a search that runs outside of JavaScript. */
function opensMoreThan(text: string, max: number): boolean {
  let count = 0;
  for (const bracket of OPENING) {
    for (let at = text.indexOf(bracket); at !== -1; at = text.indexOf(bracket, at + 1)) {
      count += 1;
      if (count > max) return true;
    }
  }
  return false;
}

const OPENING = ["{", "["] as const;

function nestsDeeperThan(text: string, max: number): boolean {
  let depth = 0;
  let inString = false;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (inString) {
      if (code === 92) index += 1;
      else if (code === 34) inString = false;
    } else if (code === 34) inString = true;
    else if (code === 123 || code === 91) {
      depth += 1;
      if (depth > max) return true;
    } else if (code === 125 || code === 93) depth -= 1;
  }
  return false;
}

/** For what was parsed from something else than JSON. A cycle is deeper than any bound. */
export function isValueDeeperThan(root: unknown, max: number): boolean {
  const open: { value: unknown; depth: number }[] = [{ value: root, depth: 1 }];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    const { value, depth } = at;
    if (typeof value !== "object" || value === null) continue;
    if (depth > max) return true;
    for (const member of Object.values(value)) open.push({ value: member, depth: depth + 1 });
  }
  return false;
}
