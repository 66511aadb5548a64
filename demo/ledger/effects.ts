import { randomBytes } from "node:crypto";
import { join } from "node:path";
import * as z from "zod";
import { Journal } from "./journal";
import type { EffectRoute } from "./routes";

const EFFECTS_MAX = 1_000_000;

export const Effect = z.object({
  id: z.string(),
  route: z.string(),
  key: z.string().nullable(),
  body: z.record(z.string(), z.unknown()),
  at: z.string(),
  requestId: z.string(),
  partial: z.literal(true).optional(),
});
export type Effect = z.infer<typeof Effect>;

export interface EffectFilter {
  /** an effect id (everything after it) or an instant (everything from it on) */
  since?: string;
  route?: string;
  key?: string;
}

interface NewEffect {
  route: EffectRoute;
  key: string | null;
  body: Record<string, unknown>;
  requestId: string;
  partial: boolean;
}

export class LedgerFull extends Error {}
export class UnknownSince extends Error {}

/** Every effect that really happened, in order. An effect is in here only once it is on disk. */
export class EffectStore {
  private readonly effects: Effect[] = [];
  private readonly positions = new Map<string, number>();
  private readonly byRouteAndKey = new Map<string, Effect[]>();
  private unsettledCount = 0;

  private constructor(private journal: Journal | null) {}

  static async open(dataDir: string): Promise<EffectStore> {
    const store = new EffectStore(null);
    const path = join(dataDir, "effects.jsonl");
    store.journal = await Journal.open({ path, durable: true, onRecord: (line) => store.remember(Effect.parse(line)) });
    return store;
  }

  get count(): number {
    return this.effects.length;
  }

  async record({ route, key, body, requestId, partial }: NewEffect): Promise<Effect> {
    if (this.journal === null) throw new Error("the effect store is not open");
    if (this.effects.length + this.unsettledCount >= EFFECTS_MAX) {
      throw new LedgerFull(`this ledger holds ${EFFECTS_MAX} effects; start it on an empty directory`);
    }
    const id = `${route.idPrefix}_${randomBytes(10).toString("hex")}`;
    const at = new Date().toISOString();
    const effect: Effect = { id, route: route.path, key, body, at, requestId, ...(partial && { partial: true }) };
    this.unsettledCount++;
    try {
      await this.journal.append(effect);
    } finally {
      this.unsettledCount--;
    }
    this.remember(effect);
    return effect;
  }

  byKey(route: string, key: string): readonly Effect[] {
    return this.byRouteAndKey.get(indexKey(route, key)) ?? [];
  }

  list({ since, route, key }: EffectFilter): Effect[] {
    const isWanted = (effect: Effect) =>
      (route === undefined || effect.route === route) && (key === undefined || effect.key === key);
    return this.effects.slice(this.startOf(since)).filter(isWanted);
  }

  close(): Promise<void> {
    return this.journal?.close() ?? Promise.resolve();
  }

  private startOf(since: string | undefined): number {
    if (since === undefined || since === "") return 0;
    const position = this.positions.get(since);
    if (position !== undefined) return position + 1;
    const sinceAt = Date.parse(since);
    if (Number.isNaN(sinceAt)) throw new UnknownSince(`since is neither a known effect id nor an instant: ${since}`);
    const first = this.effects.findIndex((effect) => Date.parse(effect.at) >= sinceAt);
    return first === -1 ? this.effects.length : first;
  }

  private remember(effect: Effect): void {
    this.positions.set(effect.id, this.effects.length);
    this.effects.push(effect);
    if (effect.key === null) return;
    const index = indexKey(effect.route, effect.key);
    const sameKey = this.byRouteAndKey.get(index);
    if (sameKey) sameKey.push(effect);
    else this.byRouteAndKey.set(index, [effect]);
  }
}

function indexKey(route: string, key: string): string {
  return `${route}\n${key}`;
}
