"use client";

import { useEffect, useRef, useState } from "react";
import type { ReplayDto } from "@/lib/wire/replay";
import type { Written } from "../queries";
import { type Progress, readReplay } from "./read-replay";
import type { ReplayAsk } from "./replay-range";

export type ReplayState =
  | { kind: "none" }
  | { kind: "running"; progress: Progress | null }
  | { kind: "stopped" }
  | { kind: "failed"; error: unknown }
  /** `of`: the text that it is about, which may not be the one in the editor any more. */
  | { kind: "done"; result: ReplayDto; of: string };

/** One replay at a time; it ends when nobody looks at it any more. */
export function useReplay(tool: string) {
  const [state, setState] = useState<ReplayState>({ kind: "none" });
  const runningRef = useRef<AbortController | null>(null);
  useEffect(() => () => runningRef.current?.abort(), []);

  async function run(written: Written, ask: ReplayAsk): Promise<void> {
    runningRef.current?.abort();
    const stop = new AbortController();
    runningRef.current = stop;
    const tell = (next: ReplayState) => {
      if (runningRef.current === stop && !stop.signal.aborted) setState(next);
    };
    tell({ kind: "running", progress: null });
    try {
      const onProgress = (progress: Progress) => tell({ kind: "running", progress });
      const result = await readReplay(tool, written, ask, onProgress, stop.signal);
      tell({ kind: "done", result, of: written.text });
    } catch (error) {
      tell({ kind: "failed", error });
    }
  }

  function stop(): void {
    runningRef.current?.abort();
    setState({ kind: "stopped" });
  }

  return { state, run, stop };
}

export type ReplayControl = ReturnType<typeof useReplay>;
