/** What the outside world offers. Half of it honours `Idempotency-Key`, half ignores it, as in real life. */
export interface EffectRoute {
  path: string;
  object: string;
  idPrefix: string;
  honoursKey: boolean;
}

const NAMED_ROUTES: readonly EffectRoute[] = [
  { path: "/refunds", object: "refund", idPrefix: "re", honoursKey: true },
  { path: "/bookings", object: "booking", idPrefix: "bk", honoursKey: true },
  { path: "/charges", object: "charge", idPrefix: "ch", honoursKey: false },
  { path: "/emails", object: "email", idPrefix: "em", honoursKey: false },
];

const CORPUS = /^\/corpus\/([A-Za-z0-9_.-]{1,100})$/;
const PAYMENT = /^\/payments\/([^/]{1,300})$/;

/** `/corpus/{name}` takes anything, so that a contract nobody foresaw has somewhere to go. */
export function findEffectRoute(path: string): EffectRoute | null {
  const named = NAMED_ROUTES.find((route) => route.path === path);
  if (named) return named;
  const name = CORPUS.exec(path)?.[1];
  return name === undefined ? null : { path, object: name, idPrefix: "fx", honoursKey: false };
}

export function findPaymentId(path: string): string | null {
  const encoded = PAYMENT.exec(path)?.[1];
  if (encoded === undefined) return null;
  try {
    return decodeURIComponent(encoded);
  } catch {
    return null;
  }
}

/** Where a fault can be set: an effect route, its probe (`GET /refunds`), the read route, or every effect (`*`). */
export function isFaultTarget(target: string): boolean {
  if (target === "*" || target === "GET /payments") return true;
  const path = target.startsWith("GET ") ? target.slice("GET ".length) : target;
  return findEffectRoute(path) !== null;
}
