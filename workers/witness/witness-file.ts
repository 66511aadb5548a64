/**
 * The worker's own record of what it claimed, outside the store: a file it appends to after a claim was committed and
 * before anything is sent for it. One `write` a claim, no flush: a killed process loses nothing; after a power cut the
 * last seconds may be missing, which other witnesses may still know.
 *
 *   <directory>/<store id>.<worker>.<part>.log     parts are bounded, the oldest go; files of other workers are read too
 */
import { closeSync, mkdirSync, openSync, readdirSync, readFileSync, rmSync, statSync, writeSync } from "node:fs";
import { join } from "node:path";
import type { SeenClaim } from "@/lib/domain/store-epoch";
import { parseLines, toLines, type WitnessedClaim } from "./lines";

const PART_BYTES_MAX = 8 * 1_048_576;
/** About half a million claims. */
const PARTS_MAX = 8;
const FILES_KEPT_MAX = 64;
const PAGE_MAX = 1_000;
const PRIVATE_DIRECTORY = 0o700;
const PRIVATE_FILE = 0o600;

export type WitnessFile = {
  saw(storeId: string, claims: WitnessedClaim[]): void;
  newest(storeId: string): SeenClaim[];
  /** Newest first, each worker's by itself. */
  recent(storeId: string): Iterable<Iterable<WitnessedClaim[]>>;
  close(): void;
};

export function openWitnessFile(directory: string, worker: string, onError: (error: unknown) => void): WitnessFile {
  let open: { storeId: string; fd: number; bytes: number } | null = null;
  let part = 0;

  function append(storeId: string, text: string): void {
    if (open === null || open.storeId !== storeId || open.bytes > PART_BYTES_MAX) {
      close();
      mkdirSync(directory, { recursive: true, mode: PRIVATE_DIRECTORY });
      part += 1;
      open = { storeId, fd: openSync(join(directory, nameOf(storeId, worker, part)), "a", PRIVATE_FILE), bytes: 0 };
      rmSync(join(directory, nameOf(storeId, worker, part - PARTS_MAX)), { force: true });
      tidy(storeId);
    }
    open.bytes += writeSync(open.fd, text);
  }

  function close(): void {
    if (open !== null) closeSync(open.fd);
    open = null;
  }

  /** What workers of long ago left. */
  function tidy(storeId: string): void {
    for (const { path } of filesOf(storeId).slice(FILES_KEPT_MAX)) rmSync(path, { force: true });
  }

  /** The one written last comes first. */
  function filesOf(storeId: string): { path: string; worker: string; at: number }[] {
    const names = list(directory).filter((name) => name.startsWith(`${storeId}.`) && name.endsWith(".log"));
    return names
      .map((name) => {
        const path = join(directory, name);
        return { path, worker: name.split(".").slice(1, -2).join("."), at: statSync(path).mtimeMs };
      })
      .sort((left, right) => right.at - left.at);
  }

  function byWorker(storeId: string): string[][] {
    const workers = new Map<string, string[]>();
    for (const file of filesOf(storeId)) workers.set(file.worker, [...(workers.get(file.worker) ?? []), file.path]);
    return [...workers.values()];
  }

  return {
    saw(storeId, claims) {
      try {
        append(storeId, toLines(claims));
      } catch (error) {
        onError(error); // a full disk must not stop what other witnesses see
        open = null;
      }
    },
    newest(storeId) {
      return byWorker(storeId).flatMap((paths) => {
        for (const path of paths) {
          const last = readClaims(path).at(-1);
          if (last !== undefined) return [last];
        }
        return [];
      });
    },
    recent: (storeId) => byWorker(storeId).map(pagesOf),
    close,
  };
}

function* pagesOf(paths: string[]): Generator<WitnessedClaim[]> {
  for (const path of paths) {
    const claims = readClaims(path).reverse();
    for (let from = 0; from < claims.length; from += PAGE_MAX) yield claims.slice(from, from + PAGE_MAX);
  }
}

function readClaims(path: string): WitnessedClaim[] {
  return parseLines(readFileSync(path, "utf8"));
}

function nameOf(storeId: string, worker: string, part: number): string {
  return `${storeId}.${worker}.${part}.log`;
}

function list(directory: string): string[] {
  try {
    return readdirSync(directory);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw error;
  }
}
