import { describe, expect, test } from "vitest";
import { toErrorDto } from "./intent-error";

type Row = Parameters<typeof toErrorDto>[0];

const BLANK = { effect: "write_non_idempotent", failure: null, transient: null, endedReason: null, probeAt: null };

function told(more: Partial<Row> & Pick<Row, "state">) {
  const error = toErrorDto({ ...BLANK, ...more } as Row);
  if (error === null) throw new Error("It should say why.");
  return error;
}

const failed = (code: string, transient: boolean, effect = "write_non_idempotent") =>
  told({ state: "failed", transient, effect, failure: { code, message: "What happened." } }).correctiveAction;

/** What no attempt says by itself: each is reached when retries are used up, or once a probe found nothing. */
const TRANSIENT = [
  ...["downstream_unreachable", "too_late", "worker_error", "mcp_no_session", "module_not_sent", "out_of_stock"],
  ...["downstream_408", "downstream_409", "downstream_500", "downstream_timeout", "connection_lost", "lease_lost"],
  ...["outcome_rule_failed", "no_effect_id", "honour_window_closed", "module_failed", "module_unknown"],
  ...["mcp_no_answer", "mcp_incomplete", "mcp_error", "mcp_tool_error", "downstream_422"],
];
const TURNED_AWAY = ["downstream_425", "downstream_429", "downstream_503"];
const OURS = ["configuration", "module_configuration", "contract_unreadable", "args_changed", "no_connector"];
const REFUSED = ["downstream_400", "downstream_404", "downstream_422", "mcp_error", "mcp_tool_error"];
const EVERY = [...TRANSIENT, ...TURNED_AWAY, ...OURS, ...REFUSED, "downstream_302", "unsendable", "not_executed"];

describe("a failure that left no effect says so, and that the same may be submitted again", () => {
  test.each(TRANSIENT)("%s, of a write", (code) => {
    expect(failed(code, true)).toBe("Nothing was done. Submit exactly the same again to try once more.");
  });

  test.each(TRANSIENT.filter((code) => code !== "no_effect_id"))("%s, of a read", (code) => {
    const fix = "It only reads, so nothing was changed. Submit exactly the same again to try once more.";
    expect(failed(code, true, "read")).toBe(fix);
  });

  test.each(TURNED_AWAY)("%s: after a while", (code) => {
    expect(failed(code, true)).toMatch(/^Nothing was done\. The downstream turned it away for now: wait a while, /);
  });

  test.each([...OURS, "downstream_401", "downstream_403"])("%s: and who mends it", (code) => {
    expect(failed(code, true)).toMatch(/Submit exactly the same again; .*operator to look at the tool's settings\.$/);
  });
});

test("a read whose answer is too large to be read is not to be asked for in the same way again", () => {
  expect(failed("no_effect_id", true, "read")).toMatch(/ask for less\.$/);
});

test("an agent is told the truth about a doubt that an operator ended: nobody refused it", () => {
  const fix = failed("not_executed", false);
  expect(fix).toMatch(/^Nothing was done, and submitting it again gets this same answer\..*ask an operator/);
  expect(fix).not.toContain("refused");
});

test("what was never sent was not refused either, and other args help", () => {
  expect(failed("unsendable", false)).toMatch(/^Nothing was sent\. Correct the args/);
});

test("other args do not help against a redirect", () => {
  expect(failed("downstream_302", false)).toMatch(/never followed\. Other args do not help: ask an operator/);
});

test.each(REFUSED)("%s: the downstream refused it; unchanged it gets the same answer", (code) => {
  expect(failed(code, false)).toMatch(
    /^The downstream refused it, and submitting it unchanged gets this same answer\./,
  );
});

test("no failure invites a second action: another step, run or key", () => {
  for (const code of EVERY) {
    for (const transient of [true, false]) {
      expect(failed(code, transient)).not.toMatch(/(new|another|other|fresh) (step|run|key|idempotency key)/);
      expect(failed(code, transient)).toMatch(/^[A-Z].*\.$/);
    }
  }
});

test("what a connector says itself about a failure comes first", () => {
  const failure = { code: "downstream_422", message: "No.", correctiveAction: "Name a payee." };
  expect(told({ state: "failed", transient: false, failure }).correctiveAction).toBe("Name a payee.");
});

test("a doubt whose last attempt was not sent does not sound as if nothing could have happened", () => {
  const failure = { code: "downstream_unreachable", message: "It could not be reached; nothing was sent." };
  const { message } = told({ state: "in_doubt", failure });
  expect(message).toBe(`${failure.message} Some attempt may have acted: nobody knows yet whether it happened.`);
});

test("an agent in doubt is told to wait for a probe only where there is one", () => {
  const failure = { code: "downstream_500", message: "The downstream answered 500." };
  expect(told({ state: "in_doubt", failure }).correctiveAction).toContain("Wait: an operator will find out");
  const asked = told({ state: "in_doubt", failure, probeAt: new Date(0) });
  expect(asked.correctiveAction).toContain("Wait: a probe or an operator will find out");
});
