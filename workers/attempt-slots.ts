/**
 * Which attempts occupy the worker's slots, and what a claim may still take: as many as are free, and of one tool no more
 * than leaves a share of the slots to the others.
 */
import type { ToolRoom } from "@/lib/store/lock-due";

export type SlotsDeps = {
  count: number;
  /** Tools of which `roomFor` may say less than their share of the slots. */
  restingTools: () => string[];
  /** How many more attempts of a tool may start now, its share of the slots aside. */
  roomFor: (tool: string) => number;
};

export type Bounds = { limit: number; exceptTools: string[]; room: ToolRoom };

export type AttemptSlots = {
  /** Until the work ends, which never fails. */
  occupy(tool: string, deadlineMs: number, work: Promise<void>): void;
  boundsFor(wantedMax: number): Bounds;
  freeCount(): number;
  underWay(): Promise<void>[];
  lastDeadlineMs(): number;
};

/** The share of the slots that one tool leaves to the others. */
const KEPT_FOR_OTHERS = 0.25;

export function makeAttemptSlots({ count, restingTools, roomFor }: SlotsDeps, onFreed: () => void): AttemptSlots {
  /** What is under way, and until when it may be. */
  const running = new Map<Promise<void>, number>();
  const byTool = new Map<string, number>();
  const toolMax = Math.max(1, count - Math.floor(count * KEPT_FOR_OTHERS));
  const freeCount = () => count - running.size;
  const roomOf = (tool: string) => Math.max(0, Math.min(toolMax - (byTool.get(tool) ?? 0), roomFor(tool)));

  return {
    freeCount,
    boundsFor(wantedMax) {
      const tools = new Set([...byTool.keys(), ...restingTools()]);
      const rooms = [...tools].map((tool) => [tool, roomOf(tool)] as const);
      const exceptTools = rooms.flatMap(([tool, left]) => (left === 0 ? [tool] : []));
      const room = { byTool: new Map(rooms.filter(([, left]) => left > 0)), others: toolMax };
      return { limit: Math.min(freeCount(), wantedMax), exceptTools, room };
    },
    occupy(tool, deadlineMs, work) {
      byTool.set(tool, (byTool.get(tool) ?? 0) + 1);
      running.set(work, deadlineMs);
      void work.finally(() => {
        running.delete(work);
        const left = (byTool.get(tool) ?? 1) - 1;
        if (left > 0) byTool.set(tool, left);
        else byTool.delete(tool);
        onFreed();
      });
    },
    underWay: () => [...running.keys()],
    lastDeadlineMs: () => Math.max(0, ...running.values()),
  };
}

/** More may be due than these: a tool was left out, or all of its room was taken. */
export function isAnyToolFull({ exceptTools, room }: Bounds, taken: readonly { tool: string }[]): boolean {
  const counts = new Map<string, number>();
  for (const { tool } of taken) counts.set(tool, (counts.get(tool) ?? 0) + 1);
  const { byTool, others } = room;
  return exceptTools.length > 0 || [...counts].some(([tool, count]) => count >= (byTool.get(tool) ?? others));
}
