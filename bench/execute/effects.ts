/** What the downstream saw, held against what the product says: one effect an intent, none twice. */
export type EffectCount = {
  /** Calls that were answered as performed. */
  effectCount: number;
  /** Different keys among them. */
  keyCount: number;
  /** The first few keys that came more than once, or the word that a call had none. */
  doubled: string[];
};

/** Told to and heard from the downstream's process: take what was counted, or only look how many there are. */
export type EffectsOrder = { type: "take_effects" } | { type: "look" };
export type EffectsMessage = { type: "effects"; count: EffectCount } | { type: "seen"; effectCount: number };

export const DOUBLED_SHOWN_MAX = 3;

export type EffectCounter = { saw(key: string | undefined): void; look(): number; take(): EffectCount };

export function makeEffectCounter(): EffectCounter {
  let seen = new Map<string, number>();
  let effectCount = 0;
  return {
    saw(key = "(no key)") {
      effectCount += 1;
      seen.set(key, (seen.get(key) ?? 0) + 1);
    },
    look: () => effectCount,
    /** And begins anew: a cell is judged by itself, and its keys are forgotten with it. */
    take() {
      const doubled = [...seen].filter(([, count]) => count > 1).map(([key, count]) => `${key} (${count} times)`);
      const taken = { effectCount, keyCount: seen.size, doubled: doubled.slice(0, DOUBLED_SHOWN_MAX) };
      seen = new Map();
      effectCount = 0;
      return taken;
    },
  };
}

/** What is wrong, in sentences; nothing when every succeeded intent has exactly one effect. */
export function judgeEffects({ effectCount, keyCount, doubled }: EffectCount, succeededCount: number): string[] {
  const wrong: string[] = [];
  const extra = effectCount - keyCount;
  if (extra > 0) wrong.push(`${extra} effects were performed again, for example of ${doubled.join(", ")}.`);
  if (keyCount !== succeededCount) {
    wrong.push(`${succeededCount} intents succeeded, but the downstream performed ${keyCount} different effects.`);
  }
  return wrong;
}
