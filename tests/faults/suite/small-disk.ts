// A file system of a few megabytes, in a file: it can be filled to the last block, and emptied again.
import { chmodSync, closeSync, mkdirSync, openSync, rmSync, truncateSync, writeFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import { makeTempDir } from "@/tests/support/temp-dir";
import { startJanitor } from "./janitor";
import { runTool } from "./run-tool";

export interface SmallDisk {
  path: string;
  fill(): void;
  free(): void;
  close(): Promise<void>;
}

const PIECES_BYTES = [1_048_576, 4_096] as const;

export async function openSmallDisk(bytes: number): Promise<SmallDisk> {
  const directory = makeTempDir("disk");
  const image = join(directory.path, "image");
  const path = join(directory.path, "mounted");
  const ballast = join(path, "ballast");
  // Whoever still works in there is ended: a server that was started on it outlives its maker.
  const janitor = startJanitor(
    `fuser -km "${path}"\numount "${path}" || umount -l "${path}"\nrm -rf "${directory.path}"`,
  );
  try {
    chmodSync(directory.path, 0o711);
    writeFileSync(image, "");
    truncateSync(image, bytes);
    runTool("mkfs.ext4", "-q", "-F", "-m", "0", image);
    mkdirSync(path);
    runTool("mount", "-o", "loop", image, path);
  } catch (error) {
    await janitor.clean();
    throw error;
  }
  return {
    path,
    fill() {
      const file = openSync(ballast, "a");
      for (const bytesEach of PIECES_BYTES) while (writes(file, bytesEach));
      closeSync(file);
    },
    free: () => rmSync(ballast, { force: true }),
    close: () => janitor.clean(),
  };
}

/** False: there is no room left for it. */
function writes(file: number, bytes: number): boolean {
  try {
    return writeSync(file, Buffer.alloc(bytes)) === bytes;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOSPC") return false;
    throw error;
  }
}
