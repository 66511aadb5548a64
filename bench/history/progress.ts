/** Generates a history and tells on the terminal how far it is. */
import type { ProductDatabase } from "../product-database";
import { type Generation, generateHistory } from "./generate";

export async function generateWithProgress(
  { databaseUrl, sql }: Pick<ProductDatabase, "databaseUrl" | "sql">,
  plan: Generation,
): Promise<void> {
  const startedAt = performance.now();
  const seconds = () => Math.round((performance.now() - startedAt) / 1000);
  let told = 0;
  await generateHistory(databaseUrl, plan, (share) => {
    const tenth = Math.floor(share * 10);
    if (tenth === told) return;
    told = tenth;
    console.log(`${tenth * 10} % of the rows are written, ${seconds()} s`);
  });
  const { rows } = await sql.query<{ size: string }>(
    "select pg_size_pretty(pg_database_size(current_database())) as size",
  );
  const count = plan.count.toLocaleString("en-US");
  console.log(`${count} intents, ${rows[0]?.size}, indexed and analysed: ${seconds()} s\n`);
}
