/** Profiles the web process for each kind of submission, in windows of their own: the figures above stay undisturbed. */
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type ProfileReport, profileRows, takeProfiles } from "../profile/take-profiles";
import { type Kind, LABEL } from "./cells";
import { measure } from "./measure";
import type { Options } from "./options";
import type { Site } from "./site";

const PROFILED: Kind[] = ["new", "replayed", "coalesced"];
const PREFERRED_CONNECTIONS = 32;

export async function profileIntake(site: Site, { connections: counts, seconds }: Options): Promise<ProfileReport[]> {
  const dir = mkdtempSync(join(tmpdir(), "interlock-profile-"));
  const connections = counts.includes(PREFERRED_CONNECTIONS) ? PREFERRED_CONNECTIONS : (counts.at(-1) ?? 1);
  const reports: ProfileReport[] = [];
  for (const kind of PROFILED) {
    const taken = await takeProfiles({
      dir,
      slug: `${kind}-${connections}`,
      what: LABEL[kind],
      connections,
      seconds,
      processes: { web: site.web },
      measure: (onMeasured) => measure(site, { kind, connections, round: "profile" }, seconds, onMeasured),
    });
    for (const row of taken.flatMap(profileRows)) console.log(row);
    reports.push(...taken);
  }
  console.log(`\nThe profiles are kept, for a browser's developer tools, in ${dir}`);
  return reports;
}
