import { type Context, Hono } from "hono";
import { deleteCookie, setCookie } from "hono/cookie";
import { requireOperator } from "@/lib/application/authenticate";
import { SESSION_MS, signOut } from "@/lib/application/sign-in";
import { type SessionDto, SignInBody } from "@/lib/wire/session";
import { identifyCaller, requireSameOrigin, SESSION_COOKIE } from "./caller";
import type { ApiDeps } from "./deps";
import { readBody } from "./read-body";

export function sessionRoutes(deps: ApiDeps): Hono {
  const routes = new Hono();
  routes.post("/", async (context) => {
    if (context.req.header("origin") !== undefined) requireSameOrigin(context);
    const { body } = await readBody(context, SignInBody);
    const { secret, operator, expiresAt } = await deps.signIn(body.email, body.password);
    setCookie(context, SESSION_COOKIE, secret, cookieOptions(deps, context));
    return context.json({ operator, expiresAt: expiresAt.toISOString() } satisfies SessionDto, 200, {
      "cache-control": "no-store",
    });
  });
  routes.get("/", async (context) => {
    const principal = await identifyCaller(deps, context);
    const operator = requireOperator(principal);
    const expiresAt = principal.kind === "operator" ? (principal.session?.expiresAt.toISOString() ?? null) : null;
    return context.json({ operator, expiresAt } satisfies SessionDto, 200, { "cache-control": "no-store" });
  });
  routes.delete("/", async (context) => {
    const principal = await identifyCaller(deps, context);
    const operator = requireOperator(principal);
    if (principal.kind === "operator" && principal.session !== null)
      await signOut(deps, operator.id, principal.session.id);
    deleteCookie(context, SESSION_COOKIE, { path: "/" });
    return context.body(null, 204);
  });
  return routes;
}

function cookieOptions(deps: ApiDeps, context: Context) {
  const forwarded = context.req.header("x-forwarded-proto");
  const secure = forwarded === "https" || deps.publicUrl.startsWith("https://");
  return { path: "/", httpOnly: true, sameSite: "Lax", secure, maxAge: SESSION_MS / 1_000 } as const;
}
