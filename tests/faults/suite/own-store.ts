// The product on a PostgreSQL of its own, with the demo's agents and operators in it: for faults of the store itself.
import { seedDemo } from "@/prisma/seed";
import { openPostgresProcess, type PostgresProcess } from "./postgres-process";
import { openSite, type Site, type SiteOptions } from "./site";

export interface OwnStore {
  postgres: PostgresProcess;
  site: Site;
  close(): Promise<void>;
}

export async function openOwnStore(
  name: string,
  server: Parameters<typeof openPostgresProcess>[1],
  options: SiteOptions,
): Promise<OwnStore> {
  const postgres = await openPostgresProcess(name, server);
  try {
    const { databaseUrl } = postgres;
    const queue = { databaseUrl, redisUrl: null };
    const credentials = await seedDemo({ ...queue, contractsDir: "contracts", existing: null });
    const site = await openSite({ ...options, database: { url: databaseUrl, ...credentials } });
    return {
      postgres,
      site,
      async close() {
        await site.close();
        await postgres.close();
      },
    };
  } catch (error) {
    await postgres.close();
    throw error;
  }
}
