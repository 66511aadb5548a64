import { type Logger, pino } from "pino";

export type { Logger };

/** One JSON line an event. Credentials never reach a log call; these paths are the second line of defence. */
export function makeLogger(name: string, level: string, processNumber?: string): Logger {
  const log = pino({
    name,
    level,
    redact: { paths: ["*.authorization", "*.password", "*.cookie", "*.key", "*.token"], censor: "***" },
  });
  return processNumber === undefined ? log : log.child({ process: Number(processNumber) });
}
