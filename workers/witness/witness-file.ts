/**
 * The worker's own record of what it claimed, outside the store: a file it appends to after a claim was committed and
 * before anything is sent for it. One `write` a claim, no flush: a killed process loses nothing; after a power cut the
 * last seconds may be missing, which other witnesses may still know.
 *
 *   <directory>/<store id>.<worker>.<part>.log     parts are bounded, the oldest go; files of other workers are read too
 *
 * F1  A write that fails costs nothing that is there: no part is begun, and none goes, before the one in use is full.
 * F2  What was half written when the disk filled up is closed by the next write; only that line is lost.
 */
import { closeSync, fstatSync, mkdirSync, openSync, readdirSync, rmSync, statSync, writeSync } from "node:fs";
import { join } from "node:path";
import type { SeenClaim } from "@/lib/domain/store-epoch";
import type { WitnessedClaim } from "./lines";
import { isNotThere, readBack } from "./read-back";

const PART_BYTES_MAX = 8 * 1_048_576;
/** About half a million claims. */
const PARTS_MAX = 8;
const FILES_KEPT_MAX = 64;
const PRIVATE_DIRECTORY = 0o700;
const PRIVATE_FILE = 0o600;

export type WitnessFile = {
  /** `lines`: whole ones, or none to find out whether it can be written. Throws `WitnessFileError`. */
  append(storeId: string, lines: string): void;
  /** Throws `WitnessFileError`. */
  newest(storeId: string): SeenClaim[];
  /** Newest first, each worker's by itself. */
  recent(storeId: string): Iterable<WitnessedClaim[]>[];
  close(): void;
};

export class WitnessFileError extends Error {
  constructor(does: "read" | "written", directory: string, cause: unknown) {
    const code = (cause as NodeJS.ErrnoException).code ?? String(cause);
    super(`What this worker claims cannot be ${does} in ${directory} (${code}).`, { cause });
    this.name = "WitnessFileError";
  }
}

type Part = { storeId: string; fd: number; bytes: number };

export function openWitnessFile(directory: string, worker: string): WitnessFile {
  let open: Part | null = null;
  let part = 1;
  let isTorn = false;

  function partFor(storeId: string): Part {
    if (open !== null && open.storeId === storeId && open.bytes <= PART_BYTES_MAX) return open;
    const number = open?.storeId === storeId ? part + 1 : part;
    mkdirSync(directory, { recursive: true, mode: PRIVATE_DIRECTORY });
    const fd = openSync(join(directory, nameOf(storeId, worker, number)), "a", PRIVATE_FILE);
    close();
    open = { storeId, fd, bytes: fstatSync(fd).size };
    part = number; // F1
    rmSync(join(directory, nameOf(storeId, worker, part - PARTS_MAX)), { force: true });
    tidy(storeId);
    return open;
  }

  function append(storeId: string, lines: string): void {
    try {
      write(partFor(storeId), lines);
    } catch (error) {
      close(); // opened anew next time, the same part: the disk may be another by then
      throw error;
    }
  }

  function write(into: Part, lines: string): void {
    // F2. Without lines it is written all the same: only that tells whether there is room.
    const bytes = Buffer.from(isTorn || lines === "" ? `\n${lines}` : lines);
    isTorn = true;
    for (let from = 0; from < bytes.length; ) {
      const count = writeSync(into.fd, bytes, from);
      into.bytes += count;
      from += count;
    }
    isTorn = false;
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
      .flatMap((name) => {
        const path = join(directory, name);
        const stat = statSync(path, { throwIfNoEntry: false });
        return stat === undefined ? [] : [{ path, worker: name.split(".").slice(1, -2).join("."), at: stat.mtimeMs }];
      })
      .sort((left, right) => right.at - left.at);
  }

  function byWorker(storeId: string): string[][] {
    const workers = new Map<string, string[]>();
    for (const file of filesOf(storeId)) workers.set(file.worker, [...(workers.get(file.worker) ?? []), file.path]);
    return [...workers.values()];
  }

  function orSay<T>(does: "read" | "written", work: () => T): T {
    try {
      return work();
    } catch (error) {
      throw new WitnessFileError(does, directory, error);
    }
  }

  return {
    append: (storeId, lines) => orSay("written", () => append(storeId, lines)),
    newest: (storeId) => orSay("read", () => byWorker(storeId).flatMap((paths) => firstOf(pagesOf(paths)))),
    recent: (storeId) => byWorker(storeId).map(pagesOf),
    close,
  };
}

function firstOf(pages: Iterable<WitnessedClaim[]>): WitnessedClaim[] {
  for (const page of pages) return page.slice(0, 1);
  return [];
}

function* pagesOf(paths: string[]): Generator<WitnessedClaim[]> {
  for (const path of paths) yield* readBack(path);
}

function nameOf(storeId: string, worker: string, part: number): string {
  return `${storeId}.${worker}.${part}.log`;
}

function list(directory: string): string[] {
  try {
    return readdirSync(directory);
  } catch (error) {
    if (isNotThere(error)) return [];
    throw error;
  }
}
