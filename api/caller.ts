/** Who calls: the bearer key or token, else the console's session cookie. */
import type { Context } from "hono";
import { getCookie } from "hono/cookie";
import { authenticate, type Principal, requireAgent } from "@/lib/application/authenticate";
import { bearerOf, hashCredential, kindOfCredential } from "@/lib/application/credentials";
import { ForbiddenError } from "@/lib/application/errors";
import { parseUrl } from "@/lib/domain/url";
import type { ApiDeps } from "./deps";

export const SESSION_COOKIE = "interlock_session";

export async function identifyCaller(deps: ApiDeps, context: Context): Promise<Principal> {
  const authorization = context.req.header("authorization");
  const bearer = bearerOf(authorization);
  // A header that is there but unreadable must not fall back to the cookie.
  const session = authorization === undefined ? (getCookie(context, SESSION_COOKIE) ?? null) : null;
  const principal = await authenticate(deps.db, { bearer, session }, new Date(deps.now()), deps.credentialUsed);
  if (session !== null) requireSameOrigin(context);
  return principal;
}

/** The cookie travels by itself, so a change must prove that it comes from our own pages. */
export function requireSameOrigin(context: Context): void {
  const { method } = context.req;
  if (method === "GET" || method === "HEAD") return;
  const origin = context.req.header("origin");
  const host = context.req.header("x-forwarded-host") ?? context.req.header("host");
  if (origin !== undefined && parseUrl(origin)?.host === host) return;
  throw new ForbiddenError("This change did not come from the console's own pages.", "cross_origin");
}

/**
 * The hash of an agent's key, without a look at the store: for the one call that looks at it again inside its own
 * transaction. Anything else goes the ordinary way, and is told there what it lacks.
 */
export async function presentedKeyHash(deps: ApiDeps, context: Context): Promise<string> {
  const authorization = context.req.header("authorization");
  const hash = agentKeyHash(authorization);
  if (hash !== null) return hash;
  requireAgent(await identifyCaller(deps, context));
  return hashCredential(bearerOf(authorization) ?? "");
}

/** Null: what is presented is no agent's key. */
export function agentKeyHash(authorization: string | undefined): string | null {
  const bearer = bearerOf(authorization);
  return bearer === null || kindOfCredential(bearer) !== "agent_key" ? null : hashCredential(bearer);
}
