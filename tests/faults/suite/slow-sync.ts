// A disk that takes its time to make things durable: a library before the system's own that waits in fsync and fdatasync.
import { chmodSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { makeTempDir } from "@/tests/support/temp-dir";
import { runTool } from "./run-tool";

const SOURCE = `
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

/* Read anew at every call: the delay may change while the server runs. */
static void wait_for_disk(void) {
  const char *path = getenv("SLOW_SYNC_FILE");
  FILE *file = path ? fopen(path, "r") : NULL;
  unsigned int delay_ms = 0;
  if (file == NULL) return;
  if (fscanf(file, "%u", &delay_ms) != 1) delay_ms = 0;
  fclose(file);
  if (delay_ms > 0) usleep(delay_ms * 1000);
}

int fdatasync(int fd) {
  static int (*real)(int) = NULL;
  if (real == NULL) real = (int (*)(int))dlsym(RTLD_NEXT, "fdatasync");
  wait_for_disk();
  return real(fd);
}

int fsync(int fd) {
  static int (*real)(int) = NULL;
  if (real == NULL) real = (int (*)(int))dlsym(RTLD_NEXT, "fsync");
  wait_for_disk();
  return real(fd);
}
`;

export interface SlowSync {
  /** What a process is told to be slow. */
  env: Record<string, string>;
  setDelay(ms: number): void;
  remove(): void;
}

export function makeSlowSync(): SlowSync {
  const directory = makeTempDir("slow-sync");
  const [source, library, file] = ["slow.c", "slow.so", "delay"].map((name) => join(directory.path, name)) as [
    string,
    string,
    string,
  ];
  // Postgres runs as another account.
  chmodSync(directory.path, 0o755);
  writeFileSync(source, SOURCE);
  writeFileSync(file, "0");
  runTool("gcc", "-shared", "-fPIC", "-O2", "-o", library, source, "-ldl");
  return {
    env: { LD_PRELOAD: library, SLOW_SYNC_FILE: file },
    setDelay: (ms) => writeFileSync(file, String(ms)),
    remove: directory.remove,
  };
}
