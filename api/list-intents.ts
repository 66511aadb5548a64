/** GET /api/v1/intents: finding intents by what people ask for. */
import type { Context } from "hono";
import type { Principal } from "@/lib/application/authenticate";
import { ForbiddenError } from "@/lib/application/errors";
import { candidateDigests } from "@/lib/domain/identity-values";
import { type LastDecision, lastDecisionsOf } from "@/lib/store/decisions";
import { type IntentListFilter, isProjected } from "@/lib/store/intent-pages";
import { type ListedIntent, listIntents } from "@/lib/store/list-intents";
import type { IntentDto, IntentListDto } from "@/lib/wire/intent";
import { type IntentFilterQuery, IntentListQuery } from "@/lib/wire/intent-list";
import { identifyCaller } from "./caller";
import type { ApiDeps } from "./deps";
import { CURSORS, cutPageBy, parseAmountCursor, parseCursor } from "./page";
import { presentIntents } from "./present-intents";
import { readQuery } from "./read-body";

export async function listHandler(deps: ApiDeps, context: Context): Promise<Response> {
  const principal = await identifyCaller(deps, context);
  const query = readQuery(context, IntentListQuery);
  const filter = toListFilter(namespaceFor(principal, query), query);
  const { behindMs } = isProjected(filter) ? await deps.catchUp() : { behindMs: null };
  const rows = await listIntents(deps.db.client, { ...filter, limit: query.limit + 1 });
  const { page, nextCursor } = cutPageBy(rows, query.limit, cursorOf);
  const shown = await presentIntents(deps, page, principal.kind);
  const items = principal.kind === "operator" ? await withLastDecisions(deps, shown) : shown;
  const list = { items, nextCursor, ...(behindMs === null ? {} : { behindMs }) };
  return context.json(list satisfies IntentListDto, 200, { "cache-control": "no-store" });
}

export async function withLastDecisions(deps: ApiDeps, intents: IntentDto[]): Promise<IntentDto[]> {
  const ids = intents.map(({ id }) => id);
  const decisions = await lastDecisionsOf(deps.db.client, ids);
  return intents.map((intent) => {
    const last = decisions.get(intent.id);
    return last === undefined ? intent : { ...intent, lastDecision: toLastDecision(last) };
  });
}

function toLastDecision({ verdict, decidedBy, operatorId, operatorName, rule }: LastDecision) {
  const operator = operatorId === null ? null : { id: operatorId, name: operatorName ?? operatorId };
  return { verdict, by: decidedBy, operator, rule };
}

/** Agents see their namespace only; null: all of them. */
export function namespaceFor(principal: Principal, { operator }: Pick<IntentFilterQuery, "operator">): string | null {
  if (principal.kind !== "agent") return null;
  if (operator !== undefined) throw new ForbiddenError("Only operators may ask what an operator did.");
  return principal.agent.namespace;
}

type Asked = IntentFilterQuery & Partial<Pick<IntentListQuery, "cursor">>;

/** Of a namespace; null: of all of them. */
export function toListFilter(namespace: string | null, query: Asked): Omit<IntentListFilter, "limit"> {
  const { state, tool, run, agent, operator, effectId, identity, q, from, to, currency } = query;
  const common = {
    ...{ namespace, state, tool, run, agent, operator, effectId },
    identity: identity === undefined ? undefined : candidateDigests(identity),
    q: q === undefined ? undefined : { text: q, identity: candidateDigests(q) },
    fromMs: from === undefined ? undefined : Date.parse(from),
    toMs: to === undefined ? undefined : Date.parse(to),
  };
  if (currency === undefined) return { ...common, beforeId: parseCursor(query.cursor, "int", CURSORS.byAmount("int")) };
  const { amount, amountFrom = amount, amountTo = amount } = query;
  const before = parseAmountCursor(query.cursor, "int");
  return { ...common, money: { currency, from: amountFrom, to: amountTo, before } };
}

function cursorOf({ id, amount }: ListedIntent): string {
  return amount === undefined ? id : `${amount}~${id}`;
}
