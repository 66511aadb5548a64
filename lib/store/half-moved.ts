import type { Database } from "./database";

const NO_SUCH_TABLE = "42P01";

/** What `prisma/moves` has begun and not finished. A store without its table has not been migrated so far. */
export async function isHalfMoved(db: Database): Promise<boolean> {
  try {
    const rows = await db.query("select 1 from moves where finished_at is null limit 1");
    return rows.length > 0;
  } catch (error) {
    if ((error as { code?: unknown }).code === NO_SUCH_TABLE) return false;
    throw error;
  }
}
