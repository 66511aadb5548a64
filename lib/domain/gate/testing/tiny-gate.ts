/** The gate without a store: folds submissions into a world of its own, in order; only for tests. */
import { type CompiledContract, compileContract } from "../../contract/compile-contract";
import { ContractDefinition } from "../../contract/definition";
import { derivationOf } from "../../contract/derivation";
import { type DuplicateRules, duplicateRulesOf } from "../../contract/terms";
import type { IntentEvent } from "../../event";
import type { Grant } from "../../grant/grant";
import type { Intent } from "../../intent";
import { canonicalJson, type JsonObject } from "../../json";
import {
  deriveKey,
  deriveStem,
  type KeyParts,
  type KeyScope,
  type SubmissionContext,
  withoutOccurrence,
} from "../../key";
import { addDecimals } from "../../limits/decimal";
import { transition } from "../../transition/transition";
import { type Folded, foldSubmission } from "../fold";
import { type Prepared, prepareSubmission } from "../prepare";
import type { Known, World } from "../world";

const AGENT = { id: "agt_1", name: "agent", namespace: "default", labels: {} };

type Rules = { duplicates?: Partial<DuplicateRules>; key?: { scope?: KeyScope }; mode?: "enforce" | "observe" };

const compiled = new Map<string, CompiledContract>();

/** Compiling costs more than a whole history: done once, and the rules that need no compiling are changed on top. */
export function makeContract(more: Rules & Record<string, unknown> = {}): CompiledContract {
  const { duplicates, key, mode, ...rest } = more;
  const name = JSON.stringify(rest);
  const base = compiled.get(name) ?? compile(rest);
  compiled.set(name, base);
  const scope = key?.scope ?? base.scope;
  const definition: ContractDefinition = {
    ...base.definition,
    duplicates: { ...base.definition.duplicates, ...duplicates },
    key: { ...base.definition.key, scope },
    mode: mode ?? "enforce",
  };
  return { ...base, definition, scope, duplicates: duplicateRulesOf(definition), derivation: derivationOf(definition) };
}

function compile(more: Record<string, unknown>): CompiledContract {
  const definition = ContractDefinition.parse({
    tool: "pay",
    title: "Pay",
    effect: "write_non_idempotent",
    args: {
      type: "object",
      required: ["id", "amount"],
      properties: { id: {}, amount: {}, memo: {}, plan: { default: "clear" } },
    },
    fields: {
      "/id": { role: "identity", as: "id" },
      "/amount": { role: "material", as: "money", code: "USD", unit: "major" },
      "/plan": { role: "incidental" },
    },
    key: { scope: "step", window: "1h" },
    policy: [
      { when: 'args.plan == "clear"', then: "clear" },
      { when: 'args.plan == "refuse"', then: "refuse" },
      { when: 'args.plan == "break" && args.nowhere == 1', then: "clear" },
      { then: "hold" },
    ],
    execute: { connector: "http", request: { method: "POST", url: "https://x.example" }, effectId: "/id" },
    ...more,
  });
  return compileContract(definition, 1);
}

export type Sent = { args: JsonObject } & Partial<SubmissionContext>;

export const CONTEXT: SubmissionContext = { run: "r", step: "s", session: "e", callerKey: null, occurrence: 1 };

export function prepare(
  contract: CompiledContract,
  { args, ...more }: Sent,
  earlier: CompiledContract[] = [],
): Prepared {
  const context = { ...CONTEXT, ...more };
  const result = prepareSubmission(contract, { asker: AGENT, args, unsafeNumbers: [], context }, earlier);
  if (!result.ok) throw new TypeError(JSON.stringify(result.errors));
  return result.prepared;
}

type Kept = Known & { key: string; fingerprints: Set<string> };

export class TinyGate {
  at = 1_000_000;
  grants: Grant[] = [];
  readonly intents = new Map<string, Kept>();
  readonly used = new Map<string, string>();
  private readonly callerKeys = new Map<string, { intentId: string; identityDigest: string }[]>();
  private submissionCount = 0;

  fold(prepared: Prepared): Folded<Kept> {
    this.submissionCount += 1;
    const n = String(this.submissionCount).padStart(6, "0");
    const ids = { intentId: `int_${n}`, submissionId: `sub_${n}`, decisionId: `dec_${n}` };
    return foldSubmission(this.worldFor(prepared), { prepared, ids });
  }

  private worldFor(prepared: Prepared): World<Kept> {
    const { at, callerKeys, used, grants } = this;
    const kept = [...this.intents.values()];
    const live = kept.filter(({ intent }) => intent.successorId === null);
    const byIdentity = new Map<string, Kept[]>();
    for (const one of kept)
      byIdentity.set(one.row.identityDigest, [...(byIdentity.get(one.row.identityDigest) ?? []), one]);
    const byStem = new Map(live.map((one) => [one.row.stem, one]));
    return { at, byStem, byIdentity, callerKeys, occurrences: occurrencesOf(prepared, kept), used, grants };
  }

  /** Folds it and lets the world follow. */
  submit(prepared: Prepared): Folded<Kept> {
    const folded = this.fold(prepared);
    if (folded.kind === "open") this.open(prepared, folded);
    if (folded.kind === "join") {
      folded.known.intent = folded.intent;
      folded.known.row.submissionCount += 1;
      folded.known.fingerprints.add(prepared.fingerprint);
      if (folded.admission !== null) folded.known.readAs = [prepared.derivation];
    }
    return folded;
  }

  /** Nothing happens where the state machine says no. */
  move(id: string, event: IntentEvent): void {
    const kept = this.intents.get(id);
    const moved = kept === undefined ? null : transition(kept.intent, event);
    if (kept !== undefined && moved?.ok) kept.intent = moved.next;
  }

  states(): Intent["state"]["kind"][] {
    return [...this.intents.values()].map(({ intent }) => intent.state.kind);
  }

  private open(
    prepared: Prepared,
    { intent, keyParts, supersedes, admission }: Extract<Folded<Kept>, { kind: "open" }>,
  ): void {
    const before = supersedes?.known ?? null;
    if (supersedes !== null)
      this.move(supersedes.known.intent.id, {
        type: "supersede",
        at: this.at,
        successorId: intent.id,
        why: supersedes.why,
      });
    const alone: KeyParts = {
      namespace: "default",
      tool: "pay",
      context: { submission: intent.submissionId },
      identity: prepared.identity,
    };
    const parts = keyParts ?? alone;
    const generation = before === null ? 1 : Number(before.key.split(" ")[0]) + 1;
    this.intents.set(intent.id, {
      intent,
      key: `${generation} ${deriveKey(parts, generation)}`,
      row: {
        stem: before?.row.stem ?? deriveStem(parts),
        identityDigest: prepared.identityDigest,
        context: parts.context,
        submissionCount: 1,
      },
      readAs: [prepared.derivation],
      fingerprints: new Set([prepared.fingerprint]),
    });
    if (prepared.callerKey !== null && !this.callerKeys.has(prepared.callerKey)) {
      this.callerKeys.set(prepared.callerKey, [{ intentId: intent.id, identityDigest: prepared.identityDigest }]);
    }
    if (admission.verdict.kind !== "clear") return;
    for (const { bucket, amount } of prepared.charges)
      this.used.set(bucket, addDecimals(this.used.get(bucket) ?? "0", amount));
  }
}

function occurrencesOf({ family, keyParts, identityDigest }: Prepared, kept: Kept[]): Map<string, number> {
  if (family === null || keyParts === null) return new Map();
  const situation = canonicalJson(withoutOccurrence(keyParts.context));
  const alike = kept.filter(
    ({ row }) => row.identityDigest === identityDigest && canonicalJson(withoutOccurrence(row.context)) === situation,
  );
  return new Map([[family, Math.max(0, ...alike.map(({ row }) => Number(row.context["occurrence"])))]]);
}
