import { isDeepStrictEqual } from "node:util";
import type { Effect, EffectStore } from "./effects";
import type { EffectRoute } from "./routes";

export interface Order {
  route: EffectRoute;
  key: string | null;
  body: Record<string, unknown>;
  requestId: string;
}

export interface Manner {
  partial?: boolean;
  /** runs before the effect, while the key already counts as in progress */
  before?: () => Promise<void>;
}

export type Performed =
  | { kind: "performed"; effect: Effect }
  | { kind: "replayed"; effect: Effect }
  | { kind: "in_progress" }
  | { kind: "key_reused" };

export type Perform = (order: Order, manner?: Manner) => Promise<Performed>;

/** What a good downstream promises: one key, one effect, and the first answer for everybody who asks again. */
export function makePerform(store: EffectStore): Perform {
  const inProgress = new Set<string>();

  return async function perform(order, { partial = false, before } = {}) {
    const { route, key } = order;
    if (!route.honoursKey || key === null) {
      await before?.();
      return { kind: "performed", effect: await store.record({ ...order, partial }) };
    }
    const first = store.byKey(route.path, key)[0];
    if (first) return isDeepStrictEqual(first.body, order.body) ? replayed(first) : { kind: "key_reused" };
    const slot = `${route.path}\n${key}`;
    if (inProgress.has(slot)) return { kind: "in_progress" };
    inProgress.add(slot);
    try {
      await before?.();
      return { kind: "performed", effect: await store.record({ ...order, partial }) };
    } finally {
      inProgress.delete(slot);
    }
  };
}

function replayed(effect: Effect): Performed {
  return { kind: "replayed", effect };
}
