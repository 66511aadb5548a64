/** How our processes start and stop: readable refusals, a "ready" for the parent, an end when the parent is gone. */
import { SettingsError } from "./env";
import { StartRefusedError } from "./start-refused";

/** sysexits: EX_CONFIG. The supervisor does not restart a process that ended with it. */
export const EXIT_CONFIGURATION = 78;
const STOP_MAX_MS = 60_000;

export function stopOnBadSettings<T>(load: () => T): T {
  try {
    return load();
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    console.error("These settings are wrong:");
    console.table(
      Object.fromEntries(error.problems.map(({ name, value, message }) => [name, { value, problem: message }])),
    );
    return process.exit(EXIT_CONFIGURATION);
  }
}

/** Asked before anything is served or claimed. */
export async function stopOnRefusal(check: () => Promise<void>): Promise<void> {
  try {
    await check();
  } catch (error) {
    if (!(error instanceof StartRefusedError)) throw error;
    console.error(error.message);
    process.exit(EXIT_CONFIGURATION);
  }
}

export function reportReady(more: Record<string, unknown> = {}): void {
  process.send?.({ type: "ready", ...more });
}

/**
 * Runs once, on SIGTERM, SIGINT, or when the parent that started us is gone (it may have been killed). `drainMs` is asked
 * then: what is under way gets that long, and never less than usual.
 */
export function onStop(stop: (why: string, withinMs: number) => Promise<void>, drainMs = () => 0): void {
  let stopping = false;
  const begin = (why: string) => {
    if (stopping) return;
    stopping = true;
    // Whatever hangs, the process ends; what was under way is handed over by its lease.
    const withinMs = Math.max(STOP_MAX_MS, drainMs());
    setTimeout(() => process.exit(1), withinMs).unref();
    stop(why, withinMs).then(
      () => process.exit(0),
      (error: unknown) => {
        console.error(error);
        process.exit(1);
      },
    );
  };
  process.on("SIGTERM", () => begin("SIGTERM"));
  process.on("SIGINT", () => begin("SIGINT"));
  process.on("disconnect", () => begin("the parent process is gone"));
}
