/** What a verb may refuse with. Transports map these once; verbs never speak HTTP. */
import type { Refusal } from "@/lib/domain/event";
import type { Difference, FieldError } from "@/lib/wire/problem";

export class UnauthenticatedError extends Error {
  override name = "UnauthenticatedError";
}

export class ForbiddenError extends Error {
  override name = "ForbiddenError";
  constructor(
    message: string,
    readonly code: string = "forbidden",
  ) {
    super(message);
  }
}

export class NotFoundError extends Error {
  override name = "NotFoundError";
  constructor(
    readonly code: "unknown_tool" | "not_found",
    message: string,
    /** Where it is not an id that was wrong. */
    readonly correctiveAction?: string,
  ) {
    super(message);
  }
}

/** The input is wrong and says so field by field; sending the same again will not help. */
export class InvalidError extends Error {
  override name = "InvalidError";
  constructor(
    readonly code:
      | "invalid_request"
      | "invalid_args"
      | "invalid_contract"
      | "invalid_grant"
      | "range_too_long"
      | "idempotency_key_required",
    message: string,
    readonly errors: FieldError[] = [],
  ) {
    super(message);
  }
}

/** A duplicate rule, a pinned version, or a state that does not allow it. */
export class ConflictError extends Error {
  override name = "ConflictError";
  constructor(
    readonly code: string,
    message: string,
    /** `retriable`: it passes by itself, so that the same request may be sent again. */
    readonly details: {
      intentId?: string;
      differences?: Difference[];
      correctiveAction?: string;
      retriable?: boolean;
    } = {},
  ) {
    super(message);
  }
}

/** A stored version that this release cannot read: nothing can be judged under it, and the rest goes on. */
export class UnreadableContractError extends Error {
  override name = "UnreadableContractError";
  constructor(
    readonly tool: string,
    readonly version: number,
    cause: unknown,
  ) {
    super(`Version ${version} of the contract of ${tool} can no longer be read.`, { cause });
  }
}

export class TooManyError extends Error {
  override name = "TooManyError";
  constructor(
    message: string,
    readonly retryAfterSeconds: number,
  ) {
    super(message);
  }
}

/** Keys of this tool are made by an engine that this release does not carry: only a release that does may take them. */
export class EngineNotCarriedError extends Error {
  override name = "EngineNotCarriedError";
  constructor(
    readonly tool: string,
    /** As `date 3`. */
    readonly missing: string[],
  ) {
    super(`Keys of ${tool} are made by engines that this release does not carry: ${missing.join(", ")}.`);
  }
}

/** The state machine said no. */
export class RefusedError extends Error {
  override name = "RefusedError";
  constructor(
    readonly refusal: Refusal,
    readonly intentId: string,
    /** Who was first, and when: for whoever lost the race. */
    readonly detail?: string,
  ) {
    super(`The intent refused: ${refusal.code}`);
  }
}
