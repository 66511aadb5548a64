// A child's log: bounded on disk (one older generation is kept), its last lines in memory for error messages.
import { appendFileSync, existsSync, renameSync, statSync } from "node:fs";

export interface LogFile {
  path: string;
  /** One line, without its end. */
  write(line: string): void;
  lastLines(): string[];
}

const LOG_MAX = 10 * 1024 * 1024;
const LAST_LINES_MAX = 20;

/** Moves a log that has grown too large aside; a writer that reopens it begins anew. */
export function rotateLog(path: string): void {
  if (existsSync(path) && statSync(path).size > LOG_MAX) renameSync(path, `${path}.1`);
}

export function openLog(path: string, echo: ((line: string) => void) | null): LogFile {
  rotateLog(path);
  let size = existsSync(path) ? statSync(path).size : 0;
  const last: string[] = [];
  return {
    path,
    write(line) {
      last.push(line);
      if (last.length > LAST_LINES_MAX) last.shift();
      appendFileSync(path, `${line}\n`, { mode: 0o600 });
      size += Buffer.byteLength(line) + 1;
      if (size > LOG_MAX) {
        rotateLog(path);
        size = 0;
      }
      echo?.(line);
    },
    lastLines: () => [...last],
  };
}
