// The migrations on disk, in the order of their names, each with the checksum that Prisma would write.
import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { MigrationError } from "./migration-error";

export interface Migration {
  name: string;
  sql: string;
  checksum: string;
}

export async function readMigrations(directory: string): Promise<Migration[]> {
  const entries = await readdir(directory, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    throw new MigrationError(`The migrations in ${directory} cannot be read: ${error.message}.`);
  });
  const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  return Promise.all(names.sort().map((name) => readMigration(directory, name)));
}

/** Prisma too takes a checkout with other line ends for the same migration. */
export function hasChecksum(migration: Migration, checksum: string): boolean {
  const lf = migration.sql.replaceAll("\r\n", "\n");
  return [migration.checksum, sha256(lf), sha256(lf.replaceAll("\n", "\r\n"))].includes(checksum);
}

async function readMigration(directory: string, name: string): Promise<Migration> {
  const sql = await readFile(join(directory, name, "migration.sql"), "utf8").catch((error: NodeJS.ErrnoException) => {
    throw new MigrationError(`The migration ${name} has no readable migration.sql: ${error.message}.`);
  });
  return { name, sql, checksum: sha256(sql) };
}

function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
