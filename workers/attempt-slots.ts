/**
 * Which attempts occupy the worker's slots, and what a claim may still take.
 *
 * A1  What a claim may take is reserved until it returns: claims that overlap never take more than there are free slots.
 * A2  One tool leaves a share of the slots to the others. What is reserved counts against every tool: all of it may turn
 *     out to be of one.
 */
import type { ToolRoom } from "@/lib/store/lock-due";

export type SlotsDeps = {
  count: number;
  /** Tools of which `roomFor` may say less than their share of the slots. */
  restingTools: () => string[];
  /** How many more attempts of a tool may start now, its share of the slots aside. */
  roomFor: (tool: string) => number;
};

export type Reserved = {
  limit: number;
  exceptTools: string[];
  room: ToolRoom;
  /** The claim returned with these; true: of what it might have taken, nothing was left over. */
  release(taken: readonly { tool: string }[]): boolean;
};

export type AttemptSlots = {
  /** Until the work ends, which never fails. */
  occupy(tool: string, deadlineMs: number, work: Promise<void>): void;
  reserve(wantedMax: number): Reserved;
  freeCount(): number;
  /** How many of any one tool a claim could take; null: of no tool are there any under way. */
  leastRoom(): number | null;
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
  let reservedCount = 0;

  const roomOf = (tool: string) =>
    Math.max(0, Math.min(toolMax - (byTool.get(tool) ?? 0), roomFor(tool)) - reservedCount);
  const knownTools = () => new Set([...byTool.keys(), ...restingTools()]);
  const freeCount = () => (toolMax > reservedCount ? count - running.size - reservedCount : 0);

  return {
    freeCount,
    leastRoom: () => {
      const rooms = [...knownTools()].map(roomOf);
      return rooms.length === 0 ? null : Math.min(...rooms);
    },
    reserve(wantedMax) {
      const free = freeCount();
      const rooms = [...knownTools()].map((tool) => [tool, roomOf(tool)] as const);
      const exceptTools = rooms.flatMap(([tool, left]) => (left === 0 ? [tool] : []));
      const room = { byTool: new Map(rooms.filter(([, left]) => left > 0)), others: toolMax - reservedCount };
      const limit = Math.min(free, wantedMax);
      reservedCount += limit; // A1
      return {
        ...{ limit, exceptTools, room },
        release(taken) {
          reservedCount -= limit;
          return taken.length === free || exceptTools.length > 0 || isAnyUsedUp(room, taken);
        },
      };
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

/** A tool whose room was taken whole may have more that is due. */
function isAnyUsedUp({ byTool, others }: ToolRoom, taken: readonly { tool: string }[]): boolean {
  const counts = new Map<string, number>();
  for (const { tool } of taken) counts.set(tool, (counts.get(tool) ?? 0) + 1);
  return [...counts].some(([tool, count]) => count >= (byTool.get(tool) ?? others));
}
