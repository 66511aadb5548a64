/** /api/v1/operators, for admins: who may decide. A token is in clear in one answer and nowhere else. */
import { type Context, Hono } from "hono";
import { requireOperator } from "@/lib/application/authenticate";
import { changeOperator } from "@/lib/application/change-operator";
import { createOperator } from "@/lib/application/create-operator";
import { disableOperator } from "@/lib/application/disable-operator";
import { NotFoundError } from "@/lib/application/errors";
import { issueOperatorToken } from "@/lib/application/issue-operator-token";
import { revokeOperatorToken } from "@/lib/application/revoke-operator-token";
import { findListedOperator, type ListedOperator, listOperators } from "@/lib/store/operator-list";
import { listOperatorTokens, type OperatorTokenRow } from "@/lib/store/operator-tokens";
import {
  ChangeOperatorBody,
  CreateOperatorBody,
  CreateTokenBody,
  type NewOperatorTokenDto,
  type OperatorAccountDto,
  type OperatorTokenDto,
  PeopleListQuery,
} from "@/lib/wire/operator";
import { identifyCaller } from "./caller";
import type { ApiDeps } from "./deps";
import { cutPage, idOf, parseCursor } from "./page";
import { readBody, readQuery } from "./read-body";

const PRIVATE = { "cache-control": "no-store" };

export function operatorRoutes(deps: ApiDeps): Hono {
  const routes = new Hono();
  routes.post("/", (context) => createHandler(deps, context));
  routes.get("/", (context) => listHandler(deps, context));
  routes.get("/:id", async (context) => {
    await requireAdmin(deps, context);
    return context.json(toAccountDto(await loadOperator(deps, operatorIdOf(context))), 200, PRIVATE);
  });
  routes.patch("/:id", (context) => changeHandler(deps, context));
  routes.delete("/:id", async (context) => {
    const { actor } = await requireAdmin(deps, context);
    await disableOperator(deps, { actor, operatorId: operatorIdOf(context) });
    return context.body(null, 204);
  });
  routes.post("/:id/tokens", (context) => issueHandler(deps, context));
  routes.get("/:id/tokens", (context) => listTokensHandler(deps, context));
  routes.delete("/:id/tokens/:tokenId", async (context) => {
    const { actor } = await requireAdmin(deps, context);
    const tokenId = idOf(context, "tokenId", "tok", "token");
    await revokeOperatorToken(deps, { actor, operatorId: operatorIdOf(context), tokenId });
    return context.body(null, 204);
  });
  return routes;
}

async function createHandler(deps: ApiDeps, context: Context): Promise<Response> {
  const { actor } = await requireAdmin(deps, context);
  const { body } = await readBody(context, CreateOperatorBody);
  const { operator } = await createOperator(deps, { actor, body });
  const account = toAccountDto({ ...operator, liveTokenCount: 0 });
  return context.json(account, 201, { ...PRIVATE, location: `/api/v1/operators/${operator.id}` });
}

async function listHandler(deps: ApiDeps, context: Context): Promise<Response> {
  await requireAdmin(deps, context);
  const { limit, cursor } = readQuery(context, PeopleListQuery);
  const rows = await listOperators(deps.db.client, parseCursor(cursor, "opr"), limit + 1);
  const { page, nextCursor } = cutPage(rows, limit);
  return context.json({ items: page.map(toAccountDto), nextCursor }, 200, PRIVATE);
}

async function changeHandler(deps: ApiDeps, context: Context): Promise<Response> {
  const { actor, sessionId } = await requireAdmin(deps, context);
  const operatorId = operatorIdOf(context);
  const { body } = await readBody(context, ChangeOperatorBody);
  await changeOperator(deps, { actor, operatorId, body, sessionId });
  return context.json(toAccountDto(await loadOperator(deps, operatorId)), 200, PRIVATE);
}

async function issueHandler(deps: ApiDeps, context: Context): Promise<Response> {
  const { actor } = await requireAdmin(deps, context);
  const operatorId = operatorIdOf(context);
  const { body } = await readBody(context, CreateTokenBody);
  const { token, secret } = await issueOperatorToken(deps, { actor, operatorId, body });
  return context.json({ ...toTokenDto(token), token: secret } satisfies NewOperatorTokenDto, 201, PRIVATE);
}

async function listTokensHandler(deps: ApiDeps, context: Context): Promise<Response> {
  await requireAdmin(deps, context);
  const { limit, cursor } = readQuery(context, PeopleListQuery);
  const before = parseCursor(cursor, "tok");
  const { id } = await loadOperator(deps, operatorIdOf(context));
  const { page, nextCursor } = cutPage(await listOperatorTokens(deps.db.client, id, before, limit + 1), limit);
  return context.json({ items: page.map(toTokenDto), nextCursor }, 200, PRIVATE);
}

async function requireAdmin(deps: ApiDeps, context: Context) {
  const principal = await identifyCaller(deps, context);
  const { id } = requireOperator(principal, "admin");
  const sessionId = principal.kind === "operator" ? (principal.session?.id ?? null) : null;
  return { actor: { kind: "operator", id } as const, sessionId };
}

function operatorIdOf(context: Context): string {
  return idOf(context, "id", "opr", "operator");
}

async function loadOperator(deps: ApiDeps, id: string): Promise<ListedOperator> {
  const operator = await findListedOperator(deps.db.client, id);
  if (operator === null) throw new NotFoundError("not_found", "There is no such operator.");
  return operator;
}

function toAccountDto({ createdAt, disabledAt, ...rest }: ListedOperator): OperatorAccountDto {
  const { id, email, name, role, hasPassword, liveTokenCount } = rest;
  const instants = { createdAt: createdAt.toISOString(), disabledAt: disabledAt?.toISOString() ?? null };
  return { id, email, name, role, hasPassword, ...instants, liveTokenCount };
}

function toTokenDto({
  id,
  name,
  hint,
  createdAt,
  expiresAt,
  revokedAt,
  lastUsedAt,
}: OperatorTokenRow): OperatorTokenDto {
  return {
    id,
    name,
    hint,
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt?.toISOString() ?? null,
    revokedAt: revokedAt?.toISOString() ?? null,
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
  };
}
