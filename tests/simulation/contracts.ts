/**
 * The tools of the simulated world: one for each way in which a downstream can be asked again, or cannot, one with a
 * limit, one for grants, and two whose owners publish a second version that makes other keys.
 */
import { type CompiledContract, compileContract } from "@/lib/domain/contract/compile-contract";
import { ContractDefinition } from "@/lib/domain/contract/definition";

export const TIMEOUT_MS = 2_000;
/** How many calls of `limited` no person has to see; its window is longer than any simulated life. */
export const LIMIT_MAX = 2;

const KEYED = { idempotency: { window: "60s" } };
const BRIEFLY_KEYED = { idempotency: { window: "15s" } };
const PROBED = { probe: { url: "https://x.example/{key}", effectId: "/id", absentAfter: "5s" } };
/** Cannot tell one call about a thing from the next. */
const PROBED_BY_THING = { probe: { url: "https://x.example/things/{args.id}", effectId: "/id", absentAfter: "5s" } };
/** Its circuit opens and closes by itself. */
const ELSEWHERE = { request: { method: "POST", url: "https://y.example" } };

/** The tool whose probe is asked about a thing, not about a key. */
export const BY_THING = "probed_by_thing";

const ID = { role: "identity", as: "id" };
const BY_STEP = { scope: "step", window: "5m" };

/** Every version of every tool, the first one first. */
export const VERSIONS: ReadonlyMap<string, readonly CompiledContract[]> = new Map(
  [
    versionsOf("blind", {}),
    versionsOf("keyed", KEYED),
    versionsOf("briefly_keyed", BRIEFLY_KEYED),
    versionsOf("probed", { ...PROBED, ...ELSEWHERE }),
    versionsOf("keyed_probed", { ...BRIEFLY_KEYED, ...PROBED }),
    versionsOf(BY_THING, PROBED_BY_THING),
    versionsOf("brief", KEYED, [{ key: { scope: "step", window: "10s" }, undo: "3s" }]),
    versionsOf("limited", { ...KEYED, ...ELSEWHERE }, [
      { limits: [{ per: "tool", count: true, max: LIMIT_MAX, window: "10m", over: "hold" }] },
    ]),
    versionsOf("granted", PROBED),
    versionsOf("rescoped", KEYED, [{}, { key: { scope: "run", window: "5m" } }]),
    versionsOf("respelled", {}, [{}, { fields: fieldsWith({ ...ID, compact: true }) }]),
  ].map((versions) => [versions[0]?.tool ?? "", versions]),
);

/** The versions that are active when a world begins. */
export const CONTRACTS: ReadonlyMap<string, CompiledContract> = new Map(
  [...VERSIONS].map(([tool, versions]) => [tool, versions[0] as CompiledContract]),
);

export const PLAIN_TOOLS = ["blind", "keyed", "briefly_keyed", "probed", "keyed_probed", BY_THING, "brief"] as const;
export const PUBLISHED_TOOLS = ["rescoped", "respelled"] as const;

export function contractAt(tool: string, version: number): CompiledContract {
  const contract = VERSIONS.get(tool)?.[version - 1];
  if (contract === undefined) throw new RangeError(`There is no version ${version} of ${tool}.`);
  return contract;
}

/** One version for each of `changes`, which differ from what all tools have in common. */
function versionsOf(tool: string, execute: object, changes: object[] = [{}]): CompiledContract[] {
  return changes.map((change, index) => compileContract(definitionOf(tool, execute, change), index + 1));
}

function definitionOf(tool: string, execute: object, change: object): ContractDefinition {
  return ContractDefinition.parse({
    tool,
    title: "Pay",
    effect: "write_non_idempotent",
    args: {
      type: "object",
      required: ["id", "amount"],
      properties: {
        id: { type: "string" },
        amount: { type: ["number", "string"] },
        note: { type: "string" },
        action: { type: "string" },
      },
    },
    fields: fieldsWith(ID),
    key: BY_STEP,
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
    bypass: { role: "admin", approvals: 1 },
    ...change,
  });
}

/** `action` names what the agent really wants, for the judge alone: no key depends on it. */
function fieldsWith(id: object): object {
  return {
    "/id": id,
    "/amount": { role: "material", as: "money", code: "USD", unit: "major" },
    "/note": { role: "incidental" },
    "/action": { role: "incidental" },
  };
}
