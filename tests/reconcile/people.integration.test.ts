// Who may start, stop and settle; and two people who say different things about one finding.
import { request } from "node:http";
import { Readable } from "node:stream";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { callAs } from "../support/call-as";
import { type Body, ReconcileStage } from "./support/reconcile-stage";

let stage: ReconcileStage;
let tool: string;
beforeAll(async () => {
  stage = await ReconcileStage.open();
  tool = await stage.publish();
});
afterAll(() => stage.close());

async function aFinding(): Promise<string> {
  const effect = `fx_${Math.random()}`;
  const run = await stage.ended(await stage.upload(tool, `id\n${effect}\n`));
  const found = (await stage.findings(`reconciliation=${run.id}`)).find(
    ({ data }) => (data as Body)["effectId"] === effect,
  );
  return String(found?.["id"]);
}

describe("roles", () => {
  test("nobody and agents may do nothing here; viewers read; approvers start, stop and settle", async () => {
    const [id, run] = [await aFinding(), await stage.ended(await stage.upload(tool, "id\nfx_1\n"))];
    const calls: [string, string, unknown?][] = [
      ["POST", "/reconciliations", { tool }],
      ["POST", `/reconciliations?tool=${tool}`, "id\n"],
      ["POST", `/reconciliations/${run.id}/stop`, {}],
      ["POST", `/findings/${id}/state`, { state: "acknowledged" }],
      ["GET", "/reconciliations"],
      ["GET", `/reconciliations/${run.id}`],
      ["GET", `/reconciliations/${run.id}/errors`],
      ["GET", `/findings/${id}`],
    ];
    const viewer = await stage.addPerson("viewer");
    for (const [method, path, body] of calls) {
      const csv: Record<string, string> = typeof body === "string" ? { "content-type": "text/csv" } : {};
      expect((await callAs(stage.product.url, null)(method, path, body, csv)).status, path).toBe(401);
      expect((await callAs(stage.product.url, stage.product.agentKey)(method, path, body, csv)).status, path).toBe(403);
      expect((await viewer(method, path, body, csv)).status, `${method} ${path}`).toBe(method === "GET" ? 200 : 403);
    }
    const approver = await stage.addPerson("approver");
    const started = await approver("POST", "/reconciliations", { tool, ...stage.window() });
    expect(started.status).toBe(202);
    await stage.ended(started);
    expect((await approver("POST", `/findings/${id}/state`, { state: "acknowledged" })).status).toBe(200);
  });

  test("a sixth of one tool at a time is told to come again; the window has at most 366 days", async () => {
    const busy = await stage.publish();
    await stage.database.query(
      `insert into reconciliations (id, tool, source, state, phase, margin_ms, unit, requested_by, created_at, due_at)
       select 'rec_busy_' || n, $1, 'list', 'receiving', 'receiving', 0, 'major', 'opr_busy', now(), now() + interval '1 hour'
       from generate_series(1, 5) as n`,
      [busy],
    );
    const sixth = { status: 409, body: { code: "too_many_reconciliations", retriable: true } };
    expect(await stage.start({ tool: busy })).toMatchObject(sixth);
    expect(await stage.upload(busy, "id\nfx_1\n")).toMatchObject(sixth);
    await stage.database.query("delete from reconciliations where id like 'rec_busy_%'");
    const year = { from: "2024-01-01T00:00:00Z", to: "2025-01-01T00:00:01Z" };
    const { status, body } = await stage.start({ tool: busy, ...year });
    expect([status, body["detail"]]).toEqual([400, "The window is longer than 366 days."]);
  });

  test("what is not there is a 404, what cannot be done a 400 that names why", async () => {
    const nowhere = "0".repeat(26);
    expect((await stage.asAdmin("GET", `/reconciliations/rec_${nowhere}`)).status).toBe(404);
    expect((await stage.asAdmin("GET", `/findings/fnd_${nowhere}`)).status).toBe(404);
    expect((await stage.start({ tool: "nobodys_tool" })).status).toBe(404);
    expect((await stage.upload("nobodys_tool", "id\n")).status).toBe(404);
    const bare = await stage.publish({ list: false });
    const none = await stage.start({ tool: bare });
    expect([none.status, none.body["detail"]]).toEqual([400, expect.stringContaining("upload a statement")]);
    const backwards = { from: "2026-01-02T00:00:00Z", to: "2026-01-01T00:00:00Z" };
    expect((await stage.start({ tool, ...backwards })).status).toBe(400);
    const ancient = { from: "0000-01-01T00:00:00Z", to: "0000-02-01T00:00:00Z" };
    const far = { from: "9999-12-31T00:00:00Z", to: "9999-12-31T23:59:00-14:00" };
    for (const never of [ancient, far]) {
      expect((await stage.start({ tool, ...never })).status).toBe(400);
      expect((await stage.upload(tool, "id\n", never)).status).toBe(400);
    }
    expect((await stage.upload(tool, "id\n", {}, "application/pdf")).status).toBe(415);
  });
});

describe("a finding", () => {
  test("is acknowledged, resolved with a note and opened again; the note is kept, the record has its digest", async () => {
    const id = await aFinding();
    const say = (body: Body) => stage.asAdmin("POST", `/findings/${id}/state`, body);
    expect((await say({ state: "resolved" })).body).toMatchObject({ status: 400, errors: [{ pointer: "/note" }] });
    expect((await say({ state: "acknowledged", note: "on it" })).body).toMatchObject({
      state: "acknowledged",
      version: 2,
    });
    const note = "It was a test payment of Ada's.";
    expect((await say({ state: "resolved", note })).body).toMatchObject({ state: "resolved", note, changedBy: {} });
    expect((await say({ state: "resolved", note })).body).toMatchObject({ version: 3 });
    expect((await say({ state: "open" })).body).toMatchObject({ state: "open", note: null, version: 4 });
    const { rows } = await stage.database.query(
      "select type, data::text from audit_events where data->>'findingId' = $1 order by id",
      [id],
    );
    expect(rows.map(({ type }) => type)).toEqual([
      "finding.raised",
      "finding.acknowledged",
      "finding.resolved",
      "finding.reopened",
    ]);
    expect(rows[2].data).toContain("detailDigest");
    expect(JSON.stringify(rows)).not.toContain("Ada");
  });

  test("of two people who settle it at once, one is told who was first and when", async () => {
    const people = [await stage.addPerson("approver"), await stage.addPerson("approver")];
    for (let turn = 0; turn < 5; turn += 1) {
      const id = await aFinding();
      const answers = await Promise.all(
        people.map((call, index) => call("POST", `/findings/${id}/state`, { state: "resolved", note: `by ${index}` })),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
      const [won, lost] = answers.sort((left, right) => left.status - right.status);
      expect(lost?.body).toMatchObject({
        code: "finding_changed",
        detail: expect.stringMatching(/resolved now: P\d+ said so on 20/),
      });
      expect((await stage.asAdmin("GET", `/findings/${id}`)).body).toMatchObject({
        note: won?.body["note"],
        version: 2,
      });
    }
  });

  test("is not changed by somebody who looked at an earlier version of it", async () => {
    const id = await aFinding();
    await stage.asAdmin("POST", `/findings/${id}/state`, { state: "acknowledged", version: 1 });
    const late = await stage.asAdmin("POST", `/findings/${id}/state`, { state: "resolved", note: "x", version: 1 });
    expect(late.status).toBe(409);
  });
});

describe("uploads", () => {
  const post = (body: BodyInit, more: Body = {}) =>
    fetch(`${stage.product.url}/api/v1/reconciliations?${new URLSearchParams({ tool, ...stage.window() })}`, {
      method: "POST",
      headers: { authorization: `Bearer ${stage.product.operatorToken}`, "content-type": "text/csv" },
      body,
      ...{ duplex: "half" },
      ...more,
    });
  const rowsLeft = async () =>
    (await stage.database.query("select count(*)::int as n from statement_rows where fault is null")).rows[0].n;

  function* lines(count: number): Generator<string> {
    yield "id,key,amount,currency,at\n";
    for (let from = 0; from < count; from += 1_000) {
      let text = "";
      for (let row = from; row < Math.min(count, from + 1_000); row += 1) text += `fx_bulk_${row},,12.50,USD,\n`;
      yield text;
    }
  }
  const stream = (count: number) =>
    Readable.toWeb(Readable.from(lines(count)).map((text: string) => Buffer.from(text))) as BodyInit;

  test("of 50,000 rows are received as they come, compared, and leave nothing behind but findings: so many of a kind", async () => {
    const paid = await stage.payAged(tool);
    const response = await post(stream(50_000));
    expect(response.status).toBe(202);
    const { id } = (await response.json()) as { id: string };
    const path = `/reconciliations/${id}`;
    await expect
      .poll(async () => (await stage.asAdmin("GET", path)).body["state"], { timeout: 60_000 })
      .toBe("finished");
    const { body } = await stage.asAdmin("GET", path);
    const counts = { rows: 50_000, orphan: 50_000, missing: 1, raised: 10_001, notRaised: 40_000 };
    expect(body).toMatchObject({ counts, warnings: [expect.stringContaining("40000 further")] });
    // However many orphans came first.
    expect(await stage.findings(`reconciliation=${id}&kind=missing`)).toMatchObject([{ intentId: paid.id }]);
    await expect.poll(rowsLeft, { timeout: 60_000 }).toBe(0);
  }, 150_000);

  test("are two at a time: a third is told when to come again, and one that was refused holds no place", async () => {
    let letGo: () => void = () => undefined;
    const go = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    async function* held(head: string) {
      yield Buffer.from(head);
      await go;
      yield Buffer.from("fx_1\n");
    }
    const open = (head: string) => post(Readable.toWeb(Readable.from(held(head))) as BodyInit);
    const receiving = async () =>
      (await stage.database.query("select count(*)::int as n from reconciliations where state = 'receiving'")).rows[0]
        .n;
    const lastNumber = async () =>
      Number((await stage.database.query("select last_value as n from reconciliations_number_seq")).rows[0].n);
    const before = await lastNumber();
    const refused = [open("a,b\n"), open("a,b\n")];
    // Both were begun, and refused: they only write on.
    await expect.poll(async () => [await lastNumber(), await receiving()]).toEqual([before + 2, 0]);
    await expect.poll(async () => (await post("id\nfx_1\n")).status).toBe(202);
    const received = [open("id\n"), open("id\n")];
    await expect.poll(receiving).toBe(2);
    const third = await post("id\nfx_1\n");
    expect([third.status, third.headers.get("retry-after")]).toEqual([429, "30"]);
    letGo();
    for (const one of refused) expect((await one).status).toBe(400);
    for (const one of received) await stage.ended(String(((await (await one).json()) as Body)["id"]));
    await stage.ended(String(((await (await post("id\nfx_1\n")).json()) as Body)["id"]));
  });

  test("that say beforehand that they are beyond the bounds are a 413", async () => {
    const { port, hostname } = new URL(stage.product.url);
    const status = await new Promise((resolve, reject) => {
      const headers = {
        authorization: `Bearer ${stage.product.operatorToken}`,
        "content-type": "text/csv",
        "content-length": String(256 * 1_048_576 + 1),
      };
      const path = `/api/v1/reconciliations?tool=${tool}`;
      const sent = request({ hostname, port, path, method: "POST", headers }, (response) => {
        resolve(response.statusCode);
        sent.destroy();
      });
      sent.on("error", reject);
      sent.write("id\n");
    });
    expect(status).toBe(413);
  });

  test("tell while they come how far they are, and can be stopped: nothing is compared, and that it was stopped stays", async () => {
    const runs = async () => (await stage.asAdmin("GET", `/reconciliations?tool=${tool}`)).body["items"] as Body[];
    let stopped = "";
    async function* watched() {
      yield Buffer.from("id\n");
      yield Buffer.from("fx_a\n".repeat(5_000));
      await expect
        .poll(async () => (await runs())[0])
        .toMatchObject({ state: "receiving", progress: { phase: "receiving", done: 4_000, total: null } });
      stopped = String((await runs())[0]?.["id"]);
      const answer = await stage.asAdmin("POST", `/reconciliations/${stopped}/stop`, {});
      expect(answer.body).toMatchObject({ state: "stopped" });
      yield Buffer.from("fx_b\n".repeat(5_000));
    }
    const response = await post(Readable.toWeb(Readable.from(watched())) as BodyInit);
    expect([response.status, ((await response.json()) as Body)["code"]]).toEqual([409, "reconciliation_over"]);
    expect((await stage.asAdmin("GET", `/reconciliations/${stopped}`)).body).toMatchObject({ state: "stopped" });
    await expect.poll(rowsLeft).toBe(0);
    expect(await stage.findings(`reconciliation=${stopped}`)).toEqual([]);
  });

  test("that break off leave nothing behind", async () => {
    const stop = new AbortController();
    async function* broken() {
      yield Buffer.from("id\n");
      yield Buffer.from("fx_a\n".repeat(5_000));
      await expect.poll(rowsLeft).toBeGreaterThan(0);
      stop.abort();
      yield Buffer.from("fx_b\n");
    }
    await post(Readable.toWeb(Readable.from(broken())) as BodyInit, { signal: stop.signal }).catch(() => undefined);
    await expect.poll(rowsLeft, { timeout: 20_000 }).toBe(0);
    const receiving = "select 1 from reconciliations where state = 'receiving'";
    await expect.poll(async () => (await stage.database.query(receiving)).rowCount).toBe(0);
  });
});
