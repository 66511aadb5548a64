/** The outside world's side of the ledger: routes that cause effects, their probes by key, and one read. */
import { timingSafeEqual } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { requireMethod } from "./control";
import { deliver, type Produce } from "./deliver";
import type { Effect, EffectStore } from "./effects";
import { type Answer, problem, Rejection, readJsonObject, readKey } from "./exchange";
import type { FaultPlan } from "./faults";
import { listEffects } from "./listing";
import { lookUpPayment } from "./payments";
import type { Perform, Performed } from "./perform";
import type { RequestEntry, RequestLog } from "./requests";
import { type EffectRoute, findEffectRoute, findPaymentId } from "./routes";

export interface WorldDeps {
  store: EffectStore;
  requests: RequestLog;
  faults: FaultPlan;
  perform: Perform;
  token: string | undefined;
  stopping: AbortSignal;
}

export async function answerWorld(deps: WorldDeps, req: IncomingMessage, res: ServerResponse, url: URL): Promise<void> {
  const paymentId = findPaymentId(url.pathname);
  if (paymentId !== null) {
    requireMethod(req, ["GET"]);
    return read(deps, res, "/payments", null, () => lookUpPayment(deps.store, paymentId));
  }
  const route = findEffectRoute(url.pathname);
  if (route === null) throw new Rejection(404, "not_found", `There is nothing at ${url.pathname}.`);
  requireMethod(req, ["GET", "POST"]);
  if (req.method === "POST") return cause(deps, req, res, route);
  const key = url.searchParams.get("key");
  if (url.searchParams.has("from") || url.searchParams.has("to")) {
    requireToken(req, deps.token);
    return read(deps, res, route.path, null, () => listEffects(deps.store, route.path, url.searchParams));
  }
  if (key === null || key === "") {
    throw new Rejection(400, "key_required", "Name the key to look for, ?key=…, or a time, ?from=…&to=….");
  }
  return read(deps, res, route.path, key, () => probe(deps.store, route, key));
}

/** An effect may happen. Logged on arrival: a request that dies on the way was still a request. */
async function cause(deps: WorldDeps, req: IncomingMessage, res: ServerResponse, route: EffectRoute): Promise<void> {
  const key = readKey(req);
  const entry = deps.requests.arrive("POST", route.path, key);
  await logged(deps.requests, entry, async () => {
    requireToken(req, deps.token);
    const body = await readJsonObject(req);
    const fault = deps.faults.draw(route.path);
    entry.fault = fault?.kind ?? null;
    entry.outcome = "no_effect";
    const produce: Produce = async (manner) => {
      const performed = await deps.perform({ route, key, body, requestId: entry.id }, manner);
      note(entry, performed);
      return present(route, performed);
    };
    entry.status = await deliver({ res, fault, produce, stopping: deps.stopping });
  });
}

async function read(
  deps: WorldDeps,
  res: ServerResponse,
  route: string,
  key: string | null,
  look: () => Answer,
): Promise<void> {
  const entry = deps.requests.arrive("GET", route, key);
  await logged(deps.requests, entry, async () => {
    const fault = deps.faults.draw(`GET ${route}`);
    entry.fault = fault?.kind ?? null;
    entry.outcome = "read";
    const produce: Produce = async (manner) => {
      await manner?.before?.();
      return look();
    };
    entry.status = await deliver({ res, fault, produce, stopping: deps.stopping });
  });
}

async function logged(requests: RequestLog, entry: RequestEntry, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    entry.outcome = error instanceof Rejection ? "rejected" : "error";
    entry.status = error instanceof Rejection ? error.status : 500;
    throw error;
  } finally {
    requests.finish(entry);
  }
}

function requireToken(req: IncomingMessage, token: string | undefined): void {
  if (token === undefined) return;
  const given = Buffer.from(req.headers.authorization ?? "");
  const wanted = Buffer.from(`Bearer ${token}`);
  if (given.length === wanted.length && timingSafeEqual(given, wanted)) return;
  throw new Rejection(401, "unauthorized", "Send Authorization: Bearer with the ledger's token.");
}

function probe(store: EffectStore, route: EffectRoute, key: string): Answer {
  return { status: 200, body: { data: store.byKey(route.path, key) } };
}

function note(entry: RequestEntry, performed: Performed): void {
  const hasEffect = performed.kind === "performed" || performed.kind === "replayed";
  entry.outcome = hasEffect ? performed.kind : "rejected";
  entry.effectId = hasEffect ? performed.effect.id : null;
}

function present(route: EffectRoute, performed: Performed): Answer {
  switch (performed.kind) {
    case "performed":
    case "replayed":
      return presentEffect(route, performed.effect);
    case "in_progress":
      return problem(409, "in_progress", "A request with this Idempotency-Key is still being worked on.");
    case "key_reused":
      return problem(422, "key_reused", "This Idempotency-Key was used with another body. Nothing was done.");
  }
}

/** Made from the effect alone, so that a replay, even after a restart, is word for word the first answer. */
function presentEffect(route: EffectRoute, { id, at, body, partial }: Effect): Answer {
  const common = { id, object: route.object, createdAt: at, received: body };
  if (!partial) return { status: 201, body: { ...common, status: "succeeded" } };
  return { status: 207, body: { ...common, status: "partial", partial: true } };
}
