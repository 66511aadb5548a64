/** An explanation as the wire shows it: an agent gets everything but key, fingerprint, rules and thresholds (L7). */
import type { Explained } from "@/lib/application/explain-intent";
import type { Disposition } from "@/lib/domain/event";
import type { Admission } from "@/lib/domain/gate/admit";
import { isOver } from "@/lib/domain/limits/charges";
import { currencyExponent } from "@/lib/domain/normalise/currency-codes";
import type { ExplanationDto } from "@/lib/wire/explain";
import { toEnginesDto } from "./engines-dto";
import { toFieldDto } from "./explained-fields";
import type { Audience } from "./intent-dto";

export function toExplanationDto(explained: Explained, audience: Audience): ExplanationDto {
  const { pending, fate, folded, hold, joins, verdict } = explained;
  const { prepared } = pending;
  const { contract } = prepared;
  const disposition = fate?.disposition ?? "created";
  return {
    tool: contract.tool,
    contractVersion: contract.version,
    mode: contract.definition.mode,
    args: prepared.args,
    argsDigest: prepared.argsDigest,
    fields: prepared.fields.map(toFieldDto),
    keyParts: toKeyParts(explained, audience),
    disposition,
    joins:
      joins === null
        ? null
        : { intentId: joins.row.id, state: joins.row.state, why: whyJoined(explained, disposition) },
    resembles: (fate?.resembles ?? []).map((one) => ({ ...one, why: RESEMBLES[one.kind] })),
    differences: fate?.differences ?? [],
    verdict,
    hold:
      hold === null
        ? null
        : {
            reasons: hold.reasons,
            approvalsNeeded: hold.approvalsNeeded,
            role: hold.role,
            expiresAt: new Date(hold.expiresAt).toISOString(),
          },
    refusal: folded.kind === "key_reused" ? "idempotency_key_reused" : (fate?.refusal ?? null),
    paused: explained.isPaused,
    ...(audience === "operator" ? forOperators(explained) : {}),
  };
}

/** An agent sees the parts of its own submission: what it would join may have been asked for under another's key. */
function toKeyParts({ pending, key, joins }: Explained, audience: Audience): ExplanationDto["keyParts"] {
  const { asker, contract, keyParts } = pending.prepared;
  const parts = audience === "agent" && joins !== null ? keyParts : key;
  if (key === null || parts === null) return null;
  const { context, identity } = parts;
  const { generation } = key;
  return { scope: contract.scope, namespace: asker.namespace, tool: contract.tool, context, identity, generation };
}

const RESEMBLES = {
  lookalike: "It asks for the same thing with the same values under another key, and its window is open.",
  variant: "It asks for the same thing with other values under another key, and its window is open.",
  denied_before: "A person denied this intent, which has the same target; its window is still open.",
} as const;

function whyJoined({ folded }: Explained, disposition: Disposition): string {
  if (folded.kind === "refuse") return "The contract refuses it because of this intent.";
  if (folded.kind === "key_reused") return "Its Idempotency-Key belongs to this intent, which is about something else.";
  switch (disposition) {
    case "drifted":
      return "Same key, other values.";
    case "lookalike":
      return "Same values under another key; the contract coalesces look-alikes.";
    case "reopened":
      return "Same key; it ended without an effect and is opened again.";
    case "replayed":
      return "Same key, same values; it has ended and its answer is repeated.";
    default:
      return "Same key, same values; it is still open.";
  }
}

function forOperators(explained: Explained): Partial<ExplanationDto> {
  const { pending, turn, key } = explained;
  const { prepared } = pending;
  const admission = admissionOf(explained);
  const policy = admission?.policy ?? prepared.policy((explained.joins?.row.submissionCount ?? 0) + 1, turn.at);
  return {
    key: key?.key ?? null,
    fingerprint: prepared.fingerprint,
    engines: toEnginesDto(prepared.contract.engines),
    rule: policy.rule,
    rules: prepared.contract.rules.map(({ label, rule }, index) => {
      const asked = policy.trail[index];
      const message = asked?.message === undefined ? {} : { message: asked.message };
      return {
        rule: label,
        when: rule.when ?? null,
        then: rule.then,
        result: asked?.result ?? "not_asked",
        ...message,
      };
    }),
    limits: prepared.charges.map((charge) => {
      const used = turn.used.get(charge.bucket) ?? "0";
      const { label, currency, amount, max, over } = charge;
      const money = currency === null ? null : { currency, fractionDigits: currencyExponent(currency) ?? 0 };
      return { limit: label, money, used, amount, max, over, exceeded: isOver(charge, used) };
    }),
    grantId: admission?.grantUse?.grant.id ?? null,
    observed: explained.fate?.observed ?? null,
  };
}

function admissionOf({ folded }: Explained): Admission | null {
  return folded.kind === "open" || folded.kind === "join" ? folded.admission : null;
}
