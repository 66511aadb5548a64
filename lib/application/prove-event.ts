/** The way from one event to its seal, for somebody who has nothing but the public key. */
import { type InclusionProof, makeProof } from "@/lib/domain/audit/inclusion-proof";
import { findSealedRow, toSealedEvent } from "@/lib/store/audit-events";
import type { Database } from "@/lib/store/database";
import { findSealOf, placesOf } from "@/lib/store/seals";
import { ConflictError, NotFoundError } from "./errors";

export async function proveEvent({ client }: Pick<Database, "client">, eventId: string): Promise<InclusionProof> {
  const row = await findSealedRow(client, eventId);
  if (row === null) throw new NotFoundError("not_found", "There is no such event.");
  const position = (await placesOf(client, [row.rowId])).get(row.rowId)?.position;
  const sealed = position === undefined ? null : await findSealOf(client, position);
  if (position === undefined || sealed === null) {
    throw new ConflictError("not_sealed", "The event is not sealed yet; it takes a few seconds.");
  }
  return makeProof(toSealedEvent(row, position), sealed.seal, sealed.leaves);
}
