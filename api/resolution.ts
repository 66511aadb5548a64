/** Resolution: what people say about a doubt, and how a doubt is shown to them. */
import type { Context } from "hono";
import { requireOperator } from "@/lib/application/authenticate";
import { resolveDoubt } from "@/lib/application/resolve-doubt";
import type { Probing, Statement } from "@/lib/domain/intent";
import { namesOf } from "@/lib/store/history";
import type { IntentRow } from "@/lib/store/intent-row";
import { type DoubtDto, ResolutionBody } from "@/lib/wire/doubt";
import type { IntentDto } from "@/lib/wire/intent";
import type { ReadIntent } from "./bypass";
import { identifyCaller } from "./caller";
import type { ApiDeps } from "./deps";
import { idOf } from "./page";
import { readBody } from "./read-body";

/** The intent after it: resolved, or still in doubt until more people say the same. */
export async function resolveHandler(deps: ApiDeps, context: Context, readIntent: ReadIntent): Promise<Response> {
  const principal = await identifyCaller(deps, context);
  const operator = requireOperator(principal, "approver");
  const intentId = idOf(context, "id", "int", "intent");
  const { body } = await readBody(context, ResolutionBody);
  await resolveDoubt({ ...deps, termsOf: deps.catalog.termsOf }, { operator, intentId, body });
  return context.json(await readIntent(principal, intentId), 200, { "cache-control": "no-store" });
}

export async function findDoubtDto(deps: ApiDeps, row: IntentRow): Promise<Pick<IntentDto, "doubt">> {
  if (row.state !== "in_doubt" || row.doubtSince === null) return {};
  const { resolution, probe } = await deps.catalog.termsOf(deps.db.client, row.tool, row.contractVersion);
  const { statements = [], probing = null } = row.doubt ?? {};
  const people = [...new Set(statements.map(({ operatorId }) => operatorId))];
  const { operators } = await namesOf(deps.db.client, [], people);
  const doubt: DoubtDto = {
    since: row.doubtSince.toISOString(),
    why: row.failure?.message ?? "",
    probe: probe === null ? null : toProbeDto(probing, row.probeAt),
    role: resolution.role,
    approvalsNeeded: resolution.approvals,
    statements: statements.map((statement) => toStatementDto(statement, operators)),
  };
  return { doubt };
}

function toProbeDto(probing: Probing | null, nextAt: Date | null): DoubtDto["probe"] {
  return {
    askedCount: probing?.askedCount ?? 0,
    said: probing?.said ?? null,
    why: probing?.why ?? null,
    lastAt: probing === null ? null : new Date(probing.at).toISOString(),
    nextAt: nextAt?.toISOString() ?? null,
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
    voided,
  };
}
