/** The example contracts against the real rules, and the agent's many wordings against the real key. */
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { checkContract } from "@/lib/domain/contract/check-contract";
import { type CompiledContract, compileContract } from "@/lib/domain/contract/compile-contract";
import { ContractDefinition } from "@/lib/domain/contract/definition";
import { type Prepared, prepareSubmission } from "@/lib/domain/gate/prepare";
import type { JsonObject } from "@/lib/domain/json";
import type { Ask } from "./agent/behaviour";
import { planStories, type Story } from "./agent/plan";
import { findEffectRoute, findPaymentId } from "./ledger/routes";

const FOLDER = new URL("../contracts/", import.meta.url);
const ASKER = { id: "agt_1", name: "demo", namespace: "default", labels: {} };

const written = readdirSync(FOLDER).map((file) => ({
  file,
  contract: parse(readFileSync(new URL(file, FOLDER), "utf8")),
}));
const compiled = new Map<string, CompiledContract>(
  written.map(({ contract }) => [contract.tool, compileContract(ContractDefinition.parse(contract), 1)]),
);

function prepare({ tool, args, run, step }: Pick<Ask, "tool" | "args" | "run" | "step">): Prepared {
  const contract = compiled.get(tool);
  if (!contract) throw new Error(`no contract for ${tool}`);
  const context = { run, step, session: null, callerKey: null, occurrence: 1 };
  const result = prepareSubmission(contract, { asker: ASKER, args: args as JsonObject, unsafeNumbers: [], context });
  if (!result.ok) throw new Error(`${tool} ${JSON.stringify(args)}: ${JSON.stringify(result.errors)}`);
  return result.prepared;
}

function verdict(tool: string, args: Record<string, unknown>): string {
  return prepare({ tool, args, run: "r", step: "1" }).policy(1, 0).then;
}

function asksOf({ moves }: Story): Ask[] {
  const asks = moves.flatMap((move) =>
    move.do === "restart" ? [] : move.do === "ask_at_once" ? move.asks : [move.ask],
  );
  return asks.filter((ask) => ask.tool !== "lookup_payment");
}

describe("the example contracts", () => {
  for (const { file, contract } of written) {
    test(`${file} can be published, warned of nothing but the ledger's quick "not there", and is named after its tool`, () => {
      const quick = contract.execute.probe?.absentAfter === "5s" ? [expect.stringContaining("absentAfter (5s)")] : [];
      expect(checkContract(contract)).toMatchObject({ ok: true, warnings: quick });
      expect(file).toBe(`${contract.tool}.yaml`);
    });

    test(`${file} calls what the ledger has, and says truthfully whether the key is honoured`, () => {
      const { request, idempotency, probe } = contract.execute;
      const path = request.url.replace("{+config.LEDGER_URL}", "").replace("{args.paymentId}", "p1");
      const route = findEffectRoute(path);
      if (contract.effect === "read") {
        expect(findPaymentId(path)).toBe("p1");
        return;
      }
      expect(idempotency !== undefined).toBe(route?.honoursKey);
      expect(probe.url).toBe(`{+config.LEDGER_URL}${route?.path}?key={key}`);
    });
  }

  test("show every effect class", () => {
    expect(new Set(written.map(({ contract }) => contract.effect))).toEqual(
      new Set(["read", "write_idempotent", "write_non_idempotent", "irreversible"]),
    );
  });
});

describe("their policies", () => {
  const refund = (amount: unknown, currency?: string) =>
    verdict("refund_payment", { paymentId: "p", amount, ...(currency && { currency }) });

  test("a refund up to 50 dollars clears, however it is written; more waits; nothing or less is refused", () => {
    for (const amount of [50, "50", "$50.00", "USD 50", 0.01]) expect(refund(amount)).toBe("clear");
    for (const amount of [50.01, "$50.01", "1,250"]) expect(refund(amount)).toBe("hold");
    for (const amount of [0, -5, "-5", "-$5"]) expect(refund(amount)).toBe("refuse");
  });

  test("50 of another currency is not 50 dollars", () => {
    expect(refund(50, "KWD")).toBe("hold");
    expect(refund(50, "usd")).toBe("clear");
  });

  test("a large charge needs two people", () => {
    const charge = (amount: number) =>
      prepare({ tool: "charge_card", args: { orderId: "o", customerId: "c", amount }, run: "r", step: "1" }).policy(
        1,
        0,
      );
    expect(charge(100)).toMatchObject({ then: "clear" });
    expect(charge(1_000)).toMatchObject({ then: "hold", approvalsNeeded: 1 });
    expect(charge(1_000.01)).toMatchObject({ then: "hold", approvalsNeeded: 2 });
  });

  test("an e-mail goes out by itself only inside the house", () => {
    const email = (to: string) => verdict("send_email", { to, about: "t", subject: "s", body: "b" });
    expect(email("Ana@Example.COM")).toBe("clear");
    expect(email("ana@example.com.evil.net")).toBe("hold");
    expect(email("ana@notexample.com")).toBe("hold");
    expect(email("ana@sub.example.com")).toBe("hold");
  });
});

describe("the agent's wordings", { timeout: 30_000 }, () => {
  const stories = Array.from({ length: 30 }, (_, seed) => planStories({ seed, actions: 12, tag: "t" })).flat();

  test("whatever the agent says, one story is one key", () => {
    for (const story of stories) expect(new Set(asksOf(story).map((ask) => prepare(ask).stem)).size).toBe(1);
  });

  test("only a changed amount is another fingerprint", () => {
    for (const story of stories) {
      const fingerprints = new Set(asksOf(story).map((ask) => prepare(ask).fingerprint));
      expect(fingerprints.size, JSON.stringify(asksOf(story))).toBe(story.behaviour === "changes_amount" ? 2 : 1);
    }
  });

  test("two stories are never one key", () => {
    const demo = planStories({ seed: 1, actions: 60, tag: "t" });
    expect(new Set(demo.map((story) => asksOf(story)[0]).map((ask) => (ask ? prepare(ask).stem : null))).size).toBe(60);
  });

  test("policy holds exactly the stories that need a person", () => {
    for (const story of stories) {
      for (const ask of asksOf(story))
        expect(prepare(ask).policy(1, 0).then).toBe(story.needsPerson ? "hold" : "clear");
    }
  });
});
