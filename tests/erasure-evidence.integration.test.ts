// An erasure by command, on a running product that has compared, audited and sealed what is erased.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type CallAs, callAs } from "./support/call-as";
import { type Product, startProduct } from "./support/in-process";
import { interlockAt } from "./support/interlock-command";
import { ledgerContract } from "./support/ledger-contract";
import { tablesWith } from "./support/tables-with";

const TOOL = "pay_somebody";
const WHO = "Xevemark";
const WAIT = { prefer: "wait=20" };

let product: Product;
let database: pg.Client;
let asAdmin: CallAs;
let directory: string;

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), "interlock-erasure-"));
  product = await startProduct();
  database = new pg.Client({ connectionString: product.databaseUrl });
  await database.connect();
  asAdmin = callAs(product.url, product.operatorToken);
  const text = ledgerContract(TOOL);
  const { request, ...execute } = text["execute"] as { request: { url: string } };
  // The address, which is recorded, has a value of the args.
  const addressed = { ...execute, request: { ...request, url: `${request.url}?who={args.orderId}` } };
  const loose = { same: "coalesce", drift: "coalesce", lookalike: "allow", variant: "allow", missing: "refuse" };
  const contract = { ...text, execute: addressed, duplicates: loose };
  const published = await asAdmin("PUT", `/contracts/${TOOL}`, contract);
  expect(published.status).toBe(201);
  writeFileSync(join(directory, "key.pem"), (await interlock("audit", "key")).out);
});
afterAll(async () => {
  await database.end();
  await product.close();
  rmSync(directory, { recursive: true });
});

const reader = {
  sql: async <T>(text: string, ...values: unknown[]) => (await database.query(text, values)).rows as T[],
};

const interlock = (...words: string[]) => interlockAt(product, words);

async function paid(run: string, args: Record<string, unknown>): Promise<string> {
  const body = { tool: TOOL, args: { orderId: WHO, ...args }, run, step: "s", reason: `for ${WHO}` };
  const { status, body: intent } = await product.submit(body, WAIT);
  expect({ status, intent }).toMatchObject({ intent: { state: "succeeded" } });
  return String(intent["effectId"]);
}

async function finished(path: string): Promise<Record<string, unknown>> {
  let body: Record<string, unknown> = {};
  await expect
    .poll(async () => {
      ({ body } = await asAdmin("GET", path));
      return body["state"];
    })
    .toBe("finished");
  return body;
}

async function verified(name: string): Promise<void> {
  const { rows } = await database.query("select max(id) as id from journal");
  const isSealed = () => database.query("select 1 from audit_seals where $1 = any(rows)", [rows[0].id]);
  await expect.poll(async () => (await isSealed()).rowCount).toBe(1);
  const path = join(directory, name);
  expect(await interlock("audit", "export", path)).toMatchObject({ code: 0 });
  expect(await interlock("audit", "verify", path, "--key", join(directory, "key.pem"))).toMatchObject({ code: 0 });
}

test("leaves no copy in findings, audits, staged rows or the queue, and every seal verifies as before", async () => {
  const effectId = await paid("run 1", { amount: 80, note: WHO });
  await paid("run 1", { amount: 80, note: `${WHO} again` });
  await paid("run 2", { amount: "80.0" });
  await paid("run 3", { amount: 81 });
  // Another target and another amount than ours, an effect that nobody asked for, and a row that cannot be read.
  const statement = `effectId,amount,/orderId\n${effectId},79,Xsomebody\neff_nobody,5,${WHO}\n${effectId},${WHO},${WHO}\n`;
  const csv = { "content-type": "text/csv" };
  const upload = await asAdmin("POST", `/reconciliations?tool=${TOOL}`, statement, csv);
  expect(upload.status, JSON.stringify(upload.body)).toBe(202);
  const run = await finished(`/reconciliations/${upload.body["id"]}`);
  const { body: findings } = await asAdmin("GET", `/findings?reconciliation=${run["id"]}`);
  const about = (findings["items"] as { id: string; kind: string }[]).filter(({ kind }) => kind === "mismatch");
  expect(about.length).toBeGreaterThan(0);
  for (const { id } of about) {
    const note = { state: "resolved", note: `settled with ${WHO}` };
    expect((await asAdmin("POST", `/findings/${id}/state`, note)).status).toBe(200);
  }
  const audit = await asAdmin("POST", "/key-audits", {});
  await finished(`/key-audits/${audit.body["id"]}`);
  await verified("before.jsonl");
  const written = ["findings", "intents", "journal"];
  expect(await tablesWith(reader, WHO)).toEqual(expect.arrayContaining(written));

  expect(await interlock("erase", WHO)).toMatchObject({
    code: 0,
    out: expect.stringContaining("3 would be erased.\n"),
  });
  expect((await reader.sql("select 1 from submissions where erased_at is not null")).length).toBe(0);
  const erased = await interlock("erase", WHO, "--reference", "DSR-17", "--yes");
  expect(erased).toMatchObject({ code: 0, out: expect.stringMatching(/^era_\w+: 3 of 3 erased\.\n$/) });
  await expect.poll(() => tablesWith(reader, WHO)).toEqual([]);
  await verified("after.jsonl");
});

test("the command waits for what has ended alone, and tells how many wait for their end", async () => {
  const held = "pay_when_allowed";
  const contract = ledgerContract(held, { policy: [{ then: "hold" }] });
  expect((await asAdmin("PUT", `/contracts/${held}`, contract)).status).toBe(201);
  const who = "Xwaitmark";
  await paid("run 4", { orderId: who, amount: 80 });
  for (const run of ["run 5", "run 6"]) {
    await product.submit({ tool: held, args: { orderId: who, amount: 80 }, run, step: "s" });
  }
  const preview = await interlock("erase", who);
  expect(preview.out).toContain("3 would be erased, 2 of them when they have ended.");
  const from = Date.now();
  const { code, out } = await interlock("erase", who, "--yes");
  expect(Date.now() - from).toBeLessThan(20_000);
  expect([code, out]).toEqual([0, expect.stringContaining(": 1 of 3 erased.\n2 have not ended: each is erased when")]);
});

test("of nobody the command says that nothing was found", async () => {
  expect(await interlock("erase", "Xnobody")).toMatchObject({ code: 0, out: "Nothing was found.\n" });
  expect((await interlock("erase", "Xnobody", "--yes")).out).toMatch(/^era_\w+: Nothing was found\.\n$/);
});
