// Where the product's database is while the embedded server runs; for tools that are started beside it.
import { findEmbeddedPostgres } from "./embedded-postgres";
import { homeFrom } from "./home";

export const DATABASE = "interlock";

export async function findLocalDatabaseUrl(env: NodeJS.ProcessEnv = process.env): Promise<string | null> {
  const server = await findEmbeddedPostgres(homeFrom(env).postgres);
  return server?.url(DATABASE) ?? null;
}
