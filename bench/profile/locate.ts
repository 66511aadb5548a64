/** A profile names bundles, people read sources: every frame of a bundle is put where it was written. */
import { existsSync, readFileSync } from "node:fs";
import { SourceMap } from "node:module";
import { fileURLToPath } from "node:url";
import type { CallFrame, CpuProfile } from "./summarise";

export function locateFrames(profile: CpuProfile): CpuProfile {
  const maps = new Map<string, SourceMap | null>();
  const mapOf = (url: string) => {
    const known = maps.get(url);
    if (known !== undefined) return known;
    const map = readMap(url);
    maps.set(url, map);
    return map;
  };
  const nodes = profile.nodes.map((node) => {
    const { url } = node.callFrame;
    const map = isPackage(url) ? null : mapOf(url);
    return map === null ? node : { ...node, callFrame: locate(node.callFrame, map) };
  });
  return { ...profile, nodes };
}

/** Packages stay as they are: their maps name files that nobody has. */
function isPackage(url: string): boolean {
  return !url.startsWith("file:") || url.includes("/node_modules/");
}

function readMap(url: string): SourceMap | null {
  const path = `${fileURLToPath(url)}.map`;
  return existsSync(path) ? new SourceMap(JSON.parse(readFileSync(path, "utf8"))) : null;
}

function locate(frame: CallFrame, map: SourceMap): CallFrame {
  const entry = map.findEntry(frame.lineNumber, frame.columnNumber);
  if (!("originalSource" in entry)) return frame;
  const { originalSource, originalLine, originalColumn } = entry;
  const url = new URL(originalSource, frame.url).href;
  return { ...frame, url, lineNumber: originalLine, columnNumber: originalColumn };
}
