/** What people denied, with the name of the one who did. */
import type { JsonObject } from "@/lib/domain/json";
import type { Tx } from "./database";
import { hexSql } from "./digests";

type Reader = Pick<Tx, "$queryRawUnsafe">;

export type DeniedRow = {
  id: string;
  tool: string;
  contractVersion: number;
  args: JsonObject;
  argsDigest: string;
  endedBy: string;
  endedReason: string | null;
  endedAt: Date;
  deniedByName: string | null;
};

/** Of these, those that are denied. */
export async function deniedRowsOf(client: Reader, ids: string[]): Promise<DeniedRow[]> {
  return client.$queryRawUnsafe<DeniedRow[]>(
    `select i.id, i.tool, i.contract_version as "contractVersion", i.args, ${hexSql("i.args_digest")} as "argsDigest",
            i.ended_by as "endedBy", i.ended_reason as "endedReason", i.ended_at as "endedAt", o.name as "deniedByName"
     from intents i left join operators o on o.id = i.ended_by
     where i.id = any($1) and i.ended_as = 'denied'`,
    ids,
  );
}
