/** An operator wants a resting downstream tried now: each worker that rests it hears of it within its next look. */
import type { IdPrefix } from "@/lib/domain/id";
import type { Database } from "@/lib/store/database";
import { databaseNow } from "@/lib/store/intents";
import { recordEvents } from "@/lib/store/journal";
import type { StoredOperator } from "@/lib/store/operators";
import { askToTry } from "@/lib/store/resting-downstreams";
import { NotFoundError } from "./errors";

export type TryDeps = { db: Database; newId: (prefix: IdPrefix) => string };
export type TryInput = { operator: StoredOperator; origin: string; tool: string | null };

const NOT_RESTING = "No such downstream is resting: it is being called.";
const LOOK = "Send `origin` and `tool` as GET /api/v1/downstreams lists them; what it does not list needs no trying.";

export async function tryDownstream(deps: TryDeps, { operator, origin, tool }: TryInput): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const asked = await askToTry(tx, origin, tool);
    if (asked.length === 0) throw new NotFoundError("not_found", NOT_RESTING, LOOK);
    const actor = { kind: "operator", id: operator.id } as const;
    const events = asked.map((route) => ({
      ...{ type: "downstream.try_asked", actor, namespace: null, intentId: null, subject: route.tool },
      ...{ data: {}, detail: { origin } },
    }));
    await recordEvents(tx, deps.newId, await databaseNow(tx), events);
  });
}
