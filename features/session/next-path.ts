export const HOME_PATH = "/";
export const SIGN_IN_PATH = "/sign-in";

const NEXT_LENGTH_MAX = 2_048;
const NOWHERE = "http://interlock.invalid";

/** Where to go after signing in. Only a page of this origin: a link must not send a fresh session elsewhere. */
export function safeNextPath(next: unknown): string {
  if (typeof next !== "string" || next.length > NEXT_LENGTH_MAX || !next.startsWith("/")) return HOME_PATH;
  if (!URL.canParse(next, NOWHERE)) return HOME_PATH;
  const url = new URL(next, NOWHERE);
  // The URL parser reads "//host", "/\host" and "/<tab>/host" as another host, as a browser would.
  if (url.origin !== NOWHERE) return HOME_PATH;
  if (isUnder(url.pathname, SIGN_IN_PATH) || isUnder(url.pathname, "/api")) return HOME_PATH;
  // "/.//host" parses to the path "//host", which means another host to the next reader.
  if (url.pathname.startsWith("//")) return HOME_PATH;
  return `${url.pathname}${url.search}${url.hash}`;
}

export function signInPath(next: string): string {
  const safe = safeNextPath(next);
  return safe === HOME_PATH ? SIGN_IN_PATH : `${SIGN_IN_PATH}?next=${encodeURIComponent(safe)}`;
}

function isUnder(pathname: string, root: string): boolean {
  return pathname === root || pathname.startsWith(`${root}/`);
}
