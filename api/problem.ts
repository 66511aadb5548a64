/** The one place where a refusal becomes an answer: RFC 9457 with a code, `retriable` and what to do now. */
import type { Context } from "hono";
import { QueueFullError } from "@/lib/application/batch";
import {
  ConflictError,
  EngineNotCarriedError,
  ForbiddenError,
  InvalidError,
  NotFoundError,
  RefusedError,
  TooManyError,
  UnauthenticatedError,
  UnreadableContractError,
} from "@/lib/application/errors";
import type { Refusal } from "@/lib/domain/event";
import { isBusy, isUnreachable } from "@/lib/store/errors";
import { PROBLEM_TYPE, type Problem } from "@/lib/wire/problem";
import { PROBLEM_CODES } from "./problem-codes";

type Said = Omit<Problem, "type" | "status"> & { status: number; headers?: Record<string, string> };

/** A request that cannot be read at all: the HTTP layer's own refusals. */
export class RequestError extends Error {
  override name = "RequestError";
  constructor(
    readonly status: 400 | 404 | 405 | 413 | 415,
    readonly code: string,
    message: string,
    readonly correctiveAction: string,
  ) {
    super(message);
  }
}

export type ProblemAnswer = { status: number; headers: Record<string, string>; body: Problem };

/** `origin`: where the caller reached us, for the link to what the code means. */
export function problemAnswer(error: unknown, origin: string): ProblemAnswer {
  const { headers, ...said } = toProblem(error);
  return {
    status: said.status,
    headers: { "content-type": PROBLEM_TYPE, "cache-control": "no-store", ...headers },
    body: { type: `${origin}/api/docs#${said.code}`, ...said },
  };
}

export function respondProblem(context: Context, error: unknown): Response {
  const { status, headers, body } = problemAnswer(error, new URL(context.req.url).origin);
  return context.body(JSON.stringify(body), status as 400, headers);
}

/** One of PROBLEM_CODES, so that nothing else is ever counted by it. */
export function problemCode(error: unknown): string {
  const { code } = toProblem(error);
  return Object.hasOwn(PROBLEM_CODES, code) ? code : "other";
}

/** Faults of ours are worth a log line; refusals are not. */
export function isFault(error: unknown): boolean {
  return toProblem(error).status >= 500;
}

function toProblem(error: unknown): Said {
  if (error instanceof RequestError) {
    return said(
      error.status,
      error.code,
      error.status === 404 ? "There is nothing at this address." : "The request could not be read.",
      error.message,
      false,
      error.correctiveAction,
    );
  }
  if (error instanceof UnauthenticatedError) {
    const fix = "Send a valid key as `Authorization: Bearer …`, or sign in.";
    return {
      ...said(401, "unauthenticated", "Credentials are missing or wrong.", error.message, false, fix),
      headers: { "www-authenticate": "Bearer" },
    };
  }
  if (error instanceof ForbiddenError) {
    return said(
      403,
      error.code,
      "Not allowed.",
      error.message,
      false,
      "Use credentials that are allowed to do this, or ask an admin.",
    );
  }
  if (error instanceof NotFoundError) {
    const fix =
      error.code === "unknown_tool"
        ? "Check the tool's name; an admin must publish its contract first."
        : (error.correctiveAction ?? "Check the id.");
    return said(404, error.code, "Not found.", error.message, false, fix);
  }
  if (error instanceof InvalidError) return invalid(error);
  if (error instanceof ConflictError) return conflict(error);
  if (error instanceof RefusedError) {
    const { refusal, intentId, detail } = error;
    return { ...refused(refusal), intentId, ...(detail === undefined ? {} : { detail }) };
  }
  if (error instanceof TooManyError) return tooMany(error.message, error.retryAfterSeconds);
  if (error instanceof QueueFullError) return tooMany("More is being submitted than can be recorded.", 1);
  if (error instanceof UnreadableContractError) {
    const fix =
      "Nothing was executed. Tell the people who run Interlock: a finding names the version and what to do. Submit it again when they have mended it.";
    const problem = said(503, "contract_unreadable", "The tool's contract cannot be read.", error.message, true, fix);
    return { ...problem, headers: { "retry-after": "60" } };
  }
  if (error instanceof EngineNotCarriedError) {
    const fix =
      "Nothing was executed. Tell the people who run Interlock: a release that carries these engines must serve this tool until the windows of what they made are over.";
    const problem = said(
      503,
      "engine_not_carried",
      "This release cannot read the tool's keys.",
      error.message,
      true,
      fix,
    );
    return { ...problem, headers: { "retry-after": "60" } };
  }
  if (isUnreachable(error) || isBusy(error)) {
    const fix = "Nothing was executed. Send the same request again after a moment.";
    const problem = said(503, "store_unavailable", "The store cannot be reached.", undefined, true, fix);
    return { ...problem, headers: { "retry-after": "2" } };
  }
  const fix = "Send the same request again; if it keeps failing, tell the people who run Interlock.";
  return said(500, "internal_error", "Something went wrong here.", undefined, true, fix);
}

function said(
  status: number,
  code: string,
  title: string,
  detail: string | undefined,
  retriable: boolean,
  correctiveAction: string,
): Said {
  return { status, code, title, ...(detail === undefined ? {} : { detail }), retriable, correctiveAction };
}

const INVALID = {
  invalid_request: {
    status: 400,
    title: "The request is not valid.",
    fix: "Correct what `errors` names and send it again.",
  },
  invalid_args: {
    status: 422,
    title: "The args do not fit the tool.",
    fix: "Correct the fields that `errors` names and submit again.",
  },
  invalid_contract: {
    status: 422,
    title: "The contract is not valid.",
    fix: "Correct what `errors` names and publish again.",
  },
  invalid_grant: {
    status: 422,
    title: "The grant is not valid.",
    fix: "Correct what `errors` names and send it again.",
  },
  range_too_long: {
    status: 422,
    title: "There is too much to count in this time.",
    fix: "Choose a shorter range.",
  },
  idempotency_key_required: {
    status: 400,
    title: "There is nothing to build a key from.",
    fix: "Submit again with the context that `detail` names.",
  },
} as const;

function invalid(error: InvalidError): Said {
  const { status, title, fix } = INVALID[error.code];
  return {
    ...said(status, error.code, title, error.message, false, fix),
    ...(error.errors.length > 0 ? { errors: error.errors } : {}),
  };
}

const GO_ON = "Do not submit it again: read the intent that `intentId` names and go on with its result.";

const CONFLICT_FIXES: Record<string, string> = {
  already_submitted: GO_ON,
  lookalike: GO_ON,
  idempotency_conflict:
    "Read the intent that `intentId` names. If the new values are meant as another action, submit them as a new step.",
  variant:
    "Read the intent that `intentId` names and see whether it is enough; a person must allow a second one with other values.",
  idempotency_key_reused:
    "This key was used for something else: submit this action with a fresh Idempotency-Key. Do not use the other action's result.",
  contract_version_mismatch:
    "Read the tool's contract again, then submit without `contractVersion` or with the active one.",
  policy_refused: "Choose other args, or deny it.",
  limit_exceeded: "Deny it, or approve it when the limit has room again.",
  bypass_pending:
    "Read the intent and confirm the order as it stands, or withdraw it (DELETE) and order anew with the args you mean.",
  already_resolved:
    "Read the intent again. If what you know contradicts it, say so to those who run Interlock: nothing was changed.",
  shared_effect:
    "Look at the intent that `intentId` names, and find this action's own effect in the downstream; if there is none, it was not executed.",
  args_erased: "If it must happen again, let an agent submit it anew.",
  history_behind: "Send the same request again in a minute; a worker must run for history to catch up.",
  not_sealed: "Ask again in a few seconds.",
  key_audit_open: "Read it at GET /api/v1/key-audits and wait for its end.",
  shared_intent: "Leave it; a person can deny it while it is held.",
  too_many_derivations:
    "Publish again when earlier windows are over, or raise `max_locks_per_transaction` of PostgreSQL; the active version goes on.",
  contract_changed: "Read the contract again, see what was changed, and publish over the version that is active now.",
  proposal_changed: "Read the proposal again and confirm what it says now.",
  proposal_open:
    "Read it at GET /api/v1/contracts/{tool}/proposals: confirm it, or withdraw it (DELETE) and publish again.",
  proposal_over: "Read the contract again; to publish the same text after all, send it with PUT.",
};

const CONFLICT_STATUSES: Record<string, number> = {
  idempotency_conflict: 422,
  idempotency_key_reused: 422,
  contract_changed: 412,
  history_behind: 503,
  proposal_changed: 412,
};

function conflict(error: ConflictError): Said {
  const status = CONFLICT_STATUSES[error.code] ?? 409;
  const fix = CONFLICT_FIXES[error.code] ?? "Read what `intentId` names again and act on what it says now.";
  return {
    ...said(status, error.code, "It conflicts with what is on record.", error.message, false, fix),
    ...error.details,
  };
}

function tooMany(message: string, retryAfterSeconds: number): Said {
  const fix = `Wait ${retryAfterSeconds} s, then send the same request again.`;
  return {
    ...said(429, "too_many_requests", "Too fast.", message, true, fix),
    headers: { "retry-after": String(retryAfterSeconds) },
  };
}

function refused(refusal: Refusal): Said {
  const fix = "Read the intent again and decide on what it says now.";
  switch (refusal.code) {
    case "args_changed": {
      const title = "These are not, or no longer, the args that would run.";
      const choose = `${fix} With \`submissionId\`, send the \`argsDigest\` of the submission that you choose.`;
      return said(412, "args_changed", title, undefined, false, choose);
    }
    case "hold_changed":
      return said(
        412,
        "hold_changed",
        "It was held anew since: other values were submitted, a limit was exceeded, or its approval was taken back.",
        undefined,
        false,
        fix,
      );
    case "role_required":
      return said(
        403,
        "role_required",
        "Not allowed.",
        `This needs the role ${refusal.role}.`,
        false,
        "Ask somebody with that role.",
      );
    case "already_approved":
      return said(
        409,
        "already_approved",
        "You have approved this already.",
        undefined,
        false,
        "Another person must approve it too.",
      );
    case "already_stated":
      return said(
        409,
        "already_stated",
        "You have said so already.",
        undefined,
        false,
        "Another person must say the same; to take it back, say what is true instead.",
      );
    case "too_early": {
      const notBefore = new Date(refusal.notBefore).toISOString();
      const detail = `Until ${notBefore} the request may still land, and sending it again would then do it twice.`;
      const fix =
        "Wait until `notBefore` and look again; to send it now all the same, say so with `confirmEarly: true`.";
      return { ...said(409, "too_early", "The first request may still land.", detail, false, fix), notBefore };
    }
    case "hold_expired":
      return said(
        409,
        "hold_expired",
        "The time to decide is over.",
        undefined,
        false,
        "The agent may submit it again.",
      );
    case "frozen":
      return said(409, "frozen", "It may have been sent already and can no longer be changed.", undefined, false, fix);
    case "superseded": {
      const next = `Look at the generation that took its place: ${refusal.successorId}.`;
      return said(409, "superseded", "A later generation has taken its place.", undefined, false, next);
    }
    case "wrong_state":
      return said(409, "wrong_state", `The intent is ${refusal.state} now.`, undefined, false, fix);
    default:
      return said(409, refusal.code, "The intent's state does not allow this.", undefined, false, fix);
  }
}
