// A release that differs from this one in a few lines: esbuild is given them changed, the sources stay as they are.
import { readFileSync } from "node:fs";
import { relative, resolve } from "node:path";

/**
 * By file, what is replaced by what. A line that is no longer there fails the bundle: it would be this release again.
 * @param {string} name
 * @param {Record<string, readonly (readonly [string, string])[]>} changes
 * @returns {import("esbuild").Plugin}
 */
export function otherSource(name, changes) {
  return {
    name,
    setup({ onLoad }) {
      onLoad({ filter: /\.ts$/ }, ({ path }) => {
        const changed = changes[relative(resolve("."), path)];
        if (changed === undefined) return undefined;
        let contents = readFileSync(path, "utf8");
        for (const [from, to] of changed) {
          if (!contents.includes(from)) return { errors: [{ text: `${name}: ${path} no longer says: ${from}` }] };
          contents = contents.replace(from, () => to);
        }
        return { contents, loader: "ts" };
      });
    },
  };
}
