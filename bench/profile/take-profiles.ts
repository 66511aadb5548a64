/** Profiles processes for as long as a cell is measured, and says where their time went. */
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Child } from "../child";
import { locateFrames } from "./locate";
import type { ProfileAnswer, ProfileCommand } from "./profiler";
import { type CpuProfile, type ProfileSummary, type Share, summariseProfile } from "./summarise";

export type ProfileReport = ProfileSummary & {
  process: string;
  what: string;
  connections: number;
  requestCount: number;
  file: string;
};

export type Profiled = {
  dir: string;
  /** Names the files. */
  slug: string;
  what: string;
  connections: number;
  seconds: number;
  processes: Record<string, Child>;
  /** Runs the cell; calls back at the end of its measured window. */
  measure(onMeasured: () => void): Promise<{ perSecond: number }>;
};

export async function takeProfiles(profiled: Profiled): Promise<ProfileReport[]> {
  const { dir, slug, what, connections, seconds, processes, measure } = profiled;
  const all = Object.entries(processes).map(([process, child]) => ({
    process,
    child,
    file: join(dir, `${slug}-${process}.cpuprofile`),
  }));
  await Promise.all(all.map(({ child }) => ask(child, { type: "profile_start" }, "profile_started")));
  let written: Promise<unknown> = Promise.resolve();
  const { perSecond } = await measure(() => {
    written = Promise.all(all.map(({ child, file }) => ask(child, { type: "profile_stop", file }, "profile_written")));
    written.catch(() => undefined); // awaited below
  });
  await written;
  const requestCount = Math.round(perSecond * seconds);
  return Promise.all(
    all.map(async ({ process, file }) => {
      const summary = summariseProfile(await locateIn(file), globalThis.process.cwd(), seconds * 1_000);
      return { process, what, connections, requestCount, file, ...summary };
    }),
  );
}

async function locateIn(file: string): Promise<CpuProfile> {
  const profile = locateFrames(JSON.parse(await readFile(file, "utf8")) as CpuProfile);
  await writeFile(file, JSON.stringify(profile));
  return profile;
}

async function ask(child: Child, command: ProfileCommand, wanted: ProfileAnswer["type"]): Promise<void> {
  const answered = child.hear((message) => {
    const { type } = message as ProfileAnswer;
    return type === wanted || type === "profile_failed" ? (message as ProfileAnswer) : null;
  });
  child.tell(command);
  const answer = await answered;
  if (answer.type === "profile_failed") throw new Error(`The profile could not be taken: ${answer.message}`);
}

export function profileRows(report: ProfileReport): string[] {
  const { process, what, connections, requestCount, busyMs, idleMs, packages, functions } = report;
  const busy = ((100 * busyMs) / (busyMs + idleMs)).toFixed(0);
  const row = ({ name, selfMs, share }: Share) =>
    `${(100 * share).toFixed(1).padStart(6)} %${((1_000 * selfMs) / requestCount).toFixed(1).padStart(8)} µs/request  ${name}`;
  return [
    `\nProfile of ${process}: ${what}, ${connections} at once, ${requestCount.toLocaleString("en-US")} requests, busy ${busy} % of the time`,
    "  by package (self time)",
    ...packages.map(row),
    "  by function (self time)",
    ...functions.map(row),
  ];
}
