import { describe, expect, test } from "vitest";
import { parseLatenciesMs, parsePgbench } from "./parse";

const PRINTED = `pgbench (15.14 (Debian 15.14-0+deb12u1), server 18.4)
transaction type: /tmp/insert.sql
scaling factor: 1
query mode: prepared
number of clients: 32
number of threads: 2
maximum number of tries: 1
duration: 5 s
number of transactions actually processed: 71234
number of failed transactions: 3 (0.004%)
latency average = 2.246 ms
initial connection time = 41.101 ms
tps = 14246.210311 (without initial connection time)
`;

describe("what pgbench prints", () => {
  test("the rate is the one without the time to connect", () => {
    expect(parsePgbench(PRINTED)).toEqual({ perSecond: 14_246.210311, transactionCount: 71_234, failedCount: 3 });
  });

  test("an older one that prints both rates is understood", () => {
    const older = PRINTED.replace(/^number of failed.*\n|^tps.*$/gm, "").concat(
      "tps = 14100.5 (including connections establishing)\ntps = 14246.5 (excluding connections establishing)\n",
    );
    expect(parsePgbench(older)).toMatchObject({ perSecond: 14_246.5, failedCount: 0 });
  });

  test("what is no result is refused with what was printed", () => {
    expect(() => parsePgbench("connection refused")).toThrow("connection refused");
  });

  test("latencies are in milliseconds; what failed and the empty last line have none", () => {
    expect(parseLatenciesMs("0 1 2150 0 1763481600 12\n3 9 failed 0 1763481600 13\n1 1 900 0 1763481600 14\n")).toEqual(
      [2.15, 0.9],
    );
  });
});
