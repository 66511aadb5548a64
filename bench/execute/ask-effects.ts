/** Asks the downstream's process what it has performed. */
import { setTimeout as delay } from "node:timers/promises";
import type { Child } from "../child";
import type { EffectCount, EffectsMessage, EffectsOrder } from "./effects";

const POLL_MS = 20;

/** Counted since it was asked before: a cell is judged by itself. */
export async function takeEffects(downstream: Child): Promise<EffectCount> {
  return (await ask(downstream, { type: "take_effects" }, "effects")).count;
}

export async function countEffects(downstream: Child): Promise<number> {
  return (await ask(downstream, { type: "look" }, "seen")).effectCount;
}

/** Resolves to how many there are: at least `wanted`, or what there was when `maxMs` were over. */
export async function untilEffects(downstream: Child, wanted: number, maxMs: number): Promise<number> {
  const deadlineAt = Date.now() + maxMs;
  for (;;) {
    const seen = await countEffects(downstream);
    if (seen >= wanted || Date.now() > deadlineAt) return seen;
    await delay(POLL_MS);
  }
}

type Answer<Type> = Extract<EffectsMessage, { type: Type }>;

async function ask<Type extends EffectsMessage["type"]>(
  downstream: Child,
  order: EffectsOrder,
  type: Type,
): Promise<Answer<Type>> {
  const heard = downstream.hear((message) =>
    (message as EffectsMessage).type === type ? (message as Answer<Type>) : null,
  );
  downstream.tell(order);
  return heard;
}
