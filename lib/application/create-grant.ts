/** An admin gives a standing approval; it counts from the next submission on. */
import type { ContractDefinition } from "@/lib/domain/contract/definition";
import { checkGrant, type GrantTerms } from "@/lib/domain/grant/check-grant";
import type { GrantError } from "@/lib/domain/grant/compile-pin";
import type { IdPrefix } from "@/lib/domain/id";
import { findAgent } from "@/lib/store/agents";
import { findActiveContract, lockTool } from "@/lib/store/contracts";
import type { Database, Tx } from "@/lib/store/database";
import { countLiveGrants, insertGrant } from "@/lib/store/grants";
import { databaseNow } from "@/lib/store/intents";
import { recordEvents } from "@/lib/store/journal";
import type { StoredOperator } from "@/lib/store/operators";
import type { GrantBody } from "@/lib/wire/grant";
import { ConflictError, InvalidError, NotFoundError } from "./errors";

export type CreateGrantDeps = { db: Database; newId: (prefix: IdPrefix) => string };
export type CreateGrantInput = { operator: StoredOperator; body: GrantBody };

/** Intake reads and locks all of them whenever the tool is held. */
const LIVE_GRANTS_MAX = 500;
const DEFAULT_NAMESPACE = "default";

type Grantee = { agentId: string | null; namespace: string | null; eventNamespace: string };

export async function createGrant(
  deps: CreateGrantDeps,
  { operator, body }: CreateGrantInput,
): Promise<{ id: string; warnings: string[] }> {
  const id = deps.newId("grt");
  return deps.db.transaction(async (tx) => {
    // The contract that the pins were checked against is still the active one when the grant is there.
    await lockTool(tx, body.tool);
    const at = await databaseNow(tx);
    const { terms, warnings } = await checkTerms(tx, body, at);
    const { eventNamespace, ...grantee } = await findGrantee(tx, body);
    await requireRoom(tx, body.tool, new Date(at));
    const { tool, reason = null, usesMax = null, expiresAt } = body;
    const more = { expiresAt: new Date(expiresAt), usesMax, reason, createdBy: operator.id, createdAt: new Date(at) };
    await insertGrant(tx, { id, tool, ...grantee, ...terms, ...more });
    await recordEvents(tx, deps.newId, at, [
      {
        type: "grant.created",
        actor: { kind: "operator", id: operator.id },
        namespace: eventNamespace,
        intentId: null,
        subject: id,
        data: {
          tool,
          ...grantee,
          pinned: Object.keys(body.where),
          expiresAt,
          usesMax,
          sumMax: terms.sumMax,
          sum: terms.sumOf,
        },
        // Pins are values of args, and a reason is somebody's words.
        detail: { where: body.where, reason },
      },
    ]);
    return { id, warnings };
  });
}

async function checkTerms(tx: Tx, body: GrantBody, at: number): Promise<{ terms: GrantTerms; warnings: string[] }> {
  const active = await findActiveContract(tx, body.tool);
  if (active === null) throw new NotFoundError("unknown_tool", "No contract is published under this name.");
  const { where, sumMax = null, sum = null } = body;
  const asked = { where, sumMax, sum, expiresAt: Date.parse(body.expiresAt) };
  const checked = checkGrant(active.definition as ContractDefinition, asked, at);
  if (!checked.ok) throw invalid(checked.errors);
  return checked;
}

async function findGrantee(tx: Tx, body: GrantBody): Promise<Grantee> {
  if (typeof body.agentId !== "string") {
    const namespace = body.namespace ?? DEFAULT_NAMESPACE;
    return { agentId: null, namespace, eventNamespace: namespace };
  }
  const agent = await findAgent(tx, body.agentId);
  if (agent === null) throw invalid([{ pointer: "/agentId", message: "There is no such agent." }]);
  if (agent.disabledAt !== null) throw invalid([{ pointer: "/agentId", message: "This agent is disabled." }]);
  return { agentId: agent.id, namespace: null, eventNamespace: agent.namespace };
}

async function requireRoom(tx: Tx, tool: string, at: Date): Promise<void> {
  if ((await countLiveGrants(tx, tool, at)) < LIVE_GRANTS_MAX) return;
  throw new ConflictError("too_many_grants", `${tool} has ${LIVE_GRANTS_MAX} grants already.`, {
    correctiveAction: "Revoke grants that are no longer needed, then send the same request again.",
  });
}

function invalid(errors: GrantError[]): InvalidError {
  return new InvalidError("invalid_grant", errors[0]?.message ?? "The grant is not valid.", errors);
}
