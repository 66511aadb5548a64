import { expect, test } from "vitest";
import type { ClaimedAttempt } from "@/lib/application/claim-intents";
import type { Performed } from "@/lib/connectors/connector";
import type { Outcome } from "@/lib/domain/event";
import { type BreakerChange, makeBreaker } from "./breaker";

const A = "https://a.example";
const B = "https://b.example";
const UNBOUNDED = Number.POSITIVE_INFINITY;
const failed = (code: string): Outcome => ({ class: "unknown", failure: { code, message: `It said ${code}.` } });
const DONE: Outcome = { class: "success", effectId: "e", result: null };

type Said = { status: number | null; outcome: Outcome };
const REFUSED: Said = { status: null, outcome: failed("downstream_unreachable") };
const TIMED_OUT: Said = { status: null, outcome: failed("downstream_timeout") };
const RESET: Said = { status: null, outcome: failed("connection_lost") };
const ANSWERED: Said = { status: 200, outcome: DONE };

function setUp() {
  let nowMs = 0;
  const changes: BreakerChange[] = [];
  const breaker = makeBreaker({ monotonicMs: () => nowMs, onChange: (change) => changes.push(change) });
  /** Begins now; the downstream's word ends it. */
  function begin(tool: string, origin: string) {
    let say: (said: Said) => void = () => undefined;
    const said = new Promise<Said>((resolve) => {
      say = resolve;
    });
    const perform = async (): Promise<Performed> => {
      const { status, outcome } = await said;
      return { outcome, exchange: null, reached: { origin, status } };
    };
    const ended = breaker.watch(perform)({ tool, retryCapMs: 60_000 } as ClaimedAttempt, 0);
    return async (what: Said) => {
      say(what);
      expect((await ended).outcome).toBe(what.outcome);
    };
  }
  const perform = (tool: string, origin: string, said: Said) => begin(tool, origin)(said);
  const silence = async (tool: string, origin: string, count: number) => {
    for (let n = 0; n < count; n += 1) await perform(tool, origin, REFUSED);
  };
  /** Ten calls, a second long: enough for a rest. */
  const silenceForLong = async (tool: string, origin: string) => {
    await silence(tool, origin, 9);
    pass(1_000);
    await silence(tool, origin, 1);
  };
  function pass(ms: number): void {
    nowMs += ms;
  }
  return { breaker, changes, begin, perform, silence, silenceForLong, pass };
}

test("a route rests alone: another tool of the same origin does not wait", async () => {
  const { breaker, perform, silenceForLong, changes } = setUp();
  await perform("sibling", A, ANSWERED);
  await silenceForLong("dead", A);
  expect(breaker.restingTools()).toEqual(["dead"]);
  expect([breaker.roomFor("sibling"), breaker.roomFor("never-seen")]).toEqual([UNBOUNDED, UNBOUNDED]);
  const reason = "It said downstream_unreachable.";
  expect(changes).toEqual([{ tool: "dead", origin: A, rest: { isNew: true, leftMs: 1_000, reason } }]);
});

test("time-outs count as nobody there does", async () => {
  const { breaker, perform, pass } = setUp();
  for (let n = 0; n < 9; n += 1) await perform("t", A, n % 2 === 0 ? TIMED_OUT : REFUSED);
  pass(1_000);
  await perform("t", A, TIMED_OUT);
  expect(breaker.restingTools()).toEqual(["t"]);
});

test.each<[string, Said]>([
  ...[500, 502, 503, 504, 429, 401].map((status): [string, Said] => [
    `answered ${status}`,
    { status, outcome: failed(`downstream_${status}`) },
  ]),
  ["a connection that broke off", RESET],
  [
    "an address that we refuse to call",
    { status: null, outcome: { class: "configuration", failure: { code: "x", message: "x" }, counted: false } },
  ],
])("%s opens nothing, however often", async (_, said) => {
  const { breaker, perform, pass } = setUp();
  for (let n = 0; n < 100; n += 1) {
    await perform("t", A, said);
    pass(100);
  }
  expect(breaker.roomFor("t")).toBe(UNBOUNDED);
});

test("a tool that still reaches another origin goes on", async () => {
  const { breaker, perform, silence, silenceForLong, pass } = setUp();
  await perform("t", B, ANSWERED);
  await silenceForLong("t", A);
  expect(breaker.roomFor("t")).toBe(UNBOUNDED);
  pass(30_000);
  await silence("t", A, 2);
  expect(breaker.roomFor("t")).toBe(0);
});

test("after the rest two are let through, then more with each answer; what hung before takes none of that room", async () => {
  const { breaker, begin, silenceForLong, pass, changes } = setUp();
  const hanging = Array.from({ length: 5 }, () => begin("dead", A));
  await silenceForLong("dead", A);
  pass(1_000);
  expect(breaker.roomFor("dead")).toBe(2);
  const [first, second] = [begin("dead", A), begin("dead", A)];
  expect([breaker.roomFor("dead"), breaker.restingTools()]).toEqual([0, ["dead"]]);
  for (const end of hanging) await end(TIMED_OUT);
  await first?.(ANSWERED);
  expect(breaker.roomFor("dead")).toBe(3);
  await second?.(ANSWERED);
  expect(breaker.roomFor("dead")).toBe(8);
  await begin("dead", A)(ANSWERED);
  await begin("dead", A)(ANSWERED);
  expect(breaker.roomFor("dead")).toBe(UNBOUNDED);
  expect(changes.map(({ rest }) => rest?.leftMs ?? "answers")).toEqual([1_000, "answers"]);
});

test("each further rest is told, and that it is not the first", async () => {
  const { silence, silenceForLong, pass, changes } = setUp();
  await silenceForLong("dead", A);
  pass(1_000);
  await silence("dead", A, 2);
  expect(changes.map(({ rest }) => [rest?.isNew, rest?.leftMs])).toEqual([
    [true, 1_000],
    [false, 2_000],
  ]);
});

test("an answered probe closes its own route, and no other", async () => {
  const { breaker, silenceForLong, changes } = setUp();
  await silenceForLong("dead", A);
  breaker.heard({ tool: "dead", origin: B });
  breaker.heard({ tool: "sibling", origin: A });
  expect(breaker.roomFor("dead")).toBe(0);
  breaker.heard({ tool: "dead", origin: A });
  expect(breaker.roomFor("dead")).toBe(UNBOUNDED);
  expect(changes.at(-1)).toEqual({ tool: "dead", origin: A, rest: null });
});

test("try now ends the rest, and only silence begins another", async () => {
  const { breaker, silence, silenceForLong, pass } = setUp();
  await silenceForLong("dead", A);
  pass(1);
  breaker.tryNow({ tool: "dead", origin: A });
  expect(breaker.roomFor("dead")).toBe(2);
  await silence("dead", A, 2);
  expect(breaker.roomFor("dead")).toBe(0);
  breaker.tryNow({ tool: "other", origin: A });
  expect(breaker.roomFor("other")).toBe(UNBOUNDED);
});
