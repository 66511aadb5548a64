/**
 * The public keys to believe: those that a person names, else those of the Interlock that keeps its state in this folder.
 * Never one that comes with the file that is checked.
 */
import type { KeyObject } from "node:crypto";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { keyIdOf, readPublicKeys } from "@/lib/domain/audit/seal-key";
import { CommandError, EXIT_NO_INPUT, EXIT_USAGE, type Io } from "../command";

const NO_KEY =
  "Say whose seals you trust: --key PUBLIC.pem. A key that comes with the file proves nothing, because whoever changed the file could have changed it too. `interlock audit key` prints the key; keep it apart from the exports.";

export async function readKeys({ env, progress }: Io, paths: string[] = []): Promise<KeyObject[]> {
  if (paths.length > 0) return (await Promise.all(paths.map(readKey))).flat();
  const own = join(env["INTERLOCK_HOME"] || ".interlock", "audit.pem");
  if (!existsSync(own)) throw new CommandError(NO_KEY, EXIT_USAGE);
  progress.write(`Believing the key of the Interlock in this folder, ${own}; --key names another.\n`);
  return readKey(own);
}

async function readKey(path: string): Promise<KeyObject[]> {
  const text = await readText(path);
  const keys = readPublicKeys(text);
  if (keys === null) throw new CommandError(`${path} holds no public Ed25519 key in PEM.`, EXIT_NO_INPUT);
  return keys;
}

export async function readText(path: string): Promise<string> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    throw new CommandError(`${path} cannot be read (${(error as NodeJS.ErrnoException).code}).`, EXIT_NO_INPUT);
  }
}

export function byKeyId(keys: KeyObject[]): Map<string, KeyObject> {
  return new Map(keys.map((key) => [keyIdOf(key), key]));
}
