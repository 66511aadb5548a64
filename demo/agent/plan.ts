import type { Action } from "./action";
import { BEHAVIOURS, type Move } from "./behaviour";
import { Random } from "./random";

export const ACTIONS_MAX = 500;

export interface PlanOptions {
  seed: number;
  actions: number;
  /** makes this demo's ids its own: the same tag twice is, to Interlock, the same demo asked for twice */
  tag: string;
}

export interface Story {
  number: number;
  behaviour: string;
  did: string;
  tool: Action["tool"];
  subject: Action["subject"];
  summary: string;
  needsPerson: boolean;
  moves: Move[];
}

/** The whole script, decided beforehand: nothing here talks, waits or looks at a clock. */
export function planStories({ seed, actions, tag }: PlanOptions): Story[] {
  return Array.from({ length: Math.min(actions, ACTIONS_MAX) }, (_, index) => planStory(seed, tag, index));
}

function planStory(seed: number, tag: string, index: number): Story {
  const behaviour = BEHAVIOURS[index % BEHAVIOURS.length];
  if (behaviour === undefined) throw new Error("an agent without behaviours has no story");
  const number = index + 1;
  // Each story has its own stream, so that a longer demo begins like a shorter one.
  const random = new Random(Math.imul(seed, 0x9e3779b1) ^ Math.imul(number, 0x85ebca6b));
  const run = `demo-${tag}-${number}`;
  const { action, moves, needsPerson = false } = behaviour.tell({ names: { tag, number }, random, run });
  const { tool, subject, summary } = action;
  return { number, behaviour: behaviour.name, did: behaviour.did, tool, subject, summary, needsPerson, moves };
}
