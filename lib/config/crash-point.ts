/**
 * Named moments at which a process ends itself with SIGKILL, or stands still with SIGSTOP, so that faults hit an exact
 * step. Compiled in for the fault suite only: elsewhere the constant is false and the bundler drops the calls.
 *
 * INTERLOCK_CRASH_POINT=name:passes:action[:delayMs] arms one; it fires once, when it was passed so many times.
 */
declare const INTERLOCK_CRASH_POINTS: boolean | undefined;

export type CrashPoint =
  | "submit_parsed"
  | "submit_committed"
  | "submit_unanswered"
  | "wake_up_sent"
  | "wake_up_taken"
  | "before_claim"
  | "claimed"
  | "request_sent"
  | "effect_answered"
  | "settled"
  | "swept"
  | "decided"
  | "seal_written"
  | "sealed"
  | "history_written"
  | "history_projected";

export function crashPoint(name: CrashPoint): void {
  if (typeof INTERLOCK_CRASH_POINTS !== "undefined" && INTERLOCK_CRASH_POINTS) pass(name);
}

type Armed = { name: string; passesLeft: number; signal: "SIGKILL" | "SIGSTOP"; delayMs: number };

let armed: Armed | null | undefined;

function pass(name: CrashPoint): void {
  if (armed === undefined) armed = parseArmed(process.env["INTERLOCK_CRASH_POINT"] ?? "");
  if (armed === null || armed.name !== name) return;
  armed.passesLeft -= 1;
  if (armed.passesLeft > 0) return;
  const { signal, delayMs } = armed;
  armed = null;
  // Neither returns before the signal has done its work.
  if (delayMs === 0) process.kill(process.pid, signal);
  else setTimeout(() => process.kill(process.pid, signal), delayMs);
}

function parseArmed(text: string): Armed | null {
  const [name = "", passes = "1", action = "kill", delayMs = "0"] = text.split(":");
  if (name === "") return null;
  const signal = action === "stop" ? "SIGSTOP" : "SIGKILL";
  return { name, passesLeft: Number(passes), signal, delayMs: Number(delayMs) };
}
