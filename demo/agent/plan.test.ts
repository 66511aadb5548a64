import { readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { type Ask, BEHAVIOURS, type Move } from "./behaviour";
import { ACTIONS_MAX, planStories, type Story } from "./plan";

const SEEDS = Array.from({ length: 50 }, (_, seed) => seed);

function planned(seed: number, actions = BEHAVIOURS.length): Story[] {
  return planStories({ seed, actions, tag: "t" });
}

function asksOf(moves: Move[]): Ask[] {
  return moves.flatMap((move) => {
    if (move.do === "restart") return [];
    return move.do === "ask_at_once" ? move.asks : [move.ask];
  });
}

/** What a careful reader takes the amount to mean. */
function dollars(amount: unknown): number {
  return Number(String(amount).replace(/[^0-9.]/g, ""));
}

describe("the script", () => {
  test("is the same for the same seed and another one for another seed", () => {
    for (const seed of SEEDS) expect(planned(seed, 40)).toEqual(planned(seed, 40));
    const scripts = SEEDS.map((seed) => JSON.stringify(planned(seed)));
    expect(new Set(scripts).size).toBe(SEEDS.length);
  });

  test("of a longer demo begins like that of a shorter one", () => {
    expect(planned(3, 30).slice(0, 7)).toEqual(planned(3, 7));
  });

  test("is bounded", () => {
    expect(planned(1, 1_000_000)).toHaveLength(ACTIONS_MAX);
  });

  test("shows every behaviour, every kind of move and every tool", () => {
    const stories = planned(1);
    const moves = stories.flatMap((story) => story.moves);
    const tools = SEEDS.flatMap((seed) => planned(seed)).map((story) => story.tool);
    expect(stories.map((story) => story.behaviour)).toEqual(BEHAVIOURS.map((behaviour) => behaviour.name));
    expect(new Set(moves.map((move) => move.do))).toEqual(
      new Set(["look_up", "ask", "ask_and_hang_up", "ask_at_once", "restart"]),
    );
    expect(new Set(tools)).toEqual(new Set(["refund_payment", "charge_card", "send_email", "book_meeting"]));
  });

  test("gives every action its own subject, and the tag is in every id", () => {
    const subjects = planned(1, 60).map(({ subject }) => subject.value);
    expect(new Set(subjects).size).toBe(60);
    expect(subjects.every((value) => value.includes("_t_"))).toBe(true);
  });
});

describe("what the agent says", () => {
  const stories = SEEDS.flatMap((seed) => planned(seed, 24));

  test("every ask is about the story's subject", () => {
    for (const { moves, subject } of stories) {
      for (const { tool, args } of asksOf(moves)) {
        const field = tool === "lookup_payment" ? "paymentId" : subject.field;
        expect(String(args[field]).trim()).toBe(subject.value);
      }
    }
  });

  test("words differ between asks, the amount only where the agent changes its mind", () => {
    let rewordedCount = 0;
    for (const { behaviour, moves } of stories) {
      const args = asksOf(moves).flatMap((ask) => (ask.tool === "lookup_payment" ? [] : [ask.args]));
      const amounts = new Set(args.flatMap(({ amount }) => (amount === undefined ? [] : [dollars(amount)])));
      if (behaviour === "changes_amount") expect(amounts.size).toBe(2);
      else expect(amounts.size).toBeLessThanOrEqual(1);
      if (behaviour === "rewords" && new Set(args.map((one) => JSON.stringify(one))).size > 1) rewordedCount++;
    }
    expect(rewordedCount).toBeGreaterThan(SEEDS.length);
  });

  test("only a subagent leaves the run, only a subagent leaves the step", () => {
    for (const { behaviour, moves } of stories) {
      const asks = asksOf(moves).filter((ask) => ask.tool !== "lookup_payment");
      expect(new Set(asks.map((ask) => ask.run)).size).toBe(behaviour === "delegates_to_another_run" ? 2 : 1);
      expect(new Set(asks.map((ask) => ask.step)).size).toBe(behaviour === "spawns_subagents" ? 4 : 1);
    }
  });

  test("what needs a person is beyond the policy's limit, everything else is within", () => {
    for (const { needsPerson, moves, tool } of stories) {
      for (const { args } of asksOf(moves)) {
        if (args["amount"] !== undefined) expect(dollars(args["amount"]) > 50).toBe(needsPerson);
        if (tool === "send_email") expect(/@example\.com$/i.test(String(args["to"]))).toBe(!needsPerson);
      }
    }
  });

  test("every ask is valid by its contract's schema", () => {
    const ajv = new Ajv2020({ allowUnionTypes: true });
    const validators = new Map<string, ReturnType<typeof ajv.compile>>();
    for (const { tool, args } of stories.flatMap((story) => asksOf(story.moves))) {
      const file = new URL(`../../contracts/${tool}.yaml`, import.meta.url);
      const validate = validators.get(tool) ?? ajv.compile(parse(readFileSync(file, "utf8")).args);
      validators.set(tool, validate);
      expect(validate(args), `${tool} ${JSON.stringify(args)} ${ajv.errorsText(validate.errors)}`).toBe(true);
    }
    expect(validators.size).toBe(5);
  });
});
