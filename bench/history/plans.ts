/** How PostgreSQL finds a list, for the first of the samples. */
import type pg from "pg";
import type { Tx } from "@/lib/store/database";
import { listIntents } from "@/lib/store/list-intents";
import type { Case } from "./cases";
import { storeFilter } from "./measure";
import type { Sample } from "./samples";

export async function planOf(sql: pg.Client, one: Case, sample: Sample): Promise<string[]> {
  const lines: string[] = [];
  const $queryRawUnsafe = async (text: string, ...values: unknown[]) => {
    if (!text.includes("intents i")) return (await sql.query(text, values)).rows;
    const { rows } = await sql.query<{ "QUERY PLAN": string }>(`explain (analyze, buffers, costs off) ${text}`, values);
    lines.push(...rows.map((row) => row["QUERY PLAN"]));
    return [];
  };
  await listIntents({ $queryRawUnsafe } as Pick<Tx, "$queryRawUnsafe">, storeFilter(one, sample));
  return lines;
}
