/** Profiles the web process for each kind of submission, in windows of their own: the figures above stay undisturbed. */
import { mkdtempSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Kind, LABEL } from "../cells";
import type { Child } from "../child";
import { measure } from "../measure";
import type { Options } from "../options";
import type { Site } from "../site";
import { locateFrames } from "./locate";
import type { ProfileAnswer, ProfileCommand } from "./profiler";
import { type CpuProfile, type ProfileSummary, type Share, summariseProfile } from "./summarise";

export type ProfileReport = ProfileSummary & { kind: Kind; connections: number; requestCount: number; file: string };

const PROFILED: Kind[] = ["new", "replayed", "coalesced"];
const PREFERRED_CONNECTIONS = 32;

export async function profileIntake(site: Site, { connections: counts, seconds }: Options): Promise<ProfileReport[]> {
  const dir = mkdtempSync(join(tmpdir(), "interlock-profile-"));
  const connections = counts.includes(PREFERRED_CONNECTIONS) ? PREFERRED_CONNECTIONS : (counts.at(-1) ?? 1);
  const reports: ProfileReport[] = [];
  for (const kind of PROFILED) {
    const file = join(dir, `${kind}-${connections}.cpuprofile`);
    const started = answerOf(site.web, "profile_started");
    site.web.tell({ type: "profile_start" } satisfies ProfileCommand);
    await started;
    const written = answerOf(site.web, "profile_written");
    const figures = await measure(site, { kind, connections, round: "profile" }, seconds, () =>
      site.web.tell({ type: "profile_stop", file } satisfies ProfileCommand),
    );
    await written;
    const profile = locateFrames(JSON.parse(await readFile(file, "utf8")) as CpuProfile);
    await writeFile(file, JSON.stringify(profile));
    const requestCount = Math.round(figures.perSecond * seconds);
    const report = {
      kind,
      connections,
      requestCount,
      file,
      ...summariseProfile(profile, process.cwd(), seconds * 1_000),
    };
    print(report);
    reports.push(report);
  }
  console.log(`\nThe profiles are kept, for a browser's developer tools, in ${dir}`);
  return reports;
}

async function answerOf(web: Child, wanted: ProfileAnswer["type"]): Promise<void> {
  const answer = await web.hear((message) => {
    const { type } = message as ProfileAnswer;
    return type === wanted || type === "profile_failed" ? (message as ProfileAnswer) : null;
  });
  if (answer.type === "profile_failed") throw new Error(`The profile could not be taken: ${answer.message}`);
}

function print({ kind, connections, requestCount, busyMs, idleMs, packages, functions }: ProfileReport): void {
  const busy = ((100 * busyMs) / (busyMs + idleMs)).toFixed(0);
  console.log(
    `\nProfile of web: ${LABEL[kind]}, ${connections} at once, ${requestCount.toLocaleString("en-US")} requests, busy ${busy} % of the time`,
  );
  const line = ({ name, selfMs, share }: Share) =>
    `${(100 * share).toFixed(1).padStart(6)} %${((1_000 * selfMs) / requestCount).toFixed(1).padStart(8)} µs/request  ${name}`;
  console.log("  by package (self time)");
  for (const entry of packages) console.log(line(entry));
  console.log("  by function (self time)");
  for (const entry of functions) console.log(line(entry));
}
