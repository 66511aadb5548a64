/** The public keys that a command is given: whom to believe is for people to say, never for the file that is checked. */
import type { KeyObject } from "node:crypto";
import { readFile } from "node:fs/promises";
import { keyIdOf, readPublicKeys } from "@/lib/domain/audit/seal-key";
import { CommandError, EXIT_USAGE } from "../command";

const NO_KEY =
  "Say whose seals you trust: --key PUBLIC.pem. A key that comes with the file proves nothing, because whoever changed the file could have changed it too. `interlock audit key` prints the key; keep it apart from the exports.";

export async function readKeys(paths: string[] | undefined): Promise<KeyObject[]> {
  if (paths === undefined || paths.length === 0) throw new CommandError(NO_KEY, EXIT_USAGE);
  return (await Promise.all(paths.map(readKey))).flat();
}

async function readKey(path: string): Promise<KeyObject[]> {
  const text = await readText(path);
  const keys = readPublicKeys(text);
  if (keys === null) throw new CommandError(`${path} holds no public Ed25519 key in PEM.`);
  return keys;
}

export async function readText(path: string): Promise<string> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    throw new CommandError(`${path} cannot be read (${(error as NodeJS.ErrnoException).code}).`);
  }
}

export function byKeyId(keys: KeyObject[]): Map<string, KeyObject> {
  return new Map(keys.map((key) => [keyIdOf(key), key]));
}
