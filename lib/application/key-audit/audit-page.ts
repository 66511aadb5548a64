/** One page of intents, and everything that is on record of them, added to what an audit knows of their tools. */
import type { CompiledContract } from "@/lib/domain/contract/compile-contract";
import { countFields } from "@/lib/domain/key-audit/field-variation";
import {
  addCollision,
  addPair,
  addRetries,
  emptyToolAudit,
  type SidedIntent,
  type SplitPair,
  type ToolAudit,
} from "@/lib/domain/key-audit/tool-audit";
import { normaliseArgs } from "@/lib/domain/normalise/normalise-args";
import type { Database } from "@/lib/store/database";
import {
  type AuditedIntent,
  type AuditedSubmission,
  readAnsweredEffects,
  readIntentsById,
  readSubmissionsOf,
} from "@/lib/store/key-audit-read";
import type { ContractCatalog } from "../contract-catalog";

export type Tools = Record<string, ToolAudit>;
/** What somebody should look at. */
export type Raised = { kind: "key_collision" | "key_split"; about: AuditedIntent; data: Record<string, unknown> };

type Deps = { db: Database; catalog: Pick<ContractCatalog, "version"> };

/** Of an intent that was asked for endlessly, the first tell enough. */
const SUBMISSIONS_EACH_MAX = 50;

export async function auditPage({ db, catalog }: Deps, tools: Tools, page: AuditedIntent[]): Promise<Raised[]> {
  const ids = page.map(({ id }) => id);
  const submissions = groupByIntent(await readSubmissionsOf(db, ids, SUBMISSIONS_EACH_MAX));
  const others = await readOthers(db, page, submissions);
  // An answer beside the recorded one can only come from a further attempt.
  const tried = page.flatMap(({ id, fence }) => (fence > 1 ? [id] : []));
  const answered = new Map((await readAnsweredEffects(db, tried)).map((row) => [row.intentId, row.effectIds]));
  const raised: Raised[] = [];
  for (const intent of page) {
    const audit = toolOf(tools, intent.tool);
    const sent = submissions.get(intent.id) ?? [];
    audit.intents += 1;
    audit.submissions += sent.length;
    audit.erased += sent.filter(({ isErased }) => isErased).length;
    const own = intent.effectId === null ? [] : [intent.effectId];
    const effectIds = [...new Set([...own, ...(answered.get(intent.id) ?? [])])];
    if (addCollision(audit, { intentId: intent.id, effectIds, source: "attempts" })) {
      raised.push({ kind: "key_collision", about: intent, data: { effectIds, source: "attempts" } });
    }
    for (const pair of pairsOf(audit, intent, sent, others)) {
      raised.push({ kind: "key_split", about: intent, data: { ...pair } });
    }
    addRetries(audit, intent.id, sent.flatMap(toSent));
    if (sent.length > 1) await compareFields(catalog, audit, intent, sent);
  }
  return raised;
}

export function toolOf(tools: Tools, tool: string): ToolAudit {
  tools[tool] ??= emptyToolAudit();
  return tools[tool];
}

function groupByIntent(submissions: AuditedSubmission[]): Map<string, AuditedSubmission[]> {
  const groups = new Map<string, AuditedSubmission[]>();
  for (const submission of submissions) {
    const group = groups.get(submission.intentId);
    if (group === undefined) groups.set(submission.intentId, [submission]);
    else group.push(submission);
  }
  return groups;
}

async function readOthers(db: Database, page: AuditedIntent[], submissions: Map<string, AuditedSubmission[]>) {
  const known = new Map(page.map((intent) => [intent.id, intent]));
  const named = [...submissions.values()].flat().flatMap(({ resembles }) => resembles.map(({ intentId }) => intentId));
  const unknown = [...new Set(named)].filter((id) => !known.has(id));
  return new Map([...known, ...(await readIntentsById(db, unknown))]);
}

/** What the opening submission resembled: of each kind the newest, or a crowd would count as many times as it is. */
function pairsOf(
  audit: ToolAudit,
  intent: AuditedIntent,
  sent: AuditedSubmission[],
  others: Map<string, AuditedIntent>,
): SplitPair[] {
  const resembles = sent.filter(({ refusal }) => refusal === null).flatMap((submission) => submission.resembles);
  const seen = new Set<string>();
  return resembles.flatMap((resembled) => {
    const other = others.get(resembled.intentId);
    if (other === undefined || seen.has(resembled.kind)) return [];
    seen.add(resembled.kind);
    const pair = addPair(audit, toSided(intent), toSided(other), resembled);
    return pair === null ? [] : [pair];
  });
}

function toSided({ createdAt, ...intent }: AuditedIntent): SidedIntent {
  return { ...intent, createdAt: createdAt.getTime() };
}

function toSent({ agentId, bytes, callerKey, run, step, receivedAt, isErased }: AuditedSubmission) {
  // A person's order is nobody's retry; of erased ones nobody knows what they said.
  if (agentId === null || isErased) return [];
  return [{ at: receivedAt.getTime(), bytes, callerKey, run, step, agentId }];
}

async function compareFields(
  catalog: Pick<ContractCatalog, "version">,
  audit: ToolAudit,
  { id, tool }: AuditedIntent,
  sent: AuditedSubmission[],
): Promise<void> {
  const kept = sent.filter(({ isErased, agentId, refusal }) => !isErased && agentId !== null && refusal === null);
  const [first] = kept;
  if (first === undefined || kept.length < 2) return;
  const contract = await catalog.version(tool, first.contractVersion);
  countFields(
    audit.fields,
    id,
    kept.flatMap((submission) => read(contract, submission)),
  );
}

function read(contract: CompiledContract, { args }: AuditedSubmission) {
  const result = normaliseArgs(contract.fields, contract.argsSchema.complete(args));
  return result.ok ? [result.fields] : [];
}
