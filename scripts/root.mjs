// Every script works from the repository's root, wherever it was called from.
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";

export const root = dirname(dirname(fileURLToPath(import.meta.url)));

export function inRoot() {
  process.chdir(root);
}
