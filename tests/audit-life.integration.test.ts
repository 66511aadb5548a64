// A life of everything: each change is an event, by whom it was, and no event holds what somebody wrote or sent.
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type CallAs, callAs } from "./support/call-as";
import { type Product, startProduct } from "./support/in-process";
import { ledgerContract } from "./support/ledger-contract";

/** Planted wherever somebody can write: none of it may turn up in an event. */
const MARK = "zq7marker";
const mark = (what: string) => `${MARK}-${what}`;

let product: Product;
let database: pg.Client;
let receiver: Server;
let callbackUrl = "";
let asAdmin: CallAs;
let made = 0;

beforeAll(async () => {
  receiver = createServer((_request, response) => void response.writeHead(200).end());
  receiver.listen(0, "127.0.0.1");
  await once(receiver, "listening");
  const origin = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;
  callbackUrl = `${origin}/${mark("callback")}`;
  product = await startProduct({ env: { INTERLOCK_CALLBACKS: origin } });
  database = new pg.Client({ connectionString: product.databaseUrl });
  await database.connect();
  asAdmin = callAs(product.url, product.operatorToken);
});
afterAll(async () => {
  await database.end();
  await product.close();
  receiver.closeAllConnections();
  receiver.close();
});

async function does(status: number, method: string, path: string, body?: unknown, as = asAdmin) {
  const answer = await as(method, path, body);
  expect(`${method} ${path} ${answer.status} ${JSON.stringify(answer.body)}`).toContain(`${path} ${status} `);
  return answer.body as Record<string, unknown> & { id: string; argsDigest: string };
}

async function publish(more: Record<string, unknown> = {}): Promise<string> {
  made += 1;
  const tool = `life_${made}`;
  await does(201, "PUT", `/contracts/${tool}`, ledgerContract(tool, more));
  return tool;
}

function order(tool: string, amount = 80) {
  made += 1;
  return {
    tool,
    args: { orderId: mark(`order-${made}`), amount, memo: mark("memo") },
    run: mark(`run-${made}`),
    step: mark("step"),
    session: mark("session"),
    reason: mark("why"),
    metadata: { who: mark("metadata") },
    callbackUrl,
  };
}

async function ask(body: unknown, wait = true): Promise<Record<string, unknown> & { id: string; argsDigest: string }> {
  const { body: answer } = await product.submit(body, wait ? { prefer: "wait=20" } : {});
  return answer as Record<string, unknown> & { id: string; argsDigest: string };
}

async function setFault(tool: string, kind: string): Promise<void> {
  const body = JSON.stringify({ kind, route: `/corpus/${tool}` });
  await (await fetch(`${product.ledgerUrl}/faults`, { method: "PUT", body })).text();
}

test("every kind of change is on record with its actor, and nothing that anybody wrote is in an event", async () => {
  await people();
  await grantsAndPauses();
  await decisions();
  await doubts();
  await bypasses();
  await evidence();
  const text = await (await fetch(`${product.url}/api/v1/audit/export`, { headers: bearer() })).text();
  expect(text).toContain('"trailer"');
  const { rows } = await database.query<{ type: string; actor: string }>(
    "select distinct type, actor_kind as actor from audit_events order by 1, 2",
  );
  const found = rows.map(({ type, actor }) => `${type} by ${actor}`);
  for (const wanted of WANTED) expect(found).toContain(wanted);
  const { rows: all } = await database.query("select to_jsonb(e) - 'at' as event from audit_events e");
  const leaks = all.map(({ event }) => event).filter((event) => JSON.stringify(event).includes(MARK));
  expect(leaks).toEqual([]);
  const secrets = [product.agentKey, product.operatorToken, "ledger-token-for-tests", "argon2", "@life.test"];
  const whole = JSON.stringify(all);
  for (const secret of secrets) expect(whole).not.toContain(secret);
  // Nor in a file that leaves the house.
  expect(text).not.toContain(MARK);
}, 120_000);

/** What is done to get to the bottom of things is on record like everything else. */
async function evidence(): Promise<void> {
  const tool = await publish();
  const body = order(tool);
  const { id } = await ask(body);
  const statement = `id,amount,currency\n${mark("effect")},5,EUR\n`;
  const range = { from: new Date(Date.now() - 3_600_000).toISOString(), to: new Date().toISOString() };
  const path = `/reconciliations?${new URLSearchParams({ tool, ...range })}`;
  const { status, body: run } = await asAdmin("POST", path, statement, { "content-type": "text/csv" });
  expect(status).toBe(202);
  await ended("reconciliation.finished", "data ->> 'reconciliationId'", run["id"]);
  const { items } = (await does(200, "GET", `/findings?tool=${tool}`)) as unknown as { items: { id: string }[] };
  for (const state of ["acknowledged", "resolved", "open"]) {
    await does(200, "POST", `/findings/${items[0]?.id}/state`, { state, note: mark(state) });
  }
  await ended("key_audit.ended", "subject", (await does(202, "POST", "/key-audits", {})).id);
  const request = { identity: body.args.orderId, reference: mark("ticket") };
  await ended("erasure.finished", "subject", (await does(202, "POST", "/erasures", request)).id);
  const { rows } = await database.query("select args::text from intents where id = $1", [id]);
  expect(rows).toEqual([{ args: "{}" }]);
}

async function ended(type: string, by: string, id: unknown): Promise<void> {
  const sql = `select count(*)::int as n from audit_events where type = $1 and ${by} = $2`;
  await expect.poll(async () => (await database.query(sql, [type, id])).rows[0].n, { timeout: 60_000 }).toBe(1);
}

const bearer = () => ({ authorization: `Bearer ${product.operatorToken}` });

const WANTED = [
  "agent.changed by operator",
  "agent.created by operator",
  "agent.disabled by operator",
  "agent.key_created by operator",
  "agent.key_revoked by operator",
  "agent.paused by operator",
  "agent.resumed by operator",
  "audit.exported by operator",
  "contract.published by operator",
  "erasure.finished by system",
  "erasure.requested by operator",
  "everything.paused by operator",
  "everything.resumed by operator",
  "finding.acknowledged by operator",
  "finding.raised by system",
  "finding.reopened by operator",
  "finding.resolved by operator",
  "grant.created by operator",
  "grant.revoked by operator",
  "intent.approve by operator",
  "intent.bypass_confirmed by operator",
  "intent.bypass_ordered by operator",
  "intent.bypass_withdrawn by operator",
  "intent.claim by worker",
  "intent.deny by operator",
  "intent.drifted by agent",
  "intent.erased by system",
  "intent.opened by operator",
  "intent.opened by policy",
  "intent.probe by worker",
  "intent.reopened by policy",
  "intent.resolve by operator",
  "intent.settle by worker",
  "intent.superseded by operator",
  "intent.undo by operator",
  "intent.withdraw by agent",
  "key_audit.ended by worker",
  "key_audit.requested by operator",
  "key_audit.started by worker",
  "operator.changed by operator",
  "operator.created by operator",
  "operator.disabled by operator",
  "operator.sign_in_failed by system",
  "operator.signed_in by operator",
  "operator.signed_out by operator",
  "operator.token_created by operator",
  "operator.token_revoked by operator",
  "reconciliation.finished by system",
  "reconciliation.started by operator",
  "submission.recorded by agent",
  "submission.recorded by operator",
  "submission.refused by agent",
  "tool.paused by operator",
  "tool.resumed by operator",
];

async function people(): Promise<void> {
  const agent = await does(201, "POST", "/agents", { name: mark("agent"), labels: { owner: mark("owner") } });
  await does(200, "PATCH", `/agents/${agent.id}`, { labels: { owner: mark("other owner") }, mayRepeat: false });
  const key = await does(201, "POST", `/agents/${agent.id}/keys`, {});
  await does(204, "DELETE", `/agents/${agent.id}/keys/${key.id}`);
  await does(204, "DELETE", `/agents/${agent.id}`);
  const email = `${mark("person")}@life.test`;
  const password = mark("a long password");
  const person = await does(201, "POST", "/operators", { email, name: mark("name"), role: "viewer", password });
  await does(200, "PATCH", `/operators/${person.id}`, { name: mark("another name"), role: "approver" });
  const token = await does(201, "POST", `/operators/${person.id}/tokens`, { name: mark("token") });
  await does(204, "DELETE", `/operators/${person.id}/tokens/${token.id}`);
  const nobody = callAs(product.url, null);
  await does(401, "POST", "/session", { email, password: mark("wrong password") }, nobody);
  await does(401, "POST", "/session", { email: `nobody-${email}`, password }, nobody);
  const signedIn = await nobody("POST", "/session", { email, password });
  const cookie = (signedIn.headers.get("set-cookie") ?? "").split(";")[0] ?? "";
  const host = new URL(product.url).origin;
  expect((await nobody("DELETE", "/session", undefined, { cookie, origin: host })).status).toBe(204);
  await does(204, "DELETE", `/operators/${person.id}`);
}

async function grantsAndPauses(): Promise<void> {
  const tool = await publish({ policy: [{ then: "hold" }] });
  const first = order(tool, 5);
  const grant = await does(201, "POST", "/grants", {
    tool,
    where: { "/orderId": { eq: first.args.orderId }, "/amount": { lte: 50 } },
    expiresAt: new Date(Date.now() + 3_600_000).toISOString(),
    reason: mark("grant"),
  });
  const { id } = await ask(first);
  const { rows } = await database.query(
    "select data from audit_events where intent_id = $1 and type = 'intent.opened'",
    [id],
  );
  expect(rows[0].data).toMatchObject({ grantId: grant.id, to: "cleared" });
  await does(204, "DELETE", `/grants/${grant.id}`);
  const { items } = (await does(200, "GET", "/agents")) as unknown as { items: { id: string }[] };
  for (const place of [`/tools/${tool}`, `/agents/${items[0]?.id}`, ""]) {
    await does(200, "POST", `${place}/pause`, { reason: mark("pause") });
    await does(200, "POST", `${place}/resume`);
  }
}

async function decisions(): Promise<void> {
  const tool = await publish({
    policy: [{ then: "hold" }],
    undo: "1h",
    duplicates: { variant: "allow", lookalike: "allow" },
  });
  const [first, second, third] = [order(tool), order(tool), order(tool)];
  const held = await ask(first, false);
  const approve = { verdict: "approve", argsDigest: held.argsDigest, reason: mark("approve") };
  await does(200, "POST", `/intents/${held.id}/decisions`, approve);
  await does(200, "POST", `/intents/${held.id}/undo`, { reason: mark("undo") });
  await ask({ ...first, args: { ...first.args, amount: 90 } }, false);
  const edited = { ...approve, args: { ...first.args, amount: 70 } };
  await does(200, "POST", `/intents/${held.id}/decisions`, edited);
  const denied = await ask(second, false);
  await does(200, "POST", `/intents/${denied.id}/decisions`, { verdict: "deny", reason: mark("deny") });
  const withdrawn = await ask(third, false);
  const asAgent = callAs(product.url, product.agentKey);
  await does(200, "POST", `/intents/${withdrawn.id}/withdraw`, { reason: mark("withdraw") }, asAgent);
  await ask(third, false);
  const headers = { "idempotency-key": mark("key") };
  await product.submit(order(tool), headers);
  expect((await product.submit(order(tool), headers)).status).toBe(422);
}

async function doubts(): Promise<void> {
  const tool = "life_doubt";
  const contract = ledgerContract(tool);
  const probe = { url: "{+config.LEDGER_URL}/nowhere/{args.orderId}", effectId: "/id" };
  const execute = { ...(contract["execute"] as object), probe };
  await does(201, "PUT", `/contracts/${tool}`, { ...contract, execute });
  await setFault(tool, "effect_then_500");
  const { id } = await ask(order(tool));
  await expect
    .poll(
      async () => (await does(200, "GET", `/intents/${id}/events`))["items"] as { type: string; details: unknown }[],
    )
    .toContainEqual(expect.objectContaining({ type: "intent.probe", details: { exchange: expect.anything() } }));
  const executed = { outcome: "executed", effectId: "fx_1", evidence: mark("evidence") };
  await does(200, "POST", `/intents/${id}/resolution`, executed);
  const { items } = (await does(200, "GET", `/intents/${id}/events`)) as unknown as {
    items: { type: string; details: unknown; data: Record<string, unknown> }[];
  };
  const resolved = items.find(({ type }) => type === "intent.resolve");
  expect(resolved).toMatchObject({ details: { evidence: mark("evidence") }, data: { effectId: "fx_1" } });
  expect(resolved?.data["detailDigest"]).toMatch(/^[0-9a-f]{64}$/);
}

async function bypasses(): Promise<void> {
  const tool = await publish({ bypass: { role: "approver", approvals: 2 } });
  const ran = await ask(order(tool));
  const email = `${mark("second")}@life.test`;
  const person = await does(201, "POST", "/operators", { email, name: mark("second"), role: "admin" });
  const token = await does(201, "POST", `/operators/${person.id}/tokens`, { name: mark("token") });
  const other = callAs(product.url, String(token["token"]));
  await does(202, "POST", `/intents/${ran.id}/bypass`, { reason: mark("bypass") });
  await does(204, "DELETE", `/intents/${ran.id}/bypass`);
  await does(202, "POST", `/intents/${ran.id}/bypass`, { reason: mark("bypass") });
  await does(201, "POST", `/intents/${ran.id}/bypass`, { reason: mark("confirm") }, other);
}

test("what is sealed of an outcome names the attempt and the effect that the intent is said to have had", async () => {
  const { id } = await ask(order(await publish()));
  const { rows } = await database.query(
    `select e.data, i.effect_id as "effectId", a.id as "attemptId" from audit_events e
     join intents i on i.id = e.intent_id join attempts a on a.intent_id = i.id
     where e.intent_id = $1 and e.type = 'intent.settle'`,
    [id],
  );
  const [{ data, effectId, attemptId }] = rows;
  expect(effectId).toMatch(/./);
  expect(data).toMatchObject({ to: "succeeded", effectId, attemptId });
});

test("history reads in order: somebody asked, then it was opened", async () => {
  const tool = await publish({ policy: [{ then: "hold" }] });
  const { id } = await ask(order(tool), false);
  const { items } = (await does(200, "GET", `/intents/${id}/events`)) as unknown as { items: { type: string }[] };
  expect(items.map(({ type }) => type)).toEqual(["submission.recorded", "intent.opened"]);
});

test("what people said can be erased: the event stays, and the digest cannot be guessed", async () => {
  const { rows } = await database.query(
    "select id, data from journal where type = 'intent.resolve' and detail is not null",
  );
  const [{ id, data }] = rows as [{ id: string; data: { detailDigest: string } }];
  await database.query("update journal set salt = null, detail = null where id = $1", [id]);
  const page = (await does(200, "GET", "/audit/events?type=intent.resolve")) as unknown as { items: object[] };
  expect(page.items).toMatchObject([{ id, details: null, data: { detailDigest: data.detailDigest } }]);
});
