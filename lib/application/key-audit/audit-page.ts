/** One page of intents, and everything that is on record of them, added to what an audit knows of their tools. */
import type { CompiledContract } from "@/lib/domain/contract/compile-contract";
import { declaredPart } from "@/lib/domain/contract/declared-pointer";
import type { Resembled } from "@/lib/domain/gate/resemble";
import type { AuditCase } from "@/lib/domain/key-audit/cases";
import { countFields } from "@/lib/domain/key-audit/field-variation";
import {
  addPair,
  addRetries,
  type SidedIntent,
  type SplitPair,
  type ToolAudit,
  type ToolAudits,
  toolOf,
} from "@/lib/domain/key-audit/tool-audit";
import { normaliseArgs } from "@/lib/domain/normalise/normalise-args";
import type { Database } from "@/lib/store/database";
import {
  type AuditedIntent,
  type AuditedSubmission,
  readIntentsById,
  readSubmissionsOf,
} from "@/lib/store/key-audit-read";
import { type ContractCatalog, ifReadable } from "../contract-catalog";

type Deps = { db: Database; catalog: Pick<ContractCatalog, "version"> };

/** Of an intent that was asked for endlessly, the first tell enough. */
const SUBMISSIONS_EACH_MAX = 50;
/** Each may be as large as a body: so many are in memory, and keep the worker's other duties waiting, at a time. */
const SUBMISSIONS_AT_ONCE_MAX = 500;

export async function auditPage(deps: Deps, tools: ToolAudits, page: AuditedIntent[]): Promise<AuditCase[]> {
  const found: AuditCase[] = [];
  for (const some of inTurns(page)) found.push(...(await auditSome(deps, tools, some)));
  return found;
}

function inTurns(page: AuditedIntent[]): AuditedIntent[][] {
  const turns: AuditedIntent[][] = [];
  let room = 0;
  for (const intent of page) {
    const count = Math.min(intent.submissionCount, SUBMISSIONS_EACH_MAX);
    if (count > room) {
      turns.push([]);
      room = SUBMISSIONS_AT_ONCE_MAX;
    }
    turns.at(-1)?.push(intent);
    room -= count;
  }
  return turns;
}

async function auditSome({ db, catalog }: Deps, tools: ToolAudits, some: AuditedIntent[]): Promise<AuditCase[]> {
  const submissions = groupByIntent(await readSubmissionsOf(db, some, SUBMISSIONS_EACH_MAX));
  const others = await readOthers(db, some, submissions);
  const found: AuditCase[] = [];
  for (const intent of some) {
    const audit = toolOf(tools, intent.tool);
    const sent = submissions.get(intent.id) ?? [];
    audit.intents += 1;
    audit.submissions += sent.length;
    audit.erased += sent.filter(({ isErased }) => isErased).length;
    const { id, tool, namespace } = intent;
    const resembled = await declaredResemblances(catalog, intent, sent);
    for (const pair of pairsOf(audit, intent, resembled, others)) {
      found.push({ kind: "key_split", about: { id, tool, namespace }, data: { ...pair } });
    }
    addRetries(audit, intent.id, sent.flatMap(toSent));
    if (sent.length > 1) await compareFields(catalog, audit, intent, sent);
  }
  return found;
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

/** A report outlives the args, so a field is named as far as the contract names it (`declared-pointer`). */
async function declaredResemblances(
  catalog: Pick<ContractCatalog, "version">,
  { tool }: AuditedIntent,
  sent: AuditedSubmission[],
): Promise<Resembled[]> {
  const taken = sent.filter(({ refusal, resembles }) => refusal === null && resembles.length > 0);
  const declared = taken.map(async ({ contractVersion, resembles }) => {
    const contract = await ifReadable(catalog.version(tool, contractVersion));
    if (contract === null) return [];
    const { args } = contract.definition;
    return resembles.map(({ differences, ...resembled }) => ({
      ...resembled,
      differences: differences.map((one) => ({ ...one, pointer: declaredPart(args, one.pointer) })),
    }));
  });
  return (await Promise.all(declared)).flat();
}

/** What the opening submission resembled: of each kind the newest, or a crowd would count as many times as it is. */
function pairsOf(
  audit: ToolAudit,
  intent: AuditedIntent,
  resembles: Resembled[],
  others: Map<string, AuditedIntent>,
): SplitPair[] {
  const seen = new Set<string>();
  return resembles.flatMap(({ intentId, kind, differences }) => {
    const other = others.get(intentId);
    // What a person denied did not happen: it is no half of a pair that both ran.
    if (other === undefined || kind === "denied_before" || seen.has(kind)) return [];
    seen.add(kind);
    const pair = addPair(audit, toSided(intent), toSided(other), { kind, differences });
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
  const contract = await ifReadable(catalog.version(tool, first.contractVersion));
  if (contract === null) return;
  countFields(
    audit.fields,
    id,
    kept.flatMap((submission) => read(contract, submission)),
  );
}

function read(contract: CompiledContract, { args }: AuditedSubmission) {
  const result = normaliseArgs(contract.fields, contract.argsSchema.complete(args));
  if (!result.ok) return [];
  // Names that an agent made up are no fields that the contract could be changed in.
  const { args: schema } = contract.definition;
  return [result.fields.filter(({ pointer }) => declaredPart(schema, pointer) === pointer)];
}
