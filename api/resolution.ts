/** Resolution: what people say about a doubt, and how a doubt is shown to them. */
import type { Context } from "hono";
import { requireOperator } from "@/lib/application/authenticate";
import { resolveDoubt } from "@/lib/application/resolve-doubt";
import type { Intent, Statement } from "@/lib/domain/intent";
import { absenceProvableAt, scheduledProbeAt } from "@/lib/domain/transition/doubt";
import { namesOf } from "@/lib/store/history";
import { type IntentRow, toIntent } from "@/lib/store/intent-row";
import { databaseNow } from "@/lib/store/intents";
import { type DoubtDto, ResolutionBody } from "@/lib/wire/doubt";
import type { IntentDto } from "@/lib/wire/intent";
import type { ShowIntent } from "./bypass";
import { identifyCaller } from "./caller";
import type { ApiDeps } from "./deps";
import { idOf } from "./page";
import { readBody } from "./read-body";

/** The intent after it: resolved, or still in doubt until more people say the same. */
export async function resolveHandler(deps: ApiDeps, context: Context, showIntent: ShowIntent): Promise<Response> {
  const principal = await identifyCaller(deps, context);
  const operator = requireOperator(principal, "approver");
  const intentId = idOf(context, "id", "int", "intent");
  const { body } = await readBody(context, ResolutionBody);
  await resolveDoubt({ ...deps, termsOf: deps.catalog.termsOf }, { operator, intentId, body });
  return context.json(await showIntent(principal, intentId), 200, { "cache-control": "no-store" });
}

export async function findDoubtDto(deps: ApiDeps, row: IntentRow): Promise<Pick<IntentDto, "doubt">> {
  if (row.state !== "in_doubt" || row.doubtSince === null) return {};
  const terms = await deps.catalog.termsOf(deps.db.client, row.tool, row.contractVersion);
  const { statements = [] } = row.doubt ?? {};
  const people = [...new Set(statements.map(({ operatorId }) => operatorId))];
  const { operators } = await namesOf(deps.db.client, [], people);
  const intent = toIntent(row, terms);
  if (intent.state.kind !== "in_doubt") return {};
  const doubt: DoubtDto = {
    since: row.doubtSince.toISOString(),
    notBefore: new Date(absenceProvableAt(intent, intent.state)).toISOString(),
    why: row.failure?.message ?? "",
    probe: terms.probe === null ? null : toProbeDto(intent, await databaseNow(deps.db.client)),
    role: terms.resolution.role,
    approvalsNeeded: terms.resolution.approvals,
    statements: statements.map((statement) => toStatementDto(statement, operators)),
  };
  return { doubt };
}

/**
 * Whoever asks pushes `nextProbeAt` beyond what was scheduled, so that nobody else does: no time at which it is asked
 * again. One in the past is due, whether it was given back or its worker died.
 */
export function toProbeDto(intent: Intent, now: number): DoubtDto["probe"] {
  const { state } = intent;
  if (state.kind !== "in_doubt") return null;
  const { probing, nextProbeAt } = state;
  const scheduledAt = scheduledProbeAt(intent, state);
  const asking = nextProbeAt !== null && scheduledAt !== null && nextProbeAt > scheduledAt && nextProbeAt > now;
  return {
    askedCount: probing?.askedCount ?? 0,
    said: probing?.said ?? null,
    why: probing?.why ?? null,
    lastAt: probing === null ? null : new Date(probing.at).toISOString(),
    asking,
    nextAt: nextProbeAt === null || asking ? null : new Date(nextProbeAt).toISOString(),
  };
}

function toStatementDto(statement: Statement, names: Map<string, string>): DoubtDto["statements"][number] {
  const { operatorId, outcome, evidence, at, voided } = statement;
  return {
    operator: { id: operatorId, name: names.get(operatorId) ?? operatorId },
    outcome,
    effectId: statement.outcome === "executed" ? statement.effectId : null,
    then: statement.outcome === "not_executed" ? statement.then : null,
    evidence,
    at: new Date(at).toISOString(),
    insisted: statement.insisted === true,
    voided,
  };
}
