import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { type Database, openDatabase } from "@/lib/store/database";
import { lockDue } from "@/lib/store/lock-due";
import { lockPauseSwitch } from "@/lib/store/pauses";
import { callAs } from "./support/call-as";
import { LARGE, PauseStage, SMALL, TOOL } from "./support/pause-stage";
import { setHold, setPause } from "./support/turn-clock";

const PATIENT = { timeout: 10_000 };

let stage: PauseStage;
beforeAll(async () => {
  stage = await PauseStage.open();
});
afterEach(() => stage.forgetPauses());
afterAll(() => stage.close());

describe("a paused tool", () => {
  test("a new intent is recorded, shown as held and paused, and runs after the resume", async () => {
    await stage.pause();
    const answer = await stage.submit(SMALL);
    expect(answer.status).toBe(202);
    expect(answer.body).toMatchObject({ state: "held", hold: { reasons: ["paused"], expiresAt: null } });
    await stage.workersHaveTurned();
    expect(await stage.stored(answer)).toEqual({ state: "cleared", version: 1, fence: 0 });
    expect((await stage.read(answer)).body).toMatchObject({
      state: "held",
      hold: { reasons: ["paused"], expiresAt: null },
    });
    await stage.resume();
    expect((await stage.ended(answer)).body).toMatchObject({ state: "succeeded" });
  });

  test("operators see who paused it and why; an agent only sees that it is paused", async () => {
    await stage.pause(TOOL, "Month-end close.");
    const answer = await stage.submit(SMALL);
    const shown = (await stage.read(answer, stage.asViewer)).body["hold"];
    const since = expect.stringMatching(/^\d{4}-/);
    expect(shown).toMatchObject({ paused: { reason: "Month-end close.", by: { name: "The approver" }, since } });
    for (const told of [answer, await stage.read(answer)]) expect(JSON.stringify(told.body)).not.toContain("Month-end");
  });

  test("lists count what is paused as held, as the answers do", async () => {
    await stage.pause();
    const answer = await stage.submit(SMALL);
    const idsIn = async (state: string) =>
      ((await stage.asViewer("GET", `/intents?state=${state}`)).body["items"] as { id: string; state: string }[]).map(
        (item) => `${item.id} ${item.state}`,
      );
    expect(await idsIn("held")).toContain(`${answer.body["id"]} held`);
    expect(await idsIn("cleared")).toEqual([]);
    await stage.resume();
    await stage.ended(answer);
    expect(await idsIn("held")).not.toContain(`${answer.body["id"]} held`);
  });

  test("other tools go on", async () => {
    await stage.pause();
    await stage.workersHaveTurned();
  });

  test("a held intent is held for one reason more, and has no end", async () => {
    const before = await stage.submit(LARGE);
    await stage.pause();
    for (const shown of [await stage.read(before), await stage.submit(LARGE)]) {
      const hold = { reasons: ["approval", "paused"], approvalsNeeded: 1, expiresAt: null };
      expect(shown.body).toMatchObject({ state: "held", hold });
    }
  });

  test("what is approved during the pause waits for the resume, and then runs once", async () => {
    const held = await stage.submit(LARGE);
    await stage.pause();
    expect((await stage.approve(held)).body).toMatchObject({ state: "held", hold: { reasons: ["paused"] } });
    await stage.workersHaveTurned();
    expect(await stage.stored(held)).toMatchObject({ state: "cleared", fence: 0 });
    await stage.resume();
    expect((await stage.ended(held)).body).toMatchObject({ state: "succeeded" });
    const { paymentId } = held.body["args"] as { paymentId: string };
    expect((await stage.product.effects()).filter(({ body }) => body["paymentId"] === paymentId)).toHaveLength(1);
  });
});

describe("the clock of a hold", () => {
  test("stands still: what would have expired does not, and can be approved", async () => {
    const held = await stage.submit(LARGE);
    const pauseId = await stage.pause();
    // Held for an hour; after 30 minutes it was paused, an hour ago.
    await setHold(stage.database, String(held.body["id"]), { since: -90, expires: -30 });
    await setPause(stage.database, pauseId, { from: -60 });
    await stage.sweeperHasTurned();
    expect((await stage.read(held)).body).toMatchObject({ state: "held", hold: { expiresAt: null } });
    expect(await stage.approve(held)).toMatchObject({ status: 200, body: { hold: { reasons: ["paused"] } } });
  });

  test("runs on after the resume with what was left, and then expires the hold", async () => {
    const held = await stage.submit(LARGE);
    const id = String(held.body["id"]);
    const pauseId = await stage.pause();
    await stage.resume();
    // Half of the hour was left when the pause began; it lasted for fifty minutes.
    await setPause(stage.database, pauseId, { from: -60, until: -10 });
    await setHold(stage.database, id, { since: -90, expires: -30 });
    await stage.sweeperHasTurned();
    expect(await stage.moreMinutes(held)).toBe(50);
    await setPause(stage.database, pauseId, { from: -60, until: -31 });
    expect((await stage.ended(held)).body["state"]).toBe("expired");
  });

  test("is stopped once by pauses that overlap", async () => {
    const held = await stage.submit(LARGE);
    const [first, second] = [await stage.pause(), await stage.pause("")];
    await stage.resume();
    await stage.resume("");
    await setPause(stage.database, first, { from: -60, until: -30 });
    await setPause(stage.database, second, { from: -50, until: -25 });
    // Far enough from its end that nobody is told of it: that would write down what has been read of the clock.
    await setHold(stage.database, String(held.body["id"]), { since: -90, expires: 600 });
    expect(await stage.moreMinutes(held)).toBe(35);
  });

  test("a hold that was over before the pause began cannot be approved", async () => {
    const held = await stage.submit(LARGE);
    const pauseId = await stage.pause();
    await setHold(stage.database, String(held.body["id"]), { since: -90, expires: -30 });
    await setPause(stage.database, pauseId, { from: -20 });
    expect(await stage.approve(held)).toMatchObject({ status: 409, body: { code: "hold_expired" } });
  });
});

describe("what a pause covers", () => {
  test("an agent: its own intents, and nobody else's", async () => {
    const other = await stage.asAdmin("POST", "/agents", { name: "the other one" });
    const asOther = callAs(stage.product.url, String(other.body["key"]));
    await stage.pause(`/agents/${other.body["id"]}`);
    const paused = await asOther("POST", "/intents", stage.refund(SMALL));
    expect(paused.body).toMatchObject({ state: "held", hold: { reasons: ["paused"] } });
    expect((await stage.ended(await stage.submit(SMALL))).body["state"]).toBe("succeeded");
    expect(await stage.stored(paused)).toMatchObject({ state: "cleared", fence: 0 });
    await stage.resume(`/agents/${other.body["id"]}`);
    expect((await stage.ended(paused)).body["state"]).toBe("succeeded");
  });

  test("everything: nothing runs until everything is resumed", async () => {
    await stage.pause("");
    const answer = await stage.submit(SMALL);
    expect(answer.body).toMatchObject({ state: "held", hold: { reasons: ["paused"] } });
    expect(await stage.stored(answer)).toMatchObject({ state: "cleared", fence: 0 });
    await stage.resume("");
    expect((await stage.ended(answer)).body["state"]).toBe("succeeded");
  });

  test("of two pauses that cover it, both must be resumed", async () => {
    await stage.pause();
    await stage.pause("");
    const answer = await stage.submit(SMALL);
    await stage.resume("");
    await stage.workersHaveTurned();
    expect((await stage.read(answer)).body).toMatchObject({ state: "held", hold: { reasons: ["paused"] } });
    await stage.resume();
    expect((await stage.ended(answer)).body["state"]).toBe("succeeded");
  });
});

describe("the switch", () => {
  // Workers that run meanwhile may wait too: what is waited for is ours.
  const WAITING = `select count(*)::int as n from pg_locks l join pg_stat_activity a using (pid)
    where l.locktype = 'advisory' and not l.granted and a.datname = current_database()
      and a.application_name in ('interlock-web', 'claim under way')`;

  const NO_LOCKS = { shared: [], alone: [] };
  const ANYTHING = { ids: null, limit: 1, exceptTools: [] };

  test("P1: a pause is answered only when no claim is under way any more, and a claim waits for a pause under way", async () => {
    const db = openDatabase({ url: stage.product.databaseUrl, connectionsMax: 2, name: "claim under way" });
    let answered = false;
    const pausing = await db.rawTransaction(NO_LOCKS, async (tx) => {
      await lockDue(tx, ANYTHING);
      const request = stage.pause().then(() => {
        answered = true;
      });
      await expect.poll(async () => (await stage.database.query(WAITING)).rows[0].n, PATIENT).toBe(1);
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
        .rawTransaction(NO_LOCKS, (other) => lockDue(other, ANYTHING))
        .then(() => {
          claimed = true;
        });
      await expect.poll(async () => (await stage.database.query(WAITING)).rows[0].n, PATIENT).toBe(1);
      expect(claimed).toBe(false);
      return { request };
    });
    await claim.request;
  }

  test("pausing twice is one pause, resuming twice one resume, and each is on record once", async () => {
    const id = await stage.pause(TOOL, "first");
    expect(await stage.pause(TOOL, "second")).toBe(id);
    await stage.resume();
    await stage.resume();
    const sql = "select type, actor_kind, subject from audit_events where data ->> 'pauseId' = $1 order by id";
    const { rows } = await stage.database.query(sql, [id]);
    expect(rows).toEqual([
      { type: "tool.paused", actor_kind: "operator", subject: "refund_payment" },
      { type: "tool.resumed", actor_kind: "operator", subject: "refund_payment" },
    ]);
  });

  test("ten people who pause at once make one pause", async () => {
    const ids = await Promise.all(Array.from({ length: 10 }, () => stage.pause("")));
    expect(new Set(ids).size).toBe(1);
  });

  test("what never was paused can be resumed, with or without a body", async () => {
    const never = { status: 200, body: { covers: "tool", target: "book_meeting", paused: false, pause: null } };
    expect(await stage.asAdmin("POST", "/tools/book_meeting/resume")).toMatchObject(never);
    expect(await stage.asAdmin("POST", "/tools/book_meeting/resume", {})).toMatchObject(never);
  });

  test("everybody may ask whether something is paused, by whom and why, and of what never was", async () => {
    const read = async (path: string) => (await stage.asViewer("GET", `${path}/pause`)).body;
    expect(await read("/tools/book_meeting")).toEqual({
      covers: "tool",
      target: "book_meeting",
      paused: false,
      pause: null,
    });
    const id = await stage.pause("", "Month-end close.");
    const by = { name: "The approver" };
    expect(await read("")).toMatchObject({
      covers: "everything",
      target: null,
      paused: true,
      pause: { id, reason: "Month-end close.", pausedBy: by, resumedAt: null },
    });
    await stage.resume("");
    expect(await read("")).toMatchObject({ paused: false, pause: { id, resumedBy: by } });
    expect((await stage.asAgent("GET", "/pause")).status).toBe(403);
  });

  test("active and past pauses are listed, newest first, page by page", async () => {
    const [first, second] = [await stage.pause(), await stage.pause("")];
    await stage.resume();
    const page = await stage.asViewer("GET", "/pauses?limit=1");
    expect(page.body["items"]).toMatchObject([{ id: second, covers: "everything", target: null, resumedAt: null }]);
    const next = await stage.asViewer("GET", `/pauses?limit=1&cursor=${page.body["nextCursor"]}`);
    const by = { name: "The approver" };
    expect(next.body["items"]).toMatchObject([
      { id: first, covers: "tool", target: "refund_payment", pausedBy: by, resumedBy: by },
    ]);
    const idsOf = async (active: boolean) =>
      ((await stage.asViewer("GET", `/pauses?active=${active}`)).body["items"] as { id: string }[]).map(({ id }) => id);
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
      expect((await stage.asAgent("POST", `${path}/${verb}`, body)).status).toBe(403);
      expect((await stage.asViewer("POST", `${path}/${verb}`, body)).status).toBe(403);
      expect((await callAs(stage.product.url, null)("POST", `${path}/${verb}`, body)).status).toBe(401);
    }
  });

  test("an agent cannot list pauses", async () => {
    expect((await stage.asAgent("GET", "/pauses")).status).toBe(403);
  });

  test.each([
    ["/tools/no_such_tool", "unknown_tool"],
    ["/tools/%00", "unknown_tool"],
    ["/agents/agt_00000000000000000000000000", "not_found"],
    ["/agents/nobody", "not_found"],
  ])("%s does not exist", async (path, code) => {
    expect(await stage.asAdmin("POST", `${path}/pause`, reason)).toMatchObject({ status: 404, body: { code } });
    expect(await stage.asAdmin("POST", `${path}/resume`, {})).toMatchObject({ status: 404, body: { code } });
    expect(await stage.asAdmin("GET", `${path}/pause`)).toMatchObject({ status: 404, body: { code } });
  });

  test.each([[{}], [{ reason: " " }], [{ reason: 5 }], [{ reason: "r", more: 1 }], [[]]])(
    "%j is no reason to pause",
    async (body) => {
      expect(await stage.asAdmin("POST", "/pause", body)).toMatchObject({
        status: 400,
        body: { code: "invalid_request" },
      });
    },
  );

  test("a resume takes no words", async () => {
    expect((await stage.asAdmin("POST", "/resume", { reason: "r" })).status).toBe(400);
  });

  test("a cursor of something else is refused", async () => {
    expect((await stage.asAdmin("GET", "/pauses?cursor=int_00000000000000000000000000")).status).toBe(400);
  });
});
