// Brings our tables and the queue's up to date.
import { migrateQueue } from "@/lib/queue/migrate-queue";
import { migrate } from "@/prisma/migrate";
import { MigrationError } from "@/prisma/migration-error";
import type { Progress } from "@/prisma/moves/move-store";
import type { Stage } from "../stages.mjs";
import { StartError } from "./launch-context";

export async function migrateAll(databaseUrl: string, redisUrl: string | null, stage: Stage): Promise<void> {
  try {
    const move = {
      onProgress: ({ step, doneCount, total }: Progress) => stage.note(`${step}: ${doneCount} of ${total}`),
    };
    const { applied } = await migrate({ databaseUrl, onApplied: (name) => stage.note(name), move });
    await migrateQueue({ databaseUrl, redisUrl });
    stage.note(applied.length === 0 ? "up to date" : `${applied.length} applied`);
  } catch (error) {
    if (error instanceof MigrationError) throw new StartError(error.message);
    throw error;
  }
}
