// Many submissions, one commit: a flush comes to exactly what the same submissions come to one by one.
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Recorded } from "@/lib/application/intake/pending";
import { ask } from "./support/contract";
import { type Body, Stage } from "./support/stage";
import { bring } from "./support/states";

let stage: Stage;
beforeAll(async () => {
  stage = await Stage.open();
});
afterAll(() => stage.close());

const HISTORIES = 25;

const definition = fc
  .record({
    same: fc.constantFrom("coalesce", "refuse", "allow"),
    drift: fc.constantFrom("coalesce", "refuse", "hold"),
    lookalike: fc.constantFrom("allow", "coalesce", "refuse", "hold"),
    variant: fc.constantFrom("allow", "refuse", "hold"),
    missing: fc.constantFrom("derive", "hold"),
    scope: fc.constantFrom("step", "run", "business"),
    mode: fc.constantFrom("enforce", "enforce", "observe"),
    max: fc.integer({ min: 1, max: 4 }),
    over: fc.constantFrom("hold", "refuse"),
  })
  .map(({ scope, mode, max, over, ...duplicates }) => ({
    duplicates,
    mode,
    key: { scope, window: "1h" },
    limits: [
      { per: "tool", count: true, max, window: "24h", over },
      { per: "/id", sum: "/amount", max: 170, window: "24h" },
    ],
  }));
const submissions = fc.array(
  fc.record({
    id: fc.constantFrom("a", "b"),
    amount: fc.constantFrom(80, "80.00", 100),
    plan: fc.constantFrom("clear", "clear", "hold", "refuse"),
    run: fc.constantFrom("r1", "r2", undefined),
    step: fc.constantFrom("s1", "s2"),
    occurrence: fc.constantFrom(undefined, undefined, 2),
    callerKey: fc.constantFrom(undefined, undefined, "k1", "k2"),
  }),
  { minLength: 2, maxLength: 10 },
);

/** An intent is called by the place of the submission that opened it. */
function tell(recorded: Recorded[]): unknown[] {
  const names = new Map<string, number>();
  const nameOf = (id: string, index: number) => {
    if (!names.has(id)) names.set(id, index);
    return names.get(id);
  };
  return recorded.map((one, index) => {
    if (one.kind === "stale" || one.kind === "unreadable") return one.kind;
    if (one.kind === "refused") {
      // Of a crowd of variants, too, any may be named.
      const named = one.code === "variant" ? null : nameOf(one.intentId, index);
      return [one.code, named, one.differences.map(({ pointer }) => pointer)];
    }
    const { disposition, row, isNew, resembles, observed, differences } = one;
    const intent = nameOf(row.id, index);
    // Of a crowd a few are kept, and which of them is nobody's promise.
    const alike = [...new Set(resembles.map(({ kind }) => kind))];
    return [disposition, intent, isNew, alike, observed, differences.map(({ pointer }) => pointer)];
  });
}

async function kept(tool: string): Promise<unknown> {
  const intents = await stage.sql(
    `select state, generation, occurrence, submission_count as count, args, hold ->> 'reasons' as reasons,
       (select json_agg(r.amount order by r.amount) from reservations r where r.intent_id = i.id) as taken,
       (select count(*)::int from submissions s where s.intent_id = i.id) as submissions,
       (select count(*)::int from decisions d where d.intent_id = i.id) as decisions,
       (select json_agg(e.type order by e.id) from audit_events e where e.intent_id = i.id) as events
     from intents i where tool = $1 order by id`,
    tool,
  );
  return intents;
}

/** Both flushes meet a person's denial; where the contract only observes there is nothing to deny. */
async function denyFirst(tool: string): Promise<void> {
  const { body } = await stage.submit(ask(tool, "a", { plan: "hold" }, { run: "r1", step: "s1" }));
  await stage.deny(body["id"]);
}

test("for any submissions: the same answers, the same intents, reservations, decisions and events", async () => {
  await fc.assert(
    fc.asyncProperty(definition, fc.boolean(), submissions, async (more, isDenied, asked) => {
      const [together, apart] = [await stage.tool(more), await stage.tool(more)];
      if (isDenied) for (const tool of [together, apart]) await denyFirst(tool);
      const bodies = (tool: string): Body[] =>
        asked.map(({ id, amount, plan, ...context }) => ({ tool, args: { id, amount, plan }, ...context }));
      const inOne = await stage.flush(bodies(together));
      const oneByOne: Recorded[] = [];
      for (const body of bodies(apart)) oneByOne.push(...(await stage.flush([body])));
      expect(tell(inOne)).toEqual(tell(oneByOne));
      expect(await kept(together)).toEqual(await kept(apart));
    }),
    { numRuns: HISTORIES, endOnFailure: true },
  );
}, 300_000);

test.each(["clear", "hold"])(
  "of a crowd of look-alikes the newest answers, in one flush or in many: %s",
  async (plan) => {
    const duplicates = { same: "allow", lookalike: "coalesce" };
    const bodies = (tool: string, thing: string): Body[] => [
      ...Array.from({ length: 8 }, () => ask(tool, thing, { plan }, { run: "first" })),
      ask(tool, thing, { plan }, { run: "second" }),
    ];
    const [tool, thing] = [await stage.tool({ duplicates, key: { scope: "run", window: "1h" } }), stage.thing()];
    const apart: Recorded[] = [];
    for (const body of bodies(tool, thing)) apart.push(...(await stage.flush([body])));
    const together = await stage.flush(bodies(tool, stage.thing()));
    for (const recorded of [apart, together]) {
      const newest = recorded.at(-2);
      expect(recorded.at(-1)).toMatchObject({
        disposition: "lookalike",
        row: { id: newest?.kind === "recorded" ? newest.row.id : null },
      });
    }
  },
);

test("of several actions under one caller's key the oldest is named, in one flush or in many", async () => {
  const tool = await stage.tool({ key: { scope: "business", window: "1h" } });
  const bodies = ([one, other]: [string, string]): Body[] => [
    ask(tool, one, {}, { occurrence: 1 }),
    ask(tool, one, {}, { occurrence: 2, callerKey: `key of ${one}` }),
    ask(tool, one, {}, { occurrence: 1, callerKey: `key of ${one}` }),
    ask(tool, other, {}, { callerKey: `key of ${one}` }),
  ];
  const apart: Recorded[] = [];
  for (const body of bodies([stage.thing(), stage.thing()])) apart.push(...(await stage.flush([body])));
  for (const recorded of [apart, await stage.flush(bodies([stage.thing(), stage.thing()]))]) {
    const [oldest] = recorded;
    expect(recorded.at(-1)).toMatchObject({
      code: "idempotency_key_reused",
      intentId: oldest?.kind === "recorded" ? oldest.row.id : null,
    });
  }
});

test("a flush that both meets an overdue hold and drifts from it opens it again once", async () => {
  const [tool, thing] = [await stage.tool(), stage.thing()];
  const id = await bring(stage, ask(tool, thing), "overdue");
  const recorded = await stage.flush([ask(tool, thing), ask(tool, thing, { amount: 90 }), ask(tool, thing)]);
  expect(recorded).toMatchObject([
    { disposition: "reopened", row: { id } },
    { disposition: "drifted", row: { id } },
    { disposition: "coalesced", row: { id } },
  ]);
  expect(await stage.row(id)).toMatchObject({ state: "held", submissionCount: 4 });
});

test("a flush over two generations: the first opens the next, the others join that", async () => {
  const [tool, thing] = [await stage.tool(), stage.thing()];
  const old = await bring(stage, ask(tool, thing), "succeeded");
  await stage.outlastWindow(old);
  const [next, ...joined] = await stage.flush([ask(tool, thing), ask(tool, thing), ask(tool, thing, { amount: 90 })]);
  expect(next).toMatchObject({ disposition: "created", row: { generation: 2, predecessorId: old } });
  const id = next?.kind === "recorded" ? next.row.id : "";
  for (const one of joined) expect(one).toMatchObject({ row: { id } });
  expect(await stage.row(old)).toMatchObject({ successorId: id });
});
