/**
 * Submissions that are kept with an intent whose own identity does not tell of them (`listApart`), each read as its
 * contract reads it.
 */
import type { JsonObject } from "@/lib/domain/json";
import type { CompiledFields } from "@/lib/domain/normalise/field-tree";
import { normaliseArgs } from "@/lib/domain/normalise/normalise-args";
import { listApart } from "@/lib/store/erasures";
import type { RawTx } from "@/lib/store/raw-transaction";
import { ifReadable } from "./contract-catalog";
import type { VersionOf } from "./intake/pending";

/** Args may be large; what is kept of them is not. */
const PAGE = 200;

export type Apart = {
  submissionId: string;
  intentId: string;
  isStray: boolean;
  identity: JsonObject;
  fields: CompiledFields;
};

/** `unreadable`: submissions, with their intents, whose contract version cannot be read; nothing of them is erased yet. */
export type ReadApart = { apart: Apart[]; unreadable: { submissionId: string; intentId: string }[] };

export async function readApart(tx: RawTx, versionOf: VersionOf, intentIds: string[]): Promise<ReadApart> {
  const apart: Apart[] = [];
  const unreadable: ReadApart["unreadable"] = [];
  for (let after = ""; intentIds.length > 0; ) {
    const rows = await listApart(tx, intentIds, { after, limit: PAGE });
    for (const { id, intentId, tool, contractVersion, executableArgs, isStray } of rows) {
      const contract = await ifReadable(versionOf(tx, tool, contractVersion));
      if (contract === null) {
        unreadable.push({ submissionId: id, intentId });
        continue;
      }
      const { fields } = contract;
      const read = normaliseArgs(fields, executableArgs);
      if (read.ok) apart.push({ submissionId: id, intentId, isStray, identity: read.identity, fields });
    }
    const last = rows.at(-1);
    if (rows.length < PAGE || last === undefined) break;
    after = last.id;
  }
  return { apart, unreadable };
}
