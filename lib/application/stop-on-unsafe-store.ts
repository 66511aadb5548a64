/** At the start of web and worker; a store that is away is asked as soon as it is there. */
import type { Settings } from "@/lib/config/env";
import type { Logger } from "@/lib/config/log";
import { EXIT_CONFIGURATION } from "@/lib/config/process";
import { makeIdSource } from "@/lib/domain/id";
import { openDatabase } from "@/lib/store/database";
import { isUnreachable } from "@/lib/store/errors";
import { requireOwnSession, requireSafeStore, UnsafeStoreError } from "./require-safe-store";

const RETRY_MS = 5_000;

export async function stopOnUnsafeStore(settings: Settings, who: string, log: Logger): Promise<void> {
  const { databaseUrl, allowUnsafeStore } = settings;
  const db = openDatabase({ url: databaseUrl, connectionsMax: 1, name: `interlock-${who}` });
  try {
    await requireOwnSession(settings);
    const newId = makeIdSource(Date.now);
    await requireSafeStore({ db, newId, process: who, allowUnsafeStore, warn: (message) => log.warn(message) });
  } catch (error) {
    if (error instanceof UnsafeStoreError) {
      console.error(error.message);
      process.exit(EXIT_CONFIGURATION);
    }
    if (!isUnreachable(error)) throw error;
    setTimeout(
      () => void stopOnUnsafeStore(settings, who, log).catch((late) => log.warn({ err: late })),
      RETRY_MS,
    ).unref();
  } finally {
    await db.close();
  }
}
