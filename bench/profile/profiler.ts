/** Profiles the process it runs in, from one message to the next. */
import { writeFile } from "node:fs/promises";
import { Session } from "node:inspector/promises";

export type ProfileCommand = { type: "profile_start" } | { type: "profile_stop"; file: string };
export type ProfileAnswer =
  | { type: "profile_started" }
  | { type: "profile_written" }
  | { type: "profile_failed"; message: string };

/** Fine enough for functions of some microseconds, coarse enough to leave the figures recognisable. */
const SAMPLING_INTERVAL_US = 500;

export function listenForProfiling(): void {
  const session = new Session();
  const tell = (answer: ProfileAnswer) => void process.send?.(answer);
  process.on("message", (command: ProfileCommand | { type: "for_others" }) => {
    if (command.type !== "profile_start" && command.type !== "profile_stop") return;
    const work = command.type === "profile_start" ? start(session, tell) : stop(session, command, tell);
    work.catch((error: Error) => tell({ type: "profile_failed", message: error.message }));
  });
}

async function start(session: Session, tell: (answer: ProfileAnswer) => void): Promise<void> {
  session.connect();
  await session.post("Profiler.enable");
  await session.post("Profiler.setSamplingInterval", { interval: SAMPLING_INTERVAL_US });
  await session.post("Profiler.start");
  tell({ type: "profile_started" });
}

async function stop(
  session: Session,
  { file }: Extract<ProfileCommand, { type: "profile_stop" }>,
  tell: (answer: ProfileAnswer) => void,
): Promise<void> {
  const { profile } = await session.post("Profiler.stop");
  session.disconnect();
  await writeFile(file, JSON.stringify(profile));
  tell({ type: "profile_written" });
}
