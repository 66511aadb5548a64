import { overLimits } from "@/lib/domain/gate/admit";
import type { LimitCharge } from "@/lib/domain/limits/charges";
import { windowStart } from "@/lib/domain/limits/window";
import type { Tx } from "@/lib/store/database";
import { loadUsage } from "@/lib/store/reservations";
import { ConflictError } from "./errors";

/** The limit that asks for a person, if clearing would exceed one; one that refuses is not the operator's to lift. */
export async function findOverLimit(
  tx: Tx,
  charges: LimitCharge[],
  intentId: string,
  at: number,
): Promise<string | null> {
  const wanted = charges.map(({ bucket, window }) => ({ bucket, sinceMs: windowStart(window, at) }));
  const over = overLimits({ used: await loadUsage(tx, wanted) }, charges);
  const barred = over.find((charge) => charge.over === "refuse");
  if (barred !== undefined) {
    const message = `Approving it now would exceed a limit: ${barred.label}.`;
    throw new ConflictError("limit_exceeded", message, { intentId });
  }
  return over[0] === undefined ? null : `limit: ${over[0].label}`;
}
