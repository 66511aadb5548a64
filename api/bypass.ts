/** Bypass: ordering a second effect, confirming the order, taking it back; and how an order is shown. */
import type { Context } from "hono";
import { type Principal, requireOperator } from "@/lib/application/authenticate";
import { bypassIntent } from "@/lib/application/bypass-intent";
import { withdrawBypass } from "@/lib/application/withdraw-bypass";
import { findOrderThatOpened, findPendingOrder, type NamedBypassOrder } from "@/lib/store/bypass-orders";
import type { IntentRow } from "@/lib/store/intent-row";
import { BypassBody, type BypassDto } from "@/lib/wire/bypass";
import type { IntentDto } from "@/lib/wire/intent";
import { identifyCaller } from "./caller";
import type { ApiDeps } from "./deps";
import { idOf } from "./page";
import { readBody } from "./read-body";

/** One intent, as whoever asks is shown it. */
export type ShowIntent = (principal: Principal, id: string) => Promise<IntentDto>;

/** 201: enough people have ordered it, and this is the new generation. 202: the order waits for more of them. */
export async function bypassHandler(deps: ApiDeps, context: Context, showIntent: ShowIntent): Promise<Response> {
  const principal = await identifyCaller(deps, context);
  const operator = requireOperator(principal, "approver");
  const intentId = idOf(context, "id", "int", "intent");
  const { body } = await readBody(context, BypassBody);
  const { termsOf, versionOf } = deps.catalog;
  const { successorId } = await bypassIntent({ ...deps, termsOf, versionOf }, { operator, intentId, body });
  const intent = await showIntent(principal, successorId ?? intentId);
  const headers = { "cache-control": "no-store", location: `/api/v1/intents/${intent.id}` };
  return context.json(intent, successorId === null ? 202 : 201, headers);
}

export async function withdrawBypassHandler(deps: ApiDeps, context: Context): Promise<Response> {
  const operator = requireOperator(await identifyCaller(deps, context), "viewer");
  const intentId = idOf(context, "id", "int", "intent");
  await withdrawBypass({ ...deps, termsOf: deps.catalog.termsOf }, { operator, intentId });
  return context.body(null, 204);
}

/** An order that waits counts more than the one that the intent itself came from. */
export async function findBypassDto(deps: ApiDeps, row: IntentRow): Promise<Pick<IntentDto, "bypass">> {
  const pending =
    row.endedAt === null || row.successorId !== null ? null : await findPendingOrder(deps.db.client, row.id);
  const order = pending ?? (row.predecessorId === null ? null : await findOrderThatOpened(deps.db.client, row.id));
  return order === null ? {} : { bypass: toBypassDto(order) };
}

export function toBypassDto(order: NamedBypassOrder): BypassDto {
  const { id, closedAs, people, peopleNeeded, role, submissionId, expiresAt, names } = order;
  return {
    id,
    state: closedAs === "given" ? "given" : "pending",
    people: people.map(({ operatorId, reason, at }) => ({
      id: operatorId,
      name: names[operatorId] ?? operatorId,
      reason,
      at: new Date(at).toISOString(),
    })),
    peopleNeeded,
    role,
    submissionId,
    expiresAt: expiresAt.toISOString(),
  };
}
