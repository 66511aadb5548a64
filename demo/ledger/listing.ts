/** What happened on a route in a time, oldest first, page by page: what a bookkeeper would ask for. */
import type { Effect, EffectStore } from "./effects";
import { type Answer, Rejection } from "./exchange";

const LIMIT_MAX = 500;

export function listEffects(store: EffectStore, route: string, query: URLSearchParams): Answer {
  const fromMs = instant(query, "from", Number.NEGATIVE_INFINITY);
  const toMs = instant(query, "to", Number.POSITIVE_INFINITY);
  const limit = Math.min(Number(query.get("limit") ?? LIMIT_MAX), LIMIT_MAX);
  if (!Number.isInteger(limit) || limit < 1) throw new Rejection(400, "invalid_limit", `A page has 1 to ${LIMIT_MAX}.`);
  const since = query.get("cursor") ?? "";
  const inTime = ({ at }: Effect) => Date.parse(at) >= fromMs && Date.parse(at) < toMs;
  const found = store.list({ route, ...(since === "" ? {} : { since }) }).filter(inTime);
  const page = found.slice(0, limit);
  return {
    status: 200,
    body: { data: page.map(present), nextCursor: found.length > limit ? (page.at(-1)?.id ?? null) : null },
  };
}

function present({ id, key, at, body }: Effect) {
  return {
    id,
    idempotencyKey: key,
    createdAt: at,
    amount: plain(body["amount"]),
    currency: body["currency"] ?? null,
    received: body,
  };
}

/** Callers send 80, "80.00" or "$80"; the books have the number. */
function plain(amount: unknown): string | null {
  const digits = String(amount ?? "").replace(/[^0-9.-]/g, "");
  return digits === "" ? null : digits;
}

function instant(query: URLSearchParams, name: string, absent: number): number {
  const text = query.get(name);
  if (text === null) return absent;
  const ms = Date.parse(text);
  if (Number.isNaN(ms)) throw new Rejection(400, "invalid_time", `${name} is no instant.`);
  return ms;
}
