/** The judge's side of the ledger: what really happened, who asked, and which faults are on. Takes no token. */
import type { IncomingMessage } from "node:http";
import * as z from "zod";
import { type EffectStore, UnknownSince } from "./effects";
import { type Answer, Rejection, readJson } from "./exchange";
import { Fault, type FaultPlan, TooManyFaults } from "./faults";
import type { RequestLog } from "./requests";

export interface ControlDeps {
  store: EffectStore;
  requests: RequestLog;
  faults: FaultPlan;
  instance: string;
}

const EffectsQuery = z.strictObject({
  since: z.string().optional(),
  route: z.string().optional(),
  key: z.string().optional(),
});
const RequestsQuery = EffectsQuery.omit({ since: true });
const FaultsQuery = z.strictObject({ route: z.string().optional(), kind: z.string().optional() });

/** null: not a control route. */
export async function answerControl(deps: ControlDeps, req: IncomingMessage, url: URL): Promise<Answer | null> {
  switch (url.pathname) {
    case "/health":
      requireMethod(req, ["GET"]);
      return ok({ status: "ok", instance: deps.instance, effects: deps.store.count });
    case "/effects":
      requireMethod(req, ["GET"]);
      return listEffects(deps.store, url);
    case "/requests":
      requireMethod(req, ["GET"]);
      return ok({ ...deps.requests.list(parseQuery(RequestsQuery, url)) });
    case "/faults":
      return changeFaults(deps.faults, req, url);
    default:
      return null;
  }
}

export function requireMethod(req: IncomingMessage, allowed: string[]): void {
  if (allowed.includes(req.method ?? "")) return;
  const message = `Use ${allowed.join(", ")} here.`;
  throw new Rejection(405, "method_not_allowed", message, { allow: allowed.join(", ") });
}

function listEffects(store: EffectStore, url: URL): Answer {
  try {
    const data = store.list(parseQuery(EffectsQuery, url));
    return ok({ data, count: data.length });
  } catch (error) {
    if (error instanceof UnknownSince) throw new Rejection(400, "invalid_query", error.message);
    throw error;
  }
}

async function changeFaults(faults: FaultPlan, req: IncomingMessage, url: URL): Promise<Answer> {
  requireMethod(req, ["GET", "PUT", "DELETE"]);
  if (req.method === "DELETE") faults.clear(parseQuery(FaultsQuery, url));
  if (req.method === "PUT") {
    const parsed = Fault.safeParse(await readJson(req));
    if (!parsed.success) throw new Rejection(400, "invalid_fault", z.prettifyError(parsed.error));
    try {
      faults.set(parsed.data);
    } catch (error) {
      if (error instanceof TooManyFaults) throw new Rejection(400, "too_many_faults", error.message);
      throw error;
    }
  }
  return ok({ data: faults.list() });
}

function parseQuery<T extends z.ZodType>(schema: T, url: URL): z.infer<T> {
  const parsed = schema.safeParse(Object.fromEntries(url.searchParams));
  if (!parsed.success) throw new Rejection(400, "invalid_query", z.prettifyError(parsed.error));
  return parsed.data;
}

function ok(body: Record<string, unknown>): Answer {
  return { status: 200, body };
}
