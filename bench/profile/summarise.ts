/** A CPU profile as two lists: where the process itself spent its time, by function and by package. */
import { fileURLToPath } from "node:url";

/** Lines and columns are counted from 0. */
export type CallFrame = { functionName: string; url: string; lineNumber: number; columnNumber: number };
export type CpuProfile = {
  nodes: { id: number; callFrame: CallFrame }[];
  samples: number[];
  timeDeltas: number[];
  startTime: number;
  endTime: number;
};

export type Share = { name: string; selfMs: number; share: number };
export type ProfileSummary = { busyMs: number; idleMs: number; functions: Share[]; packages: Share[] };

const IDLE = "(idle)";
const FUNCTIONS_MAX = 25;

/** Only the last `windowMs`: starting a profiler stops the process for a while, and warm-up is not of interest. */
export function summariseProfile(profile: CpuProfile, root: string, windowMs: number): ProfileSummary {
  const frames = new Map(profile.nodes.map(({ id, callFrame }) => [id, callFrame]));
  const functions = new Map<string, number>();
  const packages = new Map<string, number>();
  const fromUs = profile.endTime - windowMs * 1_000;
  let atUs = profile.startTime;
  let busyUs = 0;
  let idleUs = 0;
  profile.samples.forEach((id, index) => {
    const frame = frames.get(id);
    const us = profile.timeDeltas[index] ?? 0;
    atUs += us;
    if (frame === undefined || atUs <= fromUs) return;
    if (frame.functionName === IDLE) {
      idleUs += us;
      return;
    }
    busyUs += us;
    const { file, group } = place(frame, root);
    add(functions, `${frame.functionName || "(anonymous)"}${file === "" ? "" : `  ${file}`}`, us);
    add(packages, group, us);
  });
  const list = (sums: Map<string, number>) =>
    [...sums]
      .map(([name, us]) => ({ name, selfMs: us / 1_000, share: busyUs === 0 ? 0 : us / busyUs }))
      .sort((left, right) => right.selfMs - left.selfMs);
  return {
    busyMs: busyUs / 1_000,
    idleMs: idleUs / 1_000,
    functions: list(functions).slice(0, FUNCTIONS_MAX),
    packages: list(packages),
  };
}

function add(sums: Map<string, number>, name: string, us: number): void {
  sums.set(name, (sums.get(name) ?? 0) + us);
}

/** Packages that only make sense together. */
const FAMILIES: [RegExp, string][] = [
  [/^(@prisma\/|prisma$|postgres-array$)/, "prisma"],
  [/^pg(-|$)/, "pg"],
  [/^(hono|@hono\/)/, "hono"],
  [/^ajv/, "ajv"],
  [/cel-js$/, "cel"],
];

function place({ functionName, url }: CallFrame, root: string): { file: string; group: string } {
  if (functionName === "(garbage collector)") return { file: "", group: "gc" };
  if (url.startsWith("node:")) return { file: url, group: nodeGroup(url) };
  if (url.startsWith("wasm:")) return { file: "wasm", group: "prisma" }; // its query compiler; nobody else brings any
  if (url === "") return { file: "", group: "native (V8, libuv, system calls)" };
  const path = url.startsWith("file:") ? fileURLToPath(url) : url;
  const inside = path.startsWith(root) ? path.slice(root.length).replace(/^[\\/]/, "") : path;
  const name = /^.*node_modules[\\/]((?:@[^\\/]+[\\/])?[^\\/]+)/.exec(inside)?.[1];
  if (name === undefined) return { file: inside, group: ourGroup(inside) };
  const family = FAMILIES.find(([pattern]) => pattern.test(name))?.[1] ?? name;
  return { file: inside.slice(inside.lastIndexOf("node_modules") + "node_modules/".length), group: family };
}

function nodeGroup(url: string): string {
  return /http|net|stream|tls|_llhttp|timers/.test(url) ? "node:http, net, stream" : "node: other";
}

function ourGroup(file: string): string {
  const parts = file.split(/[\\/]/);
  if (file.includes("store/generated")) return "prisma";
  return `ours: ${parts.slice(0, parts[0] === "lib" ? 2 : 1).join("/")}`;
}
