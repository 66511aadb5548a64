// What waits for a person, in the order of its end; each test looks at a tool of its own.
import { afterAll, beforeAll, expect, test } from "vitest";
import { ask } from "../gate/support/contract";
import { type Body, Stage } from "../gate/support/stage";
import { alignDue } from "../support/align-due";

let stage: Stage;
beforeAll(async () => {
  stage = await Stage.open();
});
afterAll(() => stage.close());

const inbox = async (query: string) =>
  (await stage.product.asOperator("GET", `/api/v1/inbox?${query}`)).body as {
    items: Body[];
    nextCursor: string | null;
  };
const counts = async (tool: string) =>
  (await stage.product.asOperator("GET", `/api/v1/inbox/counts?tool=${tool}`)).body as Body;
const idsOf = ({ items }: { items: Body[] }) => items.map(({ id }) => id);

async function hold(tool: string, args: Body = {}): Promise<string> {
  const { body } = await stage.submit(ask(tool, stage.thing(), { plan: "hold", ...args }));
  expect(body["state"]).toBe("held");
  return String(body["id"]);
}

async function endAt(id: string, inMinutes: number): Promise<void> {
  await stage.sql(
    `update intents set hold_expires_at = now() + make_interval(mins => $2::int),
       hold = jsonb_set(hold::jsonb, '{expiresAt}', to_jsonb((extract(epoch from now()) * 1000 + $2::int * 60000)::bigint))::json
     where id = $1`,
    id,
    inMinutes,
  );
  await alignDue((sql) => stage.sql(sql));
}

test("the soonest end comes first, whatever came first", async () => {
  const tool = await stage.tool();
  const [late, soon, middle] = [await hold(tool), await hold(tool), await hold(tool)];
  await endAt(late, 300);
  await endAt(soon, 5);
  await endAt(middle, 60);
  expect(idsOf(await inbox(`tool=${tool}`))).toEqual([soon, middle, late]);
});

test("pages of one follow each other without a gap or a repeat, also where ends are equal", async () => {
  const tool = await stage.tool();
  const ids = [await hold(tool), await hold(tool), await hold(tool)];
  await stage.sql(
    "update intents set hold_expires_at = date_trunc('hour', now()) + interval '3 h' where tool = $1",
    tool,
  );
  const seen: unknown[] = [];
  for (let cursor: string | null = ""; cursor !== null; ) {
    const page = await inbox(`tool=${tool}&limit=1${cursor === "" ? "" : `&cursor=${cursor}`}`);
    seen.push(...idsOf(page));
    cursor = page.nextCursor;
  }
  expect(seen).toEqual(ids);
});

test("a row says what it is about: effect, value, amount, target, and until when it waits", async () => {
  const tool = await stage.tool();
  const thing = stage.thing();
  const { body } = await stage.submit({ ...ask(tool, thing, { plan: "two", amount: "$80" }), reason: "as agreed" });
  const [item] = (await inbox(`tool=${tool}`)).items;
  expect(item).toMatchObject({
    id: body["id"],
    reason: "as agreed",
    about: {
      effect: "write_non_idempotent",
      value: "high",
      amount: { value: "80", currency: "USD" },
      target: [{ pointer: "/id", value: thing }],
      undoMs: 3_600_000,
    },
    hold: { approvalsNeeded: 2, approvedBy: [] },
    waiting: { reasons: ["approval"], until: (body["hold"] as Body)["expiresAt"] },
  });
});

test("args that are too long for a row are read where the intent is, and short ones in the row", async () => {
  const tool = await stage.tool();
  const [long, short] = [await hold(tool, { note: "n".repeat(9_000) }), await hold(tool, { note: "n" })];
  const { items } = await inbox(`tool=${tool}`);
  const item = (id: string) => items.find((one) => one["id"] === id);
  expect(item(long)).toMatchObject({ args: {}, argsLeftOut: true, argsDigest: expect.any(String) });
  expect(item(short)).toMatchObject({ args: { note: "n" } });
  expect(item(short)).not.toHaveProperty("argsLeftOut");
  const read = (await stage.product.asOperator("GET", `/api/v1/intents/${long}`)).body as Body;
  expect(read["args"]).toMatchObject({ note: "n".repeat(9_000) });
  expect(read).not.toHaveProperty("argsLeftOut");
});

test("every reason is told and counted, and an intent with two of them is one intent", async () => {
  const tool = await stage.tool();
  const thing = stage.thing();
  await stage.submit(ask(tool, thing, { plan: "hold", amount: 80 }));
  await stage.submit(ask(tool, thing, { plan: "hold", amount: 100 }));
  await hold(tool);
  expect(await counts(tool)).toMatchObject({ total: 2, byReason: { approval: 2, drift: 1 } });
  const drifted = await inbox(`tool=${tool}&reason=drift`);
  expect(drifted.items).toMatchObject([{ waiting: { reasons: ["approval", "drift"] } }]);
});

test("what is paused waits without an end: held and cleared alike, and they come last", async () => {
  const tool = await stage.tool();
  const held = await hold(tool);
  const cleared = String((await stage.submit(ask(tool, stage.thing()))).body["id"]);
  await stage.product.asOperator("POST", `/api/v1/tools/${tool}/pause`, { reason: "Month-end close." });
  const { items } = await inbox(`tool=${tool}`);
  expect(new Set(items.map(({ id }) => id))).toEqual(new Set([held, cleared]));
  for (const { waiting, hold } of items) {
    expect(waiting).toMatchObject({ until: null, reasons: expect.arrayContaining(["paused"]) });
    expect(hold).toMatchObject({ paused: { reason: "Month-end close." } });
  }
  // A hold waits since it began, what was cleared since the pause that stops it.
  const of = (id: string) => items.find((item) => item["id"] === id) as { waiting: Body; hold: Body };
  expect(of(held).waiting).toEqual({ reasons: ["approval", "paused"], since: of(held).hold["since"], until: null });
  const { since } = of(cleared).hold["paused"] as Body;
  expect(of(cleared).waiting).toEqual({ reasons: ["paused"], since, until: null });
  await stage.product.asOperator("POST", `/api/v1/tools/${tool}/resume`, {});
  expect(idsOf(await inbox(`tool=${tool}`))).toEqual([held]);
});

test("what passes a limit waits for people until its hold ends, and not for the limit", async () => {
  const limits = [{ per: "tool", sum: "/amount", max: 100, window: "24h", over: "hold" }];
  const tool = await stage.tool({ limits });
  await stage.submit(ask(tool, stage.thing(), { amount: 80 }));
  const { body } = await stage.submit(ask(tool, stage.thing(), { amount: 50 }));
  const { items } = await inbox(`tool=${tool}`);
  const [{ since, expiresAt } = {}] = items.map(({ hold }) => hold as Body);
  expect(items.map(({ id, waiting }) => ({ id, waiting }))).toEqual([
    { id: body["id"], waiting: { reasons: ["limit"], since, until: expiresAt } },
  ]);
});

test("a doubt waits for a person until somebody resolves it", async () => {
  const tool = await stage.tool({ execute: { ...(await doubtful()) } });
  const { body } = await stage.submit(ask(tool, stage.thing()));
  await stage.run(body["id"], { class: "unknown", failure: { code: "reset", message: "The connection was cut." } });
  expect(await counts(tool)).toMatchObject({ total: 1, byReason: { in_doubt: 1 } });
  expect((await inbox(`tool=${tool}`)).items).toMatchObject([
    { id: body["id"], state: "in_doubt", waiting: { reasons: ["in_doubt"], until: null } },
  ]);
});

async function doubtful(): Promise<Body> {
  const { EXECUTE } = await import("../gate/support/contract");
  const { idempotency: _honoured, ...execute } = EXECUTE;
  return execute;
}

test("a bypass that lacks a person waits with who ordered it and why", async () => {
  const tool = await stage.tool();
  const { body } = await stage.submit(ask(tool, stage.thing()));
  await stage.run(body["id"], { class: "success", effectId: "fx_1", result: {} });
  expect(await counts(tool)).toMatchObject({ total: 0 });
  await stage.product.asOperator("POST", `/api/v1/intents/${body["id"]}/bypass`, { reason: "It bounced." });
  expect((await inbox(`tool=${tool}`)).items).toMatchObject([
    { id: body["id"], bypass: { people: [{ reason: "It bounced." }] }, waiting: { reasons: ["bypass"] } },
  ]);
});

test("what was decided no longer waits", async () => {
  const tool = await stage.tool();
  const [approved, denied] = [await hold(tool), await hold(tool)];
  await stage.approve(approved);
  await stage.deny(denied);
  expect((await inbox(`tool=${tool}`)).items).toEqual([]);
});

test("it is found by its run, its id, and what it is done to", async () => {
  const tool = await stage.tool();
  const thing = stage.thing();
  const { body } = await stage.submit({ ...ask(tool, thing, { plan: "hold" }), run: "run of its own" });
  await hold(tool);
  for (const q of [body["id"], "run of its own", thing])
    expect(idsOf(await inbox(`tool=${tool}&q=${encodeURIComponent(String(q))}`))).toEqual([body["id"]]);
});

test("agents have no inbox, and a cursor of another list is refused", async () => {
  expect((await stage.product.asAgent("GET", "/api/v1/inbox")).status).toBe(403);
  expect((await stage.product.asAgent("GET", "/api/v1/inbox/counts")).status).toBe(403);
  expect((await stage.product.asOperator("GET", "/api/v1/inbox?cursor=1~nothing")).status).toBe(400);
  expect((await stage.product.asOperator("GET", "/api/v1/inbox?reason=boredom")).status).toBe(400);
});
