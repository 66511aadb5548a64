import type { RawTx } from "./raw-transaction";

/**
 * Statements of this transaction may take so long from now on (`isOutOfTime`). As a value: a text for each number of
 * milliseconds would be kept by the connection as a statement of its own.
 */
export async function giveTime(tx: Pick<RawTx, "$queryRawUnsafe">, leftMs: number): Promise<void> {
  await tx.$queryRawUnsafe("select set_config('statement_timeout', $1, true)", String(Math.max(1, Math.ceil(leftMs))));
}
