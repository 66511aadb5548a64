/** The tools of the simulated world: one for each way in which a downstream can be asked again, or cannot. */
import type { PendingSubmission } from "@/lib/application/intake/pending";
import { type CompiledContract, compileContract } from "@/lib/domain/contract/compile-contract";
import { ContractDefinition } from "@/lib/domain/contract/definition";
import { prepareSubmission } from "@/lib/domain/gate/prepare";
import type { JsonObject } from "@/lib/domain/json";

/** A request travels no longer than this. Less than the margins and `absentAfter` that the contracts rely on. */
export const TRANSIT_MAX_MS = 4_500;
export const TIMEOUT_MS = 2_000;

const KEYED = { idempotency: { window: "60s" } };
const BRIEFLY_KEYED = { idempotency: { window: "15s" } };
const PROBED = { probe: { url: "https://x.example/{key}", effectId: "/id", absentAfter: "5s" } };

export const CONTRACTS: ReadonlyMap<string, CompiledContract> = new Map(
  [
    toolOf("blind", {}),
    toolOf("keyed", KEYED),
    toolOf("briefly_keyed", BRIEFLY_KEYED),
    toolOf("probed", PROBED),
    toolOf("keyed_probed", { ...BRIEFLY_KEYED, ...PROBED }),
    toolOf("brief", KEYED, { key: { scope: "step", window: "10s" }, undo: "3s" }),
  ].map((contract) => [contract.tool, contract]),
);

export const TOOLS = [...CONTRACTS.keys()];

function toolOf(tool: string, execute: object, more: object = {}): CompiledContract {
  const definition = ContractDefinition.parse({
    tool,
    title: "Pay",
    effect: "write_non_idempotent",
    args: {
      type: "object",
      required: ["id", "amount"],
      properties: { id: { type: "string" }, amount: { type: ["number", "string"] }, note: { type: "string" } },
    },
    fields: {
      "/id": { role: "identity", as: "id" },
      "/amount": { role: "material", as: "money", code: "USD", unit: "major" },
      "/note": { role: "incidental" },
    },
    key: { scope: "step", window: "5m" },
    policy: [
      { when: "args.amount <= 50.0", then: "clear" },
      { when: "args.amount >= 1000.0", then: "refuse", reason: "too much" },
      { then: "hold", expiresIn: "30s" },
    ],
    execute: {
      connector: "http",
      request: { method: "POST", url: "https://x.example" },
      timeout: `${TIMEOUT_MS}ms`,
      retries: { max: 2, base: "500ms", cap: "4s" },
      effectId: "/id",
      ...execute,
    },
    ...more,
  });
  return compileContract(definition, 1);
}

export type Sent = { tool: string; run: string; step: string; args: JsonObject };

const AGENT = { id: "agt_1", namespace: "default", name: "agent", labels: {}, tools: [], mayRepeat: true };
/** Preparing is pure and takes longer than a whole step: done once for everything that can be sent. */
const PREPARED_MAX = 10_000;
const known = new Map<string, PendingSubmission>();

export function toPending(sent: Sent): PendingSubmission {
  const name = JSON.stringify(sent);
  const pending = known.get(name) ?? prepare(sent);
  if (known.size < PREPARED_MAX) known.set(name, pending);
  return pending;
}

function prepare({ tool, run, step, args }: Sent): PendingSubmission {
  const contract = CONTRACTS.get(tool);
  if (contract === undefined) throw new RangeError(`There is no tool ${tool}.`);
  const context = { run, step, session: null, callerKey: null, occurrence: 1 };
  const result = prepareSubmission(contract, { asker: AGENT, args, unsafeNumbers: [], context });
  if (!result.ok) throw new TypeError(JSON.stringify(result.errors));
  const nothing = { keyHash: null, reason: null, metadata: null, callbackUrl: null, bytes: 0 };
  const considered = new Set([contract.derivation]);
  return { agent: AGENT, prepared: result.prepared, considered, rawArgs: args, ...nothing };
}
