/** Progress while somebody waits: a bar that is redrawn on a terminal, a line now and then anywhere else. */
import type { Io } from "./command";

export type Progress = {
  /** `total` null: nobody knows yet. Cheap to call for every item. */
  update(done: number, total: number | null): void;
  /** Leaves a clean line behind. */
  end(): void;
};

const FRAME_MS = 100;
const LINE_EVERY_MS = 5_000;
const BAR_WIDTH = 30;
const CLEAR_LINE = "\r\u001b[2K";

export function startProgress(io: Io, label: string, now: () => number = Date.now): Progress {
  const out = io.progress;
  const redraws = out.isTTY === true && io.env["TERM"] !== "dumb";
  const everyMs = redraws ? FRAME_MS : LINE_EVERY_MS;
  const startedMs = now();
  let shownMs = redraws ? 0 : startedMs;
  return {
    update(done, total) {
      const nowMs = now();
      if (nowMs - shownMs < everyMs) return;
      shownMs = nowMs;
      const line = renderProgress(label, done, total, nowMs - startedMs);
      out.write(redraws ? CLEAR_LINE + line.slice(0, (out.columns ?? 80) - 1) : `${line}\n`);
    },
    end() {
      if (redraws) out.write(CLEAR_LINE);
    },
  };
}

export function renderProgress(label: string, done: number, total: number | null, elapsedMs: number): string {
  const count = done.toLocaleString("en-US");
  if (total === null || total <= 0) return `${label}  ${count}`;
  const share = Math.min(1, done / total);
  const filled = Math.round(share * BAR_WIDTH);
  const bar = "█".repeat(filled) + "░".repeat(BAR_WIDTH - filled);
  const left = leftOf(share, elapsedMs);
  const percent = `${Math.floor(share * 100)}%`.padStart(4);
  return `${label}  ${bar} ${percent}  ${count} of ${total.toLocaleString("en-US")}${left}`;
}

function leftOf(share: number, elapsedMs: number): string {
  if (share <= 0 || share >= 1) return "";
  return `  ${Math.ceil((elapsedMs * (1 - share)) / share / 1_000)} s left`;
}
