/** GET /api/v1/inbox: what waits for a person, soonest end first; and how much of it there is. */
import { type Context, Hono } from "hono";
import { requireOperator } from "@/lib/application/authenticate";
import { candidateDigests } from "@/lib/domain/identity-values";
import { pendingOrdersOf } from "@/lib/store/bypass-orders";
import { countWaiting, type InboxFilter, listWaiting, type WaitingRow } from "@/lib/store/inbox";
import {
  type InboxCountsDto,
  InboxCountsQuery,
  type InboxDto,
  type InboxItemDto,
  InboxQuery,
  type WaitReason,
} from "@/lib/wire/inbox";
import type { IntentDto } from "@/lib/wire/intent";
import { toBypassDto } from "./bypass";
import { identifyCaller } from "./caller";
import type { ApiDeps } from "./deps";
import { otherAsks } from "./other-asks";
import { cutPageBy, parseKeyCursor } from "./page";
import { presentIntents } from "./present-intents";
import { readQuery } from "./read-body";

/** An agent may send args of many kilobytes with each of thousands of intents; a row shows a few lines of them. */
const ARGS_LENGTH_MAX = 8_192;

const NOT_STORED = { "cache-control": "no-store" };

export function inboxRoutes(deps: ApiDeps): Hono {
  const routes = new Hono();
  routes.get("/", (context) => listHandler(deps, context));
  routes.get("/counts", (context) => countsHandler(deps, context));
  return routes;
}

async function listHandler(deps: ApiDeps, context: Context): Promise<Response> {
  requireOperator(await identifyCaller(deps, context));
  const query = readQuery(context, InboxQuery);
  const { limit, reason } = query;
  const after = parseKeyCursor(query.cursor, "int");
  const rows = await listWaiting(deps.db.client, { ...toFilter(query), reason, after, limit: limit + 1 });
  const { page, nextCursor } = cutPageBy(rows, limit, ({ waitingKey, id }) => `${waitingKey}~${id}`);
  return context.json({ items: await toItems(deps, page), nextCursor } satisfies InboxDto, 200, NOT_STORED);
}

async function countsHandler(deps: ApiDeps, context: Context): Promise<Response> {
  requireOperator(await identifyCaller(deps, context));
  const counts = await countWaiting(deps.db.client, toFilter(readQuery(context, InboxCountsQuery)));
  return context.json(counts satisfies InboxCountsDto, 200, NOT_STORED);
}

function toFilter({ tool, agent, q }: Pick<InboxQuery, "tool" | "agent" | "q">): InboxFilter {
  return { tool, agent, q: q === undefined ? undefined : { text: q, identity: candidateDigests(q) } };
}

function leaveOutLong({ args }: IntentDto): Pick<IntentDto, "args" | "argsLeftOut"> | null {
  return JSON.stringify(args).length > ARGS_LENGTH_MAX ? { args: {}, argsLeftOut: true } : null;
}

async function toItems(deps: ApiDeps, rows: WaitingRow[]): Promise<InboxItemDto[]> {
  const shown = await presentIntents(deps, rows, "operator");
  const ordered = rows.filter(({ waitingReasons }) => waitingReasons.includes("bypass"));
  const orders = await pendingOrdersOf(
    deps.db.client,
    ordered.map(({ id }) => id),
  );
  const others = await otherAsks(deps, rows);
  return shown.map((intent, index) => {
    const row = rows[index] as WaitingRow;
    const order = orders.get(row.id);
    return {
      ...intent,
      ...leaveOutLong(intent),
      ...(order === undefined ? {} : { bypass: toBypassDto(order) }),
      others: others.get(row.id) ?? [],
      waiting: {
        reasons: row.waitingReasons as WaitReason[],
        since: sinceOf(row, intent),
        until: row.waitingUntil?.toISOString() ?? null,
      },
    };
  });
}

/** What only a pause stops waits for people since the pause, or since it came. */
function sinceOf({ state, waitingSince }: WaitingRow, { waiting }: IntentDto): string {
  const since = waitingSince.toISOString();
  return state === "cleared" && waiting?.for === "pause" && waiting.since > since ? waiting.since : since;
}
