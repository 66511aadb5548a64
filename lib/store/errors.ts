/** Postgres cannot be reached, or went away in the middle: nothing may be assumed about what was asked of it. */
export class StoreUnavailableError extends Error {
  constructor(cause: unknown) {
    super("The store cannot be reached.", { cause });
    this.name = "StoreUnavailableError";
  }
}

/** A row was not as it was when it was read; the caller reads again and decides anew. */
export class ConcurrentChangeError extends Error {
  constructor(what: string) {
    super(`${what} was changed by somebody else meanwhile.`);
    this.name = "ConcurrentChangeError";
  }
}

const UNREACHABLE_PRISMA = new Set(["P1000", "P1001", "P1002", "P1003", "P1008", "P1017", "P2024", "P2028", "P2037"]);
const UNREACHABLE_KINDS = new Set([
  "DatabaseNotReachable",
  "ConnectionClosed",
  "SocketTimeout",
  "TooManyConnections",
  "TransactionAlreadyClosed",
  "AuthenticationFailed",
  "DatabaseDoesNotExist",
  "TlsConnectionError",
]);
/**
 * Postgres: 08 (connection), 57P0x (shutting down), 57014 (waited too long), 53 (out of resources), 58 (its disk or
 * files), 25006 (read-only: a standby, or what was the primary before a failover). Node: no way
 * there, or no file descriptor, buffer or port left here to go with.
 */
const UNREACHABLE_CODE =
  /^(08...|57P0.|57014|53...|58...|25006|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EHOSTUNREACH|ENETUNREACH|EAI_AGAIN|EMFILE|ENFILE|ENOBUFS|EADDRNOTAVAIL)$/;
const UNREACHABLE_TEXT =
  /connection terminated|terminating connection|connection ended|not queryable|server closed the connection|timeout exceeded when trying to connect|unable to start a transaction|transaction already closed|connection timeout|recovery is in progress|during recovery/i;

export function isUnreachable(error: unknown): boolean {
  return chain(error).some((link) => {
    if (link instanceof StoreUnavailableError) return true;
    const { code, originalCode, kind, message } = link as {
      code?: unknown;
      originalCode?: unknown;
      kind?: unknown;
      message?: unknown;
    };
    if (typeof code === "string" && (UNREACHABLE_PRISMA.has(code) || UNREACHABLE_CODE.test(code))) return true;
    if (typeof originalCode === "string" && UNREACHABLE_CODE.test(originalCode)) return true;
    if (typeof kind === "string" && UNREACHABLE_KINDS.has(kind)) return true;
    return typeof message === "string" && UNREACHABLE_TEXT.test(message);
  });
}

/** Somebody else held a lock for longer than we wait (Postgres 55P03): this action is busy, the store is well. */
export function isBusy(error: unknown): boolean {
  return chain(error).some((link) => {
    const { code, originalCode } = link as { code?: unknown; originalCode?: unknown };
    return code === LOCK_NOT_AVAILABLE || originalCode === LOCK_NOT_AVAILABLE;
  });
}

const LOCK_NOT_AVAILABLE = "55P03";

/**
 * Only what was to be written can be at fault: it is too large, has the wrong form or type, or breaks a rule of its table
 * (Postgres 22, 23, 54, three of 42, and XX where a value breaks the server itself), or the driver could not write it at
 * all. The rest of 42 (no such table, no right to it) is about the server: a restore may be under way. Whatever else
 * fails is about the moment or the way there, and the same words are good again later.
 */
export function isDataFault(error: unknown): boolean {
  if (isUnreachable(error) || isBusy(error) || isWriteConflict(error)) return false;
  const links = chain(error);
  const codes = links.flatMap((link) => {
    const { code, originalCode } = link as { code?: unknown; originalCode?: unknown };
    return [code, originalCode].filter((one) => typeof one === "string" && SQLSTATE.test(one)) as string[];
  });
  if (codes.length > 0) return codes.every((code) => DATA_FAULT.test(code));
  return links.some((link) => link instanceof TypeError || link instanceof RangeError);
}

/** With a digit, which no name of Node's of that length has. Prisma has codes of the same length. */
const SQLSTATE = /^(?!P[1-9])(?=.*[0-9])[0-9A-Z]{5}$/;
const DATA_FAULT = /^(22|23|54|XX|42P18$|42804$|42846$)/;

/** The server's lock table is full (Postgres 53200): fewer at once fit. */
export function isOutOfLocks(error: unknown): boolean {
  return chain(error).some((link) => {
    const { code, originalCode } = link as { code?: unknown; originalCode?: unknown };
    return code === OUT_OF_SHARED_MEMORY || originalCode === OUT_OF_SHARED_MEMORY;
  });
}

const OUT_OF_SHARED_MEMORY = "53200";

/** A statement took longer than whoever asked gave it (Postgres 57014): the store is well, the question was too large. */
export function isOutOfTime(error: unknown): boolean {
  return chain(error).some((link) => {
    const { code, originalCode } = link as { code?: unknown; originalCode?: unknown };
    return code === QUERY_CANCELED || originalCode === QUERY_CANCELED;
  });
}

const QUERY_CANCELED = "57014";

/** Deadlock, serialization failure, or a compare-and-swap that lost: safe to run the whole transaction again. */
export function isWriteConflict(error: unknown): boolean {
  return chain(error).some((link) => {
    if (link instanceof ConcurrentChangeError) return true;
    const { code, originalCode, kind } = link as { code?: unknown; originalCode?: unknown; kind?: unknown };
    return (
      code === "P2034" ||
      code === "40P01" ||
      code === "40001" ||
      kind === "TransactionWriteConflict" ||
      originalCode === "40P01" ||
      originalCode === "40001"
    );
  });
}

const CHAIN_MAX = 8;

function chain(error: unknown): object[] {
  const links: object[] = [];
  let link = error;
  while (typeof link === "object" && link !== null && links.length < CHAIN_MAX) {
    links.push(link);
    const { cause, meta } = link as { cause?: unknown; meta?: { driverAdapterError?: unknown } };
    link = cause ?? meta?.driverAdapterError;
  }
  return links;
}
