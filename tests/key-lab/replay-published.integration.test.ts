// What the Key Lab says before a contract is published is what the gate does after: the same submissions are sent to a
// tool under the active contract and to one under the changed contract, and what became of them is compared.
import { afterAll, beforeAll, expect, test } from "vitest";
import { ask, contract, duplicates, FIELDS, POLICY } from "../gate/support/contract";
import { type Body, Stage } from "../gate/support/stage";
import { alignDue } from "../support/align-due";
import { makeDraw } from "./history";

let stage: Stage;
beforeAll(async () => {
  stage = await Stage.open();
});
afterAll(() => stage.close());

const ARGS = (contract("x") as { args: { properties: Body } }).args;
const BUSINESS = { key: { scope: "business", window: "1h" } };
const SESSION = { key: { scope: "session", window: "1h" } };
const HELD_ALIKE = duplicates({ lookalike: "hold", variant: "hold" });
const limit = (more: Body) => ({ limits: [{ per: "tool", count: true, max: 6, window: "1h", ...more }] });

/** `runs`: what is cleared is performed at once. Only where nothing is split off, which has no life of its own on record. */
const CHANGES: Record<string, { active?: Body; changed: Body; runs?: boolean }> = {
  "step to business": { changed: BUSINESS },
  "step to business, with effects": { changed: BUSINESS, runs: true },
  "business to step": { active: BUSINESS, changed: {} },
  "step to session": { changed: SESSION },
  "session to step": { active: SESSION, changed: {} },
  "a field becomes identity": { changed: { fields: { ...FIELDS, "/memo": { role: "identity", as: "text" } } } },
  "a field becomes incidental": { changed: { fields: { ...FIELDS, "/memo": { role: "incidental" } } }, runs: true },
  "a normaliser is taken away": {
    changed: { fields: { ...FIELDS, "/memo": { role: "material" }, "/amount": { role: "material" } } },
  },
  "look-alikes are held": { changed: HELD_ALIKE },
  "look-alikes are held no more": { active: HELD_ALIKE, changed: {} },
  "look-alikes are joined": { changed: duplicates({ lookalike: "coalesce" }) },
  "duplicates are refused": {
    changed: duplicates({ same: "refuse", drift: "refuse", lookalike: "refuse", variant: "refuse" }),
  },
  "repeats are refused no more": { active: duplicates({ same: "refuse", drift: "refuse" }), changed: {} },
  "observed, then enforced": { active: { mode: "observe" }, changed: {} },
  "enforced, then observed": { changed: { mode: "observe" } },
  "a limit holds": { changed: limit({ over: "hold" }) },
  "a limit refuses": { changed: limit({ over: "refuse" }) },
  "policy asks people": { changed: { policy: [{ name: "large", when: "args.amount > 85", then: "hold" }, ...POLICY] } },
  "the schema is narrower": {
    changed: { args: { ...ARGS, properties: { ...ARGS.properties, memo: { type: "string", maxLength: 3 } } } },
  },
};
const STEPS = 36;

/** What is on record of one submission; null: it was turned away before anything was recorded. */
type Row = {
  id: string;
  intentId: string;
  disposition: string;
  refusal: string | null;
  verdict: string | null;
  lookalike: boolean;
  variant: boolean;
} | null;
type Side = { rows: Row[]; codes: string[] };

async function send(tool: string, bodies: [Body, Record<string, string>][], runs: boolean): Promise<Side> {
  const codes: string[] = [];
  for (const [body, headers] of bodies) {
    const answer = await stage.submit({ ...body, tool }, headers);
    codes.push(String(answer.body["code"] ?? ""));
    const { state, id } = answer.body;
    if (!runs || state !== "cleared") continue;
    await stage.sql("update intents set due_at = now() - interval '1 second' where id = $1 and state = 'cleared'", id);
    await alignDue((sql) => stage.sql(sql));
    await stage.run(id, { class: "success", effectId: "fx_1", result: null });
  }
  const kept = await stage.sql<NonNullable<Row>>(
    `select s.id, s.intent_id as "intentId", s.disposition, s.refusal, d.verdict,
            s.disposition = 'lookalike' or s.resembles::text like '%"lookalike"%' as lookalike,
            s.resembles::text like '%"variant"%' as variant
     from submissions s join intents i on i.id = s.intent_id
     left join decisions d on d.submission_id = s.id and d.decided_by = 'policy'
     where i.tool = $1 order by s.id`,
    tool,
  );
  const unkept = new Set(["invalid_args", "idempotency_key_required"]);
  return { codes, rows: codes.map((code) => (unkept.has(code) ? null : (kept.shift() ?? null))) };
}

type Places = { index: number; first: number; second: number; ofFirst: number };

function kindsOf(before: NonNullable<Row>, after: NonNullable<Row>, { index, first, second, ofFirst }: Places) {
  const kinds: string[] = [];
  if (first === index && second !== index) kinds.push("merged");
  if (first !== index && second === index) kinds.push("split");
  if (first !== index && second !== index && second !== first && second !== ofFirst) kinds.push("moved");
  const flag = (name: string, had: boolean, has: boolean) => {
    if (had !== has) kinds.push(has ? name : `not${name.charAt(0).toUpperCase()}${name.slice(1)}`);
  };
  flag("drifted", before.disposition === "drifted", after.disposition === "drifted");
  flag("lookalike", before.lookalike, after.lookalike);
  flag("variant", before.variant, after.variant);
  if (before.verdict !== null && after.verdict !== null && before.verdict !== after.verdict) {
    kinds.push({ hold: "held", clear: "cleared", refuse: "refused" }[after.verdict] ?? after.verdict);
  }
  return kinds;
}

/** By the record alone, in another way than the Key Lab does it. */
function expectedKinds(was: Side, would: Side): Record<string, number[]> {
  const found: Record<string, number[]> = {};
  const add = (kind: string, index: number) => {
    found[kind] = [...(found[kind] ?? []), index];
  };
  const opener = ({ rows }: Side, index: number) => rows.findIndex((row) => row?.intentId === rows[index]?.intentId);
  const placesOf = (index: number): Places => {
    const [first, second] = [opener(was, index), opener(would, index)];
    return { index, first, second, ofFirst: opener(would, first) };
  };
  was.rows.forEach((before, index) => {
    const after = would.rows[index] ?? null;
    if (before === null) return;
    if (after === null) add(would.codes[index] === "invalid_args" ? "invalid" : "keyRequired", index);
    else if (after.refusal !== null) {
      if (after.refusal !== before.refusal) add("duplicateRefused", index);
    } else if (before.refusal !== null) add("notDuplicateRefused", index);
    else for (const kind of kindsOf(before, after, placesOf(index))) add(kind, index);
  });
  return found;
}

function drawBodies(seed: number): [Body, Record<string, string>][] {
  const draw = makeDraw(seed);
  return Array.from({ length: STEPS }, () => {
    const args: Body = {
      amount: draw([80, 80, "80.00", 90]),
      plan: draw(["clear", "clear", "clear", "hold", "refuse"]),
    };
    if (draw([true, false, false])) args["memo"] = draw(["one", "ONE", "three"]);
    const context: Body = { run: draw(["run-1", "run-2"]), step: draw(["s-1", "s-1", "s-2"]) };
    if (draw([true, true, true, false])) context["session"] = draw(["x", "y"]);
    const headers: Record<string, string> = draw([true, false, false, false, false])
      ? { "idempotency-key": `${seed}-${draw(["k1", "k2"])}` }
      : {};
    return [ask("", `${seed}-${draw(["a", "b", "c"])}`, args, context), headers];
  });
}

type Example = { submissionId: string; was: Body; would: Body };

for (const [name, { active = {}, changed, runs = false }] of Object.entries(CHANGES)) {
  test(`what is foretold is what happens: ${name}`, async () => {
    const [one, other] = [await stage.tool(active), await stage.tool(changed)];
    const drawn = [1, 2].flatMap(drawBodies);
    const sent = await send(one, drawn, runs);
    // What was turned away is not on record: nobody can foretell anything of it.
    const kept = (_: unknown, index: number) => sent.rows[index] !== null;
    const was = { rows: sent.rows.filter(kept), codes: sent.codes.filter(kept) };
    const would = await send(other, drawn.filter(kept), runs);
    const answer = await stage.product.asOperator("POST", `/api/v1/contracts/${one}/replay`, {
      contract: contract(one, changed),
      limit: 100,
    });
    expect(answer).toMatchObject({ status: 200, body: { submissions: { leftOut: { notReproduced: 0 } } } });
    const indexes = new Map(was.rows.map((row, index) => [row?.id, index]));
    const told = Object.entries(answer.body["differences"] as Record<string, { examples: Example[] }>).flatMap(
      ([kind, { examples }]) => {
        // Of what joined, the record tells by no verdict whether a drift of it was held.
        const asked = examples.filter(({ was, would }) => !VERDICTS.has(kind) || (isAsked(was) && isAsked(would)));
        return asked.length === 0 ? [] : [[kind, asked.map(({ submissionId }) => indexes.get(submissionId))] as const];
      },
    );
    expect(Object.fromEntries(told)).toEqual(expectedKinds(was, would));
    expect(told.length).toBeGreaterThan(0);
  });
}

const VERDICTS = new Set(["held", "cleared", "refused", "otherApprovals"]);
const isAsked = ({ fate }: Body) => fate === "opened" || fate === "reopened";
