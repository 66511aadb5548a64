import pg from "pg";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { type Database, openDatabase } from "@/lib/store/database";
import { lockDue } from "@/lib/store/intents";
import { lockPauseSwitch } from "@/lib/store/pauses";
import { type CallAs, callAs } from "./support/call-as";
import { type Answer, type Product, startProduct } from "./support/in-process";
import { setHold, setPause } from "./support/turn-clock";

let product: Product;
let database: pg.Client;
let asAdmin: CallAs;
let asApprover: CallAs;
let asViewer: CallAs;
let asAgent: CallAs;

const TOOL = "/tools/refund_payment";
const PATIENT = { timeout: 10_000 };
let made = 0;

/** Up to 50 clears by itself, above waits for a person. */
function refund(amount: number) {
  made += 1;
  return { tool: "refund_payment", args: { paymentId: `pay-${made}`, amount }, run: `run-${made}`, step: "refund" };
}
const SMALL = 20;
const LARGE = 80;

beforeAll(async () => {
  product = await startProduct();
  database = new pg.Client({ connectionString: product.databaseUrl });
  await database.connect();
  asAdmin = callAs(product.url, product.operatorToken);
  asAgent = callAs(product.url, product.agentKey);
  asApprover = await addOperator("approver");
  asViewer = await addOperator("viewer");
});
afterEach(async () => {
  await database.query("delete from pauses");
});
afterAll(async () => {
  await database.end();
  await product.close();
});

async function addOperator(role: string): Promise<CallAs> {
  const operator = await asAdmin("POST", "/operators", { email: `${role}@example.com`, name: `The ${role}`, role });
  const token = await asAdmin("POST", `/operators/${operator.body["id"]}/tokens`, { name: "test" });
  return callAs(product.url, String(token.body["token"]));
}
async function pause(path = TOOL, reason = "The ledger misbehaves."): Promise<string> {
  const answer = await asApprover("POST", `${path}/pause`, { reason });
  expect(answer).toMatchObject({ status: 200, body: { paused: true } });
  return (answer.body["pause"] as { id: string }).id;
}
async function resume(path = TOOL): Promise<void> {
  expect(await asApprover("POST", `${path}/resume`, {})).toMatchObject({ status: 200, body: { paused: false } });
}
const submit = (amount: number) => asAgent("POST", "/intents", refund(amount));
const read = (answer: Answer, as = asAgent) => as("GET", `/intents/${answer.body["id"]}`);
const ended = (answer: Answer) => asAgent("GET", `/intents/${answer.body["id"]}`, undefined, { prefer: "wait=15" });
const approve = (answer: Answer) =>
  asApprover("POST", `/intents/${answer.body["id"]}/decisions`, {
    verdict: "approve",
    argsDigest: answer.body["argsDigest"],
  });
async function stored(answer: Answer): Promise<{ state: string; version: number; fence: number }> {
  const { rows } = await database.query("select state, version, fence from intents where id = $1", [answer.body["id"]]);
  return rows[0] as { state: string; version: number; fence: number };
}
/** How much longer than what is stored the hold is said to last. */
async function moreMinutes(answer: Answer): Promise<number> {
  const { expiresAt } = (await read(answer)).body["hold"] as { expiresAt: string };
  const { rows } = await database.query("select hold_expires_at as at from intents where id = $1", [answer.body["id"]]);
  return Math.round((Date.parse(expiresAt) - rows[0].at.getTime()) / 60_000);
}
/** The worker has looked for work since: something that is not paused went all the way through. */
async function workersHaveTurned(): Promise<void> {
  made += 1;
  const lookUp = { tool: "lookup_payment", args: { paymentId: `pay-${made}` }, run: `run-${made}`, step: "look" };
  const answer = await asAgent("POST", "/intents", lookUp, { prefer: "wait=15" });
  expect(answer.body["endedAt"]).not.toBeNull();
}
/** The sweeper has looked for holds since: one that is really over has expired. */
async function sweeperHasTurned(): Promise<void> {
  made += 1;
  const args = { to: `a${made}@example.org`, about: made, subject: "s", body: "b" };
  const probe = await asAgent("POST", "/intents", { tool: "send_email", args, run: `run-${made}` });
  await setHold(database, String(probe.body["id"]), { since: -60, expires: -30 });
  expect((await ended(probe)).body["state"]).toBe("expired");
}

describe("a paused tool", () => {
  test("a new intent is recorded, shown as held and paused, and runs after the resume", async () => {
    await pause();
    const answer = await submit(SMALL);
    expect(answer.status).toBe(202);
    expect(answer.body).toMatchObject({ state: "held", hold: { reasons: ["paused"], expiresAt: null } });
    await workersHaveTurned();
    expect(await stored(answer)).toEqual({ state: "cleared", version: 1, fence: 0 });
    expect((await read(answer)).body).toMatchObject({ state: "held", hold: { reasons: ["paused"], expiresAt: null } });
    await resume();
    expect((await ended(answer)).body).toMatchObject({ state: "succeeded" });
  });

  test("operators see who paused it and why; an agent only sees that it is paused", async () => {
    await pause(TOOL, "Month-end close.");
    const answer = await submit(SMALL);
    const shown = (await read(answer, asViewer)).body["hold"];
    const since = expect.stringMatching(/^\d{4}-/);
    expect(shown).toMatchObject({ paused: { reason: "Month-end close.", by: { name: "The approver" }, since } });
    for (const told of [answer, await read(answer)]) expect(JSON.stringify(told.body)).not.toContain("Month-end");
  });

  test("lists count what is paused as held, as the answers do", async () => {
    await pause();
    const answer = await submit(SMALL);
    const idsIn = async (state: string) =>
      ((await asViewer("GET", `/intents?state=${state}`)).body["items"] as { id: string; state: string }[]).map(
        (item) => `${item.id} ${item.state}`,
      );
    expect(await idsIn("held")).toContain(`${answer.body["id"]} held`);
    expect(await idsIn("cleared")).toEqual([]);
    await resume();
    await ended(answer);
    expect(await idsIn("held")).not.toContain(`${answer.body["id"]} held`);
  });

  test("other tools go on", async () => {
    await pause();
    await workersHaveTurned();
  });

  test("a held intent is held for one reason more, and has no end", async () => {
    const before = await submit(LARGE);
    await pause();
    for (const shown of [await read(before), await submit(LARGE)]) {
      const hold = { reasons: ["approval", "paused"], approvalsNeeded: 1, expiresAt: null };
      expect(shown.body).toMatchObject({ state: "held", hold });
    }
  });

  test("what is approved during the pause waits for the resume, and then runs once", async () => {
    const held = await submit(LARGE);
    await pause();
    expect((await approve(held)).body).toMatchObject({ state: "held", hold: { reasons: ["paused"] } });
    await workersHaveTurned();
    expect(await stored(held)).toMatchObject({ state: "cleared", fence: 0 });
    await resume();
    expect((await ended(held)).body).toMatchObject({ state: "succeeded" });
    const { paymentId } = held.body["args"] as { paymentId: string };
    expect((await product.effects()).filter(({ body }) => body["paymentId"] === paymentId)).toHaveLength(1);
  });
});

describe("the clock of a hold", () => {
  test("stands still: what would have expired does not, and can be approved", async () => {
    const held = await submit(LARGE);
    const pauseId = await pause();
    // Held for an hour; after 30 minutes it was paused, an hour ago.
    await setHold(database, String(held.body["id"]), { since: -90, expires: -30 });
    await setPause(database, pauseId, { from: -60 });
    await sweeperHasTurned();
    expect((await read(held)).body).toMatchObject({ state: "held", hold: { expiresAt: null } });
    expect(await approve(held)).toMatchObject({ status: 200, body: { hold: { reasons: ["paused"] } } });
  });

  test("runs on after the resume with what was left, and then expires the hold", async () => {
    const held = await submit(LARGE);
    const id = String(held.body["id"]);
    const pauseId = await pause();
    await resume();
    // Half of the hour was left when the pause began; it lasted for fifty minutes.
    await setPause(database, pauseId, { from: -60, until: -10 });
    await setHold(database, id, { since: -90, expires: -30 });
    await sweeperHasTurned();
    expect(await moreMinutes(held)).toBe(50);
    await setPause(database, pauseId, { from: -60, until: -31 });
    expect((await ended(held)).body["state"]).toBe("expired");
  });

  test("is stopped once by pauses that overlap", async () => {
    const held = await submit(LARGE);
    const [first, second] = [await pause(), await pause("")];
    await resume();
    await resume("");
    await setPause(database, first, { from: -60, until: -30 });
    await setPause(database, second, { from: -50, until: -25 });
    await setHold(database, String(held.body["id"]), { since: -90, expires: -30 });
    expect(await moreMinutes(held)).toBe(35);
  });

  test("a hold that was over before the pause began cannot be approved", async () => {
    const held = await submit(LARGE);
    const pauseId = await pause();
    await setHold(database, String(held.body["id"]), { since: -90, expires: -30 });
    await setPause(database, pauseId, { from: -20 });
    expect(await approve(held)).toMatchObject({ status: 409, body: { code: "hold_expired" } });
  });
});

describe("what a pause covers", () => {
  test("an agent: its own intents, and nobody else's", async () => {
    const other = await asAdmin("POST", "/agents", { name: "the other one" });
    const asOther = callAs(product.url, String(other.body["key"]));
    await pause(`/agents/${other.body["id"]}`);
    const paused = await asOther("POST", "/intents", refund(SMALL));
    expect(paused.body).toMatchObject({ state: "held", hold: { reasons: ["paused"] } });
    expect((await ended(await submit(SMALL))).body["state"]).toBe("succeeded");
    expect(await stored(paused)).toMatchObject({ state: "cleared", fence: 0 });
    await resume(`/agents/${other.body["id"]}`);
    expect((await ended(paused)).body["state"]).toBe("succeeded");
  });

  test("everything: nothing runs until everything is resumed", async () => {
    await pause("");
    const answer = await submit(SMALL);
    expect(answer.body).toMatchObject({ state: "held", hold: { reasons: ["paused"] } });
    expect(await stored(answer)).toMatchObject({ state: "cleared", fence: 0 });
    await resume("");
    expect((await ended(answer)).body["state"]).toBe("succeeded");
  });

  test("of two pauses that cover it, both must be resumed", async () => {
    await pause();
    await pause("");
    const answer = await submit(SMALL);
    await resume("");
    await workersHaveTurned();
    expect((await read(answer)).body).toMatchObject({ state: "held", hold: { reasons: ["paused"] } });
    await resume();
    expect((await ended(answer)).body["state"]).toBe("succeeded");
  });
});

describe("the switch", () => {
  // Workers that run meanwhile may wait too: what is waited for is ours.
  const WAITING = `select count(*)::int as n from pg_locks l join pg_stat_activity a using (pid)
    where l.locktype = 'advisory' and not l.granted and a.application_name in ('interlock-web', 'claim under way')`;

  test("P1: a pause is answered only when no claim is under way any more, and a claim waits for a pause under way", async () => {
    const db = openDatabase({ url: product.databaseUrl, connectionsMax: 2, name: "claim under way" });
    let answered = false;
    const pausing = await db.transaction(async (tx) => {
      await lockDue(tx, null, 1, () => Promise.reject(new Error("nothing is due")));
      const request = pause().then(() => {
        answered = true;
      });
      await expect.poll(async () => (await database.query(WAITING)).rows[0].n, PATIENT).toBe(1);
      expect(answered).toBe(false);
      return { request };
    });
    await pausing.request;
    expect(answered).toBe(true);
    await expectClaimsToWait(db);
    await db.close();
  });

  async function expectClaimsToWait(db: Database): Promise<void> {
    let claimed = false;
    const claim = await db.transaction(async (tx) => {
      await lockPauseSwitch(tx);
      const request = db
        .transaction((other) => lockDue(other, null, 1, () => Promise.reject(new Error("nothing is due"))))
        .then(() => {
          claimed = true;
        });
      await expect.poll(async () => (await database.query(WAITING)).rows[0].n, PATIENT).toBe(1);
      expect(claimed).toBe(false);
      return { request };
    });
    await claim.request;
  }

  test("pausing twice is one pause, resuming twice one resume, and each is on record once", async () => {
    const id = await pause(TOOL, "first");
    expect(await pause(TOOL, "second")).toBe(id);
    await resume();
    await resume();
    const sql = "select type, actor_kind, subject from audit_events where data ->> 'pauseId' = $1 order by id";
    const { rows } = await database.query(sql, [id]);
    expect(rows).toEqual([
      { type: "tool.paused", actor_kind: "operator", subject: "refund_payment" },
      { type: "tool.resumed", actor_kind: "operator", subject: "refund_payment" },
    ]);
  });

  test("ten people who pause at once make one pause", async () => {
    const ids = await Promise.all(Array.from({ length: 10 }, () => pause("")));
    expect(new Set(ids).size).toBe(1);
  });

  test("what never was paused can be resumed, with or without a body", async () => {
    const never = { status: 200, body: { covers: "tool", target: "book_meeting", paused: false, pause: null } };
    expect(await asAdmin("POST", "/tools/book_meeting/resume")).toMatchObject(never);
    expect(await asAdmin("POST", "/tools/book_meeting/resume", {})).toMatchObject(never);
  });

  test("active and past pauses are listed, newest first, page by page", async () => {
    const [first, second] = [await pause(), await pause("")];
    await resume();
    const page = await asViewer("GET", "/pauses?limit=1");
    expect(page.body["items"]).toMatchObject([{ id: second, covers: "everything", target: null, resumedAt: null }]);
    const next = await asViewer("GET", `/pauses?limit=1&cursor=${page.body["nextCursor"]}`);
    const by = { name: "The approver" };
    expect(next.body["items"]).toMatchObject([
      { id: first, covers: "tool", target: "refund_payment", pausedBy: by, resumedBy: by },
    ]);
    const idsOf = async (active: boolean) =>
      ((await asViewer("GET", `/pauses?active=${active}`)).body["items"] as { id: string }[]).map(({ id }) => id);
    expect(await idsOf(true)).toEqual([second]);
    expect(await idsOf(false)).toContain(first);
  });
});

describe("refusals", () => {
  const reason = { reason: "r" };
  const places = [TOOL, "/agents/agt_00000000000000000000000000", ""];

  test.each(places)("%s/pause and /resume are for approvers and admins", async (path) => {
    for (const verb of ["pause", "resume"]) {
      const body = verb === "pause" ? reason : {};
      expect((await asAgent("POST", `${path}/${verb}`, body)).status).toBe(403);
      expect((await asViewer("POST", `${path}/${verb}`, body)).status).toBe(403);
      expect((await callAs(product.url, null)("POST", `${path}/${verb}`, body)).status).toBe(401);
    }
  });

  test("an agent cannot list pauses", async () => {
    expect((await asAgent("GET", "/pauses")).status).toBe(403);
  });

  test.each([
    ["/tools/no_such_tool", "unknown_tool"],
    ["/tools/%00", "unknown_tool"],
    ["/agents/agt_00000000000000000000000000", "not_found"],
    ["/agents/nobody", "not_found"],
  ])("%s does not exist", async (path, code) => {
    expect(await asAdmin("POST", `${path}/pause`, reason)).toMatchObject({ status: 404, body: { code } });
    expect(await asAdmin("POST", `${path}/resume`, {})).toMatchObject({ status: 404, body: { code } });
  });

  test.each([[{}], [{ reason: " " }], [{ reason: 5 }], [{ reason: "r", more: 1 }], [[]]])(
    "%j is no reason to pause",
    async (body) => {
      expect(await asAdmin("POST", "/pause", body)).toMatchObject({ status: 400, body: { code: "invalid_request" } });
    },
  );

  test("a resume takes no words", async () => {
    expect((await asAdmin("POST", "/resume", { reason: "r" })).status).toBe(400);
  });

  test("a cursor of something else is refused", async () => {
    expect((await asAdmin("GET", "/pauses?cursor=int_00000000000000000000000000")).status).toBe(400);
  });
});
