// The downstream's own listing, asked page by page: as it should be, and as it lies.
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { alignEffects } from "../support/align-due";
import { ReconcileStage } from "./support/reconcile-stage";

type Reply = { status?: number; headers?: Record<string, string>; body: unknown };
type Handler = (url: URL, headers: Record<string, string | string[] | undefined>) => Reply;

/** Stands in for a downstream that says what the test makes it say. */
let handler: Handler = () => ({ body: { data: [] } });
let server: Server;
let origin = "";
let stranger: Server;
let strangerOrigin = "";
let strangerAsked = 0;
let stage: ReconcileStage;

beforeAll(async () => {
  server = createServer((request, response) => {
    const { status = 200, headers = {}, body } = handler(new URL(request.url ?? "/", origin), request.headers);
    response.writeHead(status, { "content-type": "application/json", ...headers });
    response.end(JSON.stringify(body));
  });
  stranger = createServer((_request, response) => {
    strangerAsked += 1;
    response.end('{"data":[]}');
  });
  origin = await listen(server);
  strangerOrigin = await listen(stranger);
  stage = await ReconcileStage.open({
    env: { INTERLOCK_CONFIG_LIAR: origin },
    egress: [origin, strangerOrigin],
  });
});
afterAll(async () => {
  await stage.close();
  for (const one of [server, stranger]) {
    one.closeAllConnections();
    await new Promise((resolve) => one.close(resolve));
  }
});
afterEach(() => stage.clearFaults());

async function listen(one: Server): Promise<string> {
  await new Promise<void>((resolve) => one.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(one.address() as AddressInfo).port}`;
}

const LIAR = "{+config.LIAR}/effects{?from,to,cursor}";

describe("a listing that tells the truth", () => {
  test("page by page, is compared as a whole: nothing missing, nothing found", async () => {
    const tool = await stage.publish({ list: { url: `{+config.LEDGER_URL}/corpus/pay_1?limit=2{&from,to,cursor}` } });
    expect(tool).toBe("pay_1");
    for (let turn = 0; turn < 5; turn += 1) await stage.payAged(tool);
    const run = await stage.ended(await stage.start({ tool }));
    expect(run).toMatchObject({ state: "finished", source: "list" });
    expect(run.counts).toEqual({ rows: 5, pages: 3, matched: 5, intents: 5 });
    const orphan = await stage.actBehindOurBack(tool, null);
    const second = await stage.ended(await stage.start({ tool, source: "list" }));
    expect(await stage.findings(`reconciliation=${second.id}`)).toMatchObject([
      { kind: "orphan", intentId: null, data: { effectId: orphan } },
    ]);
  });

  test("whose pages are counted from 0 is asked for all of them; minor units without a currency are the intent's own", async () => {
    const url = "{+config.LIAR}/effects{?from,to,page}";
    const tool = await stage.publish({
      list: { url, next: { page: 0 }, unit: "minor", currency: undefined, at: undefined },
    });
    const paid = [await stage.payAged(tool), await stage.payAged(tool, { amount: 1000, currency: "JPY" })];
    const amounts = [8_000, 1_000];
    const asked: (string | null)[] = [];
    handler = (url) => {
      const page = url.searchParams.get("page");
      asked.push(page);
      const [one, amount] = [paid[Number(page)], amounts[Number(page)]];
      return { body: { data: one === undefined ? [] : [{ id: one.effectId, idempotencyKey: one.key, amount }] } };
    };
    const run = await stage.ended(await stage.start({ tool }));
    expect(asked).toEqual(["0", "1", "2"]);
    expect(run.counts).toEqual({ rows: 2, pages: 3, matched: 2, intents: 2 });
    amounts[0] = 80;
    expect(await stage.foundIn(await stage.ended(await stage.start({ tool })))).toEqual({ mismatch: [paid[0]?.id] });
  });

  test("while the same intents execute: nothing that is under way is missing, orphaned or late", async () => {
    const tool = await stage.publish({ probe: true });
    await stage.setFault(`/corpus/${tool}`, "slow_success", { rate: 0.5, delayMs: 300 });
    await stage.setFault(`/corpus/${tool}`, "late_effect", { rate: 0.3, delayMs: 200 });
    const paying = Promise.all(Array.from({ length: 40 }, () => stage.pay(tool)));
    const runs = [];
    for (let turn = 0; turn < 4; turn += 1) runs.push(await stage.ended(await stage.start({ tool })));
    const bys = await stage.ended(await stage.start({ tool, source: "probe" }));
    await paying;
    const last = await stage.ended(await stage.start({ tool }));
    for (const run of [...runs, bys, last]) {
      expect(run.state).toBe("finished");
      expect(await stage.findings(`tool=${tool}`)).toEqual([]);
    }
    expect(last.counts).toMatchObject({ rows: 40, matched: 40 });
  });

  test("ends the doubt of an effect that it has; a pause of the tool changes nothing about that", async () => {
    const tool = await stage.publish();
    await stage.setFault(`/corpus/${tool}`, "effect_then_500", { times: 1 });
    const paid = await stage.pay(tool);
    await stage.asAdmin("POST", `/tools/${tool}/pause`, { reason: "looking into it" });
    const run = await stage.ended(await stage.start({ tool }));
    expect(run.counts).toMatchObject({ late: 1, resolved: 1 });
    expect((await stage.asAdmin("GET", `/intents/${paid.id}`)).body).toMatchObject({ state: "succeeded" });
    expect(await stage.product.effects(paid.key)).toHaveLength(1);
    await stage.asAdmin("POST", `/tools/${tool}/resume`, {});
  });
});

describe("a listing that lies fails the run, and nothing is called missing", () => {
  async function lies(list: Record<string, unknown>, reply: Handler) {
    const tool = await stage.publish({ list });
    await stage.payAged(tool);
    handler = reply;
    const run = await stage.ended(await stage.start({ tool }));
    expect(await stage.findings(`tool=${tool}`)).toEqual([]);
    return run;
  }

  test("by a cursor that repeats, at once or in a circle", async () => {
    let page = 0;
    const circle = await lies({ url: LIAR }, () => {
      page += 1;
      return { body: { data: [{ id: `x${page}` }], nextCursor: `c${page % 3}` } };
    });
    expect(circle).toMatchObject({ state: "failed", failure: "listing_repeats" });
    expect(page).toBeLessThan(20);
  });

  test("by a page that comes again under another number", async () => {
    const list = { url: "{+config.LIAR}/effects{?from,to,page}", next: { page: 1 } };
    const run = await lies(list, () => ({ body: { data: [{ id: "x" }] } }));
    expect(run).toMatchObject({ state: "failed", failure: "listing_repeats" });
  });

  test("by a next page at another origin, even one that may be called: our credentials do not go there", async () => {
    const list = { url: "{+config.LIAR}/effects{?from,to}", next: { url: "/next" } };
    for (const next of [`${strangerOrigin}/effects`, "//evil.example/", "http://a:b@127.0.0.1/"]) {
      const run = await lies(list, () => ({ body: { data: [], next } }));
      expect(run).toMatchObject({ state: "failed", failure: "other_origin" });
    }
    expect(strangerAsked).toBe(0);
  });

  test("by a page that is too large, no list, or a redirect", async () => {
    const huge = await lies({ url: LIAR }, () => ({ body: { data: [{ id: "x".repeat(1_100_000) }] } }));
    expect(huge).toMatchObject({ state: "failed", failure: "page_too_large" });
    const none = await lies({ url: LIAR }, () => ({ body: { error: "no" } }));
    expect(none).toMatchObject({ state: "failed", failure: "no_items" });
    const moved = await lies({ url: LIAR }, () => ({ status: 302, headers: { location: strangerOrigin }, body: {} }));
    expect(moved).toMatchObject({ state: "failed", failure: "downstream_302" });
    expect(strangerAsked).toBe(0);
  });

  test("by an origin that may not be called", async () => {
    const run = await lies({ url: "http://127.0.0.1:9/{?from,to,cursor}" }, () => ({ body: {} }));
    expect(run).toMatchObject({ state: "failed", failure: "configuration" });
  });
});

test("a 500 in the middle is asked again from where it stood; when it lasts, the run fails", async () => {
  const tool = await stage.publish({ list: { url: LIAR } });
  const asked: (string | null)[] = [];
  handler = (url, headers) => {
    expect(headers["authorization"]).toBe("Bearer ledger-token-for-tests");
    const cursor = url.searchParams.get("cursor");
    asked.push(cursor);
    if (cursor === "p2" && asked.length === 2) return { status: 500, body: {} };
    if (cursor === "p2" && asked.length === 3) return { status: 429, headers: { "retry-after": "1" }, body: {} };
    return { body: { data: [{ id: `e_${cursor}` }], nextCursor: cursor === null ? "p2" : null } };
  };
  const run = await stage.ended(await stage.start({ tool }));
  expect(asked).toEqual([null, "p2", "p2", "p2"]);
  expect(run.counts).toEqual({ rows: 2, pages: 2, orphan: 2, raised: 2 });
  handler = () => ({ status: 503, headers: { "retry-after": "0" }, body: {} });
  expect(await stage.ended(await stage.start({ tool }))).toMatchObject({ state: "failed", failure: "downstream_503" });
});

test("a stopped run finds nothing more, and its rows go", async () => {
  const tool = await stage.publish({ list: { url: LIAR } });
  let page = 0;
  handler = () => {
    page += 1;
    return { body: { data: [{ id: `s${page}` }], nextCursor: `n${page}` } };
  };
  const { body } = await stage.start({ tool });
  const path = `/reconciliations/${body["id"]}`;
  await expect
    .poll(async () => ((await stage.asAdmin("GET", path)).body["progress"] as { done: number }).done)
    .toBeGreaterThan(3);
  expect((await stage.asAdmin("POST", `${path}/stop`)).body).toMatchObject({ state: "stopped" });
  expect((await stage.asAdmin("POST", `${path}/stop`, {})).status).toBe(200);
  const left =
    "select count(*)::int as n from statement_rows s join reconciliations r on r.number = s.run where r.id = $1";
  await expect.poll(async () => (await stage.database.query(left, [body["id"]])).rows[0].n).toBe(0);
  expect(await stage.findings(`tool=${tool}`)).toEqual([]);
  handler = () => ({ body: { data: [] } });
  const over = await stage.ended(await stage.start({ tool }));
  const late = await stage.asAdmin("POST", `/reconciliations/${over.id}/stop`, {});
  expect([late.status, late.body["code"]]).toEqual([409, "reconciliation_over"]);
});

describe("by probe, one intent at a time", () => {
  test("finds what is missing, what has another id, and what happened after all", async () => {
    const tool = await stage.publish({ list: false, probe: true });
    const [fine, gone] = [await stage.payAged(tool), await stage.payAged(tool)];
    const other = await stage.payAged(tool);
    await stage.database.query("update intents set effect_id = 'fx_ours' where id = $1", [other.id]);
    await alignEffects((sql) => stage.database.query(sql));
    // As if the downstream had never known its key.
    await stage.database.query("update intents set key = 'nobodys' where id = $1", [gone.id]);
    await stage.setFault(`/corpus/${tool}`, "refuse", { times: 1 });
    const failed = await stage.age(await stage.pay(tool));
    await stage.actBehindOurBack(tool, failed.key);
    const run = await stage.ended(await stage.start({ tool }));
    expect(run).toMatchObject({ state: "finished", source: "probe" });
    expect(await stage.foundIn(run)).toEqual({ missing: [gone.id], mismatch: [other.id], late: [failed.id] });
    expect(run.counts).toMatchObject({ asked: 4, matched: 2, missing: 1, mismatch: 1, late: 1 });
    expect(fine.effectId).not.toBeNull();
  });

  test("one whose args were erased is not asked about: without them it would be another question", async () => {
    const tool = await stage.publish({ list: false, probe: true });
    const erased = await stage.payAged(tool);
    await stage.database.query("update intents set args = '{}', key = 'nobodys_either' where id = $1", [erased.id]);
    const run = await stage.ended(await stage.start({ tool, source: "probe" }));
    expect(run.counts).toEqual({ intents: 1, notAsked: 1 });
    expect(await stage.findings(`tool=${tool}`)).toEqual([]);
  });

  test("an answer that says nothing is no finding", async () => {
    const tool = await stage.publish({ list: false, probe: true });
    await stage.payAged(tool);
    await stage.setFault(`GET /corpus/${tool}`, "effect_then_500", { status: 503 });
    const run = await stage.ended(await stage.start({ tool, source: "probe" }));
    expect(run.counts).toEqual({ intents: 1, asked: 1, unanswered: 1 });
    expect(await stage.findings(`tool=${tool}`)).toEqual([]);
  });
});
