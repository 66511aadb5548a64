import { COMMON, type CommonOptions, makeUsage, parseOptions, readCommon, readList, UsageError } from "../arguments";
import { SYSTEMS, type SystemName } from "./systems";

const { profile: _none, ...COMPARED } = COMMON;

const USAGE = makeUsage("peers", {
  own: [`  --systems LIST        of ${SYSTEMS.join(", ")} (all by default)`],
});

export type Options = Omit<CommonOptions, "profile"> & { systems: SystemName[] };

export function readOptions(argv: string[]): Options {
  const options = { ...COMPARED, systems: { type: "string", default: SYSTEMS.join(",") } } as const;
  const { systems, ...common } = parseOptions(argv, options, USAGE);
  const { profile: _unused, ...rest } = readCommon({ ...common, profile: false }, USAGE);
  return { systems: readList(systems, readSystem), ...rest };
}

function readSystem(text: string): SystemName {
  const system = SYSTEMS.find((name) => name === text);
  if (system !== undefined) return system;
  throw new UsageError(`--systems takes ${SYSTEMS.join(", ")}, not "${text}".\n${USAGE}`);
}
