/** Advisory locks by name: a number of 64 bits. Two names that meet in one number only wait for each other. */
import { hash } from "node:crypto";
import type { RawTx } from "./raw-transaction";

/** Held shared by whatever relies on the tool's active contract, alone by a publish. */
export function toolLock(tool: string): bigint {
  return digestLock(hash("sha256", `contract:${tool}`, "hex"));
}

/** Held by whatever records that an intent had this effect: of two that would both have it, one is first. */
export function effectLock(effectId: string): bigint {
  return digestLock(hash("sha256", `effect:${effectId}`, "hex"));
}

export function digestLock(digest: string): bigint {
  return BigInt.asIntN(64, BigInt(`0x${digest.slice(0, 16)}`));
}

/** Takes those that are free, and returns them: for a transaction that holds rows already, and must not wait. */
export async function takeFreeLocks(tx: Pick<RawTx, "$queryRawUnsafe">, ids: bigint[]): Promise<Set<bigint>> {
  if (ids.length === 0) return new Set();
  const rows = await tx.$queryRawUnsafe<{ id: string }[]>(
    "select id::text as id from unnest($1::bigint[]) as id where pg_try_advisory_xact_lock(id)",
    [...new Set(ids)].map(String),
  );
  return new Set(rows.map(({ id }) => BigInt(id)));
}

/** In the order of their numbers, so that two transactions never wait for each other in a circle. */
export async function takeLocks(
  tx: RawTx,
  lock: "pg_advisory_xact_lock" | "pg_advisory_xact_lock_shared",
  ids: bigint[],
): Promise<void> {
  if (ids.length === 0) return;
  const sorted = [...new Set(ids)].sort((left, right) => (left < right ? -1 : 1)).map(String);
  await tx.$queryRawUnsafe(`select count(${lock}(id)) from unnest($1::bigint[]) as id`, sorted);
}
