/** What agents of the simulated world send, and what a web process makes of it under the versions that it knows. */
import type { PendingSubmission } from "@/lib/application/intake/pending";
import { prepareSubmission } from "@/lib/domain/gate/prepare";
import type { JsonObject } from "@/lib/domain/json";
import { contractAt, VERSIONS } from "./contracts";

export type Sent = { tool: string; run: string; step: string; args: JsonObject; callerKey?: string | undefined };

export const AGENT = { id: "agt_1", namespace: "default", name: "agent", labels: {}, tools: [], mayRepeat: true };
/** Preparing is pure and takes longer than a whole step: done once for everything that can be sent. */
const PREPARED_MAX = 20_000;
const known = new Map<string, PendingSubmission>();

/** `forgets`: the versions before the active one are not looked at (`mutants`). */
export function toPending(sent: Sent, version = 1, forgets = false): PendingSubmission {
  const name = `${version}${forgets ? "!" : ""} ${JSON.stringify(sent)}`;
  const pending = known.get(name) ?? prepare(sent, version, forgets);
  if (known.size < PREPARED_MAX) known.set(name, pending);
  if (VERSIONS.get(sent.tool)?.length === 1) return pending;
  // A flush adds to the readings of what it folds.
  const { prepared } = pending;
  return { ...pending, prepared: { ...prepared, earlier: [...prepared.earlier] } };
}

function prepare({ tool, run, step, args, callerKey }: Sent, version: number, forgets: boolean): PendingSubmission {
  const contract = contractAt(tool, version);
  const earlier = forgets ? [] : (VERSIONS.get(tool) ?? []).slice(0, version - 1);
  const context = { run, step, session: null, callerKey: callerKey ?? null, occurrence: 1 };
  const result = prepareSubmission(contract, { asker: AGENT, args, unsafeNumbers: [], context }, earlier);
  if (!result.ok) throw new TypeError(JSON.stringify(result.errors));
  const nothing = { keyHash: null, reason: null, metadata: null, callbackUrl: null, bytes: 0 };
  const considered = new Set([contract, ...earlier].map(({ derivation }) => derivation));
  return { agent: AGENT, prepared: result.prepared, considered, rawArgs: args, ...nothing };
}
