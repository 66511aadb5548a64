import { expect, test } from "vitest";
import { isDataFault, isUnreachable, StoreUnavailableError } from "./errors";

const said = (code: string, message = "postgres says") => Object.assign(new Error(message), { code });

test.each([
  ["25006", "cannot execute UPDATE in a read-only transaction"],
  ["55000", "cannot acquire lock mode while recovery is in progress"],
  ["0A000", "cannot set transaction read-write mode during recovery"],
  ["57P01", "terminating connection due to administrator command"],
  ["53100", "could not extend file: No space left on device"],
  ["58030", "could not read block"],
  ["08006", "connection failure"],
])("%s (%s) says that the store is away, and nothing about what was to be written", (code, message) => {
  const error = new Error("the query failed", { cause: said(code, message) });
  expect(isUnreachable(error)).toBe(true);
  expect(isDataFault(error)).toBe(false);
});

test.each(["22021", "22P02", "23514", "42P18", "42804", "42846", "54000", "XX000"])(
  "%s may be the fault of what was written",
  (code) => {
    expect(isUnreachable(said(code))).toBe(false);
    expect(isDataFault(said(code))).toBe(true);
  },
);

test.each(["40001", "40P01", "55P03", "55006", "25P02", "26000", "0A000", "42P01", "42501", "42703"])(
  "%s passes, or is ours to mend: the same words are said again",
  (code) => expect(isDataFault(said(code))).toBe(false),
);

test.each(["CERT_HAS_EXPIRED", "EPROTO", "EPERM", "ECONNABORTED", "P2025"])(
  "%s is no word of Postgres about what was to be written",
  (code) => expect(isDataFault(said(code))).toBe(false),
);

test("an error of ours without a code (a contract version that a restore lost) is not a fault of what was written", () => {
  expect(isDataFault(new Error("There is no such version."))).toBe(false);
});

test("what the driver cannot write is a fault of what was written; a store that is away never is", () => {
  expect(isDataFault(new TypeError("Only text and numbers are sent together with a commit."))).toBe(true);
  expect(isDataFault(new Error("not sent", { cause: new RangeError("Invalid string length") }))).toBe(true);
  expect(isDataFault(new StoreUnavailableError(new TypeError("read ECONNRESET")))).toBe(false);
});
