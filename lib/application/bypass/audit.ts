import type { IdPrefix } from "@/lib/domain/id";
import type { BypassOrderRow, ClosedAs } from "@/lib/store/bypass-orders";
import type { Tx } from "@/lib/store/database";
import type { StoredIntent } from "@/lib/store/intents";
import { recordEvents } from "@/lib/store/journal";
import type { StoredOperator } from "@/lib/store/operators";

type Step = "ordered" | "confirmed" | Exclude<ClosedAs, "given">;

/** What people do with an order is told on the intent that it is about. */
export async function recordBypass(
  tx: Tx,
  deps: { newId: (prefix: IdPrefix) => string },
  { row }: StoredIntent,
  operator: StoredOperator,
  step: Step,
  order: BypassOrderRow,
  at: number,
): Promise<void> {
  const { id: orderId, submissionId, people, peopleNeeded, role } = order;
  const isByPerson = step !== "expired" && step !== "void";
  const said = people.find(({ operatorId }) => operatorId === operator.id);
  const detail = said === undefined || step === "withdrawn" || !isByPerson ? {} : { reason: said.reason };
  await recordEvents(tx, deps.newId, at, [
    {
      type: `intent.bypass_${step}`,
      actor: isByPerson ? { kind: "operator", id: operator.id } : { kind: "system", id: "bypass" },
      namespace: row.namespace,
      intentId: row.id,
      subject: row.tool,
      data: { orderId, submissionId, people: people.length, peopleNeeded, role },
      detail,
    },
  ]);
}
