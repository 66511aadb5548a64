// The audit log as an auditor meets it: exported, verified offline, tampered with in the database by somebody who can.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type CallAs, callAs } from "./support/call-as";
import { type Product, startProduct } from "./support/in-process";
import { interlockAt } from "./support/interlock-command";
import { SEALED_PLACES } from "./support/journal-rows";
import { ledgerContract } from "./support/ledger-contract";

let product: Product;
let database: pg.Client;
let asAdmin: CallAs;
let directory: string;
let made = 0;

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), "interlock-audit-"));
  product = await startProduct();
  database = new pg.Client({ connectionString: product.databaseUrl });
  await database.connect();
  asAdmin = callAs(product.url, product.operatorToken);
  expect(await interlock("audit", "key")).toMatchObject({ code: 0 });
  writeFileSync(file("key.pem"), (await interlock("audit", "key")).out);
});
afterAll(async () => {
  await database.end();
  await product.close();
  rmSync(directory, { recursive: true });
});

const file = (name: string) => join(directory, name);

const interlock = (...words: string[]) => interlockAt(product, words);

/** Everything that is on record by now is sealed. */
async function sealed(): Promise<void> {
  const unsealed = "not exists (select 1 from audit_seals s where e.id = any(s.rows))";
  const { rows } = await database.query(`select id from journal e where ${unsealed}`);
  const left = `select count(*)::int as n from journal e where ${unsealed} and id = any($1)`;
  await expect.poll(async () => (await database.query(left, [rows.map(({ id }) => id)])).rows[0].n).toBe(0);
}

async function work(count: number): Promise<void> {
  for (let n = 0; n < count; n += 1) {
    made += 1;
    const args = { paymentId: `p-${made}`, amount: 5, currency: "USD", reason: "requested" };
    const { status } = await product.submit({ tool: "refund_payment", args, run: `r-${made}`, step: "s" });
    expect(status).toBeLessThan(300);
  }
}

async function exported(): Promise<string> {
  made += 1;
  const path = file(`export-${made}.jsonl`);
  await sealed();
  expect(await interlock("audit", "export", path)).toMatchObject({ code: 0 });
  return path;
}

const verify = (path: string, ...more: string[]) =>
  interlock("audit", "verify", path, "--key", file("key.pem"), ...more);

/** As somebody with all rights on the database would; undone afterwards. */
async function tampered<T>(sql: string, values: unknown[], then: () => Promise<T>): Promise<T> {
  await database.query(
    "begin; set local session_replication_role = replica; create table kept as select * from journal; commit",
  );
  try {
    await database.query("set session_replication_role = replica");
    expect((await database.query(sql, values)).rowCount).toBe(1);
    return await then();
  } finally {
    await database.query("delete from journal where id not in (select id from kept) and type = 'forged'");
    await database.query(
      "insert into journal select * from kept on conflict (id) do update set data = excluded.data, follows = excluded.follows",
    );
    await database.query("set session_replication_role = origin; drop table kept");
  }
}

async function placed(offset: number): Promise<{ id: string; position: number }> {
  const { rows } = await database.query(`${SEALED_PLACES} order by position desc offset $1 limit 1`, [offset]);
  return rows[0];
}

test("an export verifies offline, and says up to which seal", async () => {
  await work(5);
  const path = await exported();
  const { code, out } = await verify(path);
  expect(code).toBe(0);
  expect(out).toMatch(/^[\d,]+ events in [\d,]+ seals are as they were sealed: seal 1 /);
  const { rows } = await database.query("select number::int, hash from audit_seals order by number");
  const known = rows.find(({ number, hash }) => out.includes(`${number}:${hash}`));
  expect(known).toBeDefined();
  expect(await verify(path, "--last-seal", `${known.number}:${known.hash}`)).toMatchObject({ code: 0 });
  const lines = readFileSync(path, "utf8").trimEnd().split("\n");
  const trailer = JSON.parse(lines.at(-1) ?? "");
  expect(trailer.trailer.events + trailer.trailer.seals + 2).toBe(lines.length);
});

test("that it was exported is on record, with its range, before anything was sent", async () => {
  const count = async () => (await asAdmin("GET", "/audit/events?type=audit.exported")).body["items"] as object[];
  const before = (await count()).length;
  const response = await fetch(`${product.url}/api/v1/audit/export`, {
    headers: { authorization: `Bearer ${product.operatorToken}` },
  });
  expect(await count()).toHaveLength(before + 1);
  await response.body?.cancel();
  expect((await count())[0]).toMatchObject({ actor: { kind: "operator" }, data: { from: null, firstSeal: 1 } });
});

describe("somebody with all rights on the database", () => {
  test("edits an event: it is named", async () => {
    await work(3);
    await sealed();
    const { id, position } = await placed(4);
    const sql = `update journal set data = '{"to": "cleared"}' where id = $1`;
    const { code, out } = await tampered(sql, [id], async () => verify(await exported()));
    expect(code).toBe(1);
    expect(out).toContain(`The event ${id} was changed: it is not what was sealed at position ${position}.`);
    expect(await verify(await exported())).toMatchObject({ code: 0 });
  });

  test("edits what followed in an event: the event is named", async () => {
    await work(1);
    await sealed();
    const { rows } = await database.query(
      `select p.id, p.position from (${SEALED_PLACES}) as p join journal j using (id) where j.follows is not null
       order by position desc limit 1`,
    );
    const [{ id, position }] = rows;
    const sql = `update journal set follows = replace(follows::text, '"to":"', '"to":"un')::json where id = $1`;
    const { code, out } = await tampered(sql, [id], async () => verify(await exported()));
    expect(code).toBe(1);
    expect(out).toContain(`The event ${id} was changed: it is not what was sealed at position ${position}.`);
    expect(await verify(await exported())).toMatchObject({ code: 0 });
  });

  test("edits what somebody said: the log shows that it is not what the event was recorded with", async () => {
    await asAdmin("POST", "/pause", { reason: "for a test" });
    await asAdmin("POST", "/resume");
    const read = async () => {
      const { body } = await asAdmin("GET", "/audit/events?type=everything.paused&limit=1");
      return (body["items"] as { id: string; details: unknown; detailsIntact: boolean | null }[])[0];
    };
    const [kept, said] = [await read(), "update journal set detail = $2 where id = $1"];
    expect(kept).toMatchObject({ details: { reason: "for a test" }, detailsIntact: true });
    await database.query(said, [kept?.id, JSON.stringify({ reason: "for no reason" })]);
    expect(await read()).toMatchObject({ details: { reason: "for no reason" }, detailsIntact: false });
    await database.query(said, [kept?.id, JSON.stringify({ reason: "for a test" })]);
    expect(await read()).toMatchObject({ detailsIntact: true });
    const resumed = (await asAdmin("GET", "/audit/events?type=everything.resumed&limit=1")).body["items"];
    expect(resumed).toMatchObject([{ details: null, detailsIntact: null }]);
  });

  test("edits it so that it has no canonical form: it is named all the same", async () => {
    const { id } = await placed(3);
    const sql = `update journal set data = '{"n": 1e999}' where id = $1`;
    const { out } = await tampered(sql, [id], async () => verify(await exported()));
    expect(out).toContain(`The event ${id} was changed`);
  });

  test("removes an event in the middle: its place is named", async () => {
    const { id, position } = await placed(3);
    const sql = "delete from journal where id = $1";
    const { code, out } = await tampered(sql, [id], async () => verify(await exported()));
    expect({ code, out }).toMatchObject({
      code: 1,
      out: expect.stringContaining(`The event at position ${position} was removed`),
    });
  });

  test("removes the last event", async () => {
    const path = await exported();
    const { id, position } = await placed(0);
    expect(readFileSync(path, "utf8")).toContain(id);
    const sql = "delete from journal where id = $1";
    const { out } = await tampered(sql, [id], async () => verify(await exported()));
    expect(out).toContain(`The event at position ${position} was removed`);
  });

  test("puts an event in and moves the others up: the one that does not belong is named", async () => {
    const { id } = await placed(2);
    const sql = `insert into journal (id, at, type, actor_kind, actor_id, txid) values ('evt_forged', now(), 'forged', 'system', 's', '3')`;
    const { out } = await tampered(sql, [], async () => {
      const swap = "update audit_seals set rows = array_replace(rows, $1, $2) where $1 = any(rows)";
      expect((await database.query(swap, [id, "evt_forged"])).rowCount).toBe(1);
      const told = await verify(await exportedUnsealed());
      await database.query(swap, ["evt_forged", id]);
      return told;
    });
    expect(out).toContain("The event evt_forged was changed: it is not what was sealed");
  });

  test("cuts off the end, seals and all: caught against the last published seal, and only so", async () => {
    await work(2);
    await sealed();
    const published = file("published.json");
    writeFileSync(published, (await interlock("audit", "seals", "--last")).out);
    const { number } = JSON.parse(readFileSync(published, "utf8"));
    // As it was before: a copy of the same export, without the last seals.
    const { rows } = await database.query("select sealed_at as at from audit_seals where number = $1", [number - 2]);
    const path = file("cut.jsonl");
    const to = rows[0].at.toISOString();
    expect(await interlock("audit", "export", path, "--to", to)).toMatchObject({ code: 0 });
    const alone = await verify(path);
    expect(alone.code).toBe(0);
    expect(alone.out).toContain("may have been cut off");
    const against = await verify(path, "--last-seal", published);
    expect(against.code).toBe(1);
    expect(against.out).toContain(`but seal ${number} was published: the end was cut off`);
  });
});

/** Without waiting for what was put in to be sealed. */
async function exportedUnsealed(): Promise<string> {
  made += 1;
  const path = file(`export-${made}.jsonl`);
  expect(await interlock("audit", "export", path)).toMatchObject({ code: 0 });
  return path;
}

test("a transaction that stays open across a seal: its event is in a later one, and the export verifies", async () => {
  const late = new pg.Client({ connectionString: product.databaseUrl });
  await late.connect();
  await late.query("begin isolation level repeatable read");
  await late.query("select 1 from journal limit 1");
  await work(2);
  await sealed();
  const before = await placed(0);
  await late.query(
    "insert into journal (id, at, type, actor_kind, actor_id) values ('evt_0late', now(), 'late', 'system', 's')",
  );
  await late.query("commit");
  await late.end();
  const placeOfLate = `select position from (${SEALED_PLACES}) as p where id = 'evt_0late'`;
  await expect.poll(async () => (await database.query(placeOfLate)).rows).toEqual([{ position: expect.any(Number) }]);
  const { rows } = await database.query(placeOfLate);
  expect(rows[0].position).toBeGreaterThan(before.position);
  expect(await verify(await exported())).toMatchObject({ code: 0 });
});

test("names of fields that an agent made up are not in the log, however long they are", async () => {
  await asAdmin("PUT", "/contracts/made_up_names", ledgerContract("made_up_names", { policy: [{ then: "hold" }] }));
  const named = (name: string) => ({ orderId: "o-1", amount: 1, [name]: 1 });
  for (const args of [named(`ann@example.com${"~".repeat(260_000)}`), named("bob@example.com")]) {
    const { status } = await product.submit({ tool: "made_up_names", args, run: "r", step: "s" });
    expect(status).toBe(202);
  }
  const path = await exported();
  const log = readFileSync(path, "utf8");
  expect(log).not.toMatch(/(ann|bob)@example\.com/);
  expect(log).toContain('"differs":[""],"differsCount":2');
  expect(await verify(path)).toMatchObject({ code: 0 });
});

test("an export of a stretch of time is whole by itself", async () => {
  await work(1);
  await sealed();
  const { rows } = await database.query(
    "select sealed_at as at, number::int from audit_seals order by number desc limit 2",
  );
  const path = file("stretch.jsonl");
  await interlock("audit", "export", path, "--from", rows[0].at.toISOString());
  const { code, out } = await verify(path);
  expect(code).toBe(0);
  expect(out).toContain(`What was before seal ${rows[0].number} is not in this file.`);
  const empty = file("empty.jsonl");
  await interlock("audit", "export", empty, "--to", "2020-01-01T00:00:00Z");
  expect(await verify(empty)).toMatchObject({ code: 0, out: expect.stringContaining("holds no events") });
});

describe("one event by itself", () => {
  test("is proven, and the proof is checked offline", async () => {
    await sealed();
    const { id } = await placed(5);
    const path = file("proof.json");
    expect(await interlock("audit", "prove", id, path)).toMatchObject({ code: 0 });
    const check = () => interlock("audit", "verify-proof", path, "--key", file("key.pem"));
    expect(await check()).toMatchObject({ code: 0, out: expect.stringContaining(`The event ${id} (`) });
    writeFileSync(path, readFileSync(path, "utf8").replace(/"type": "[^"]+"/, '"type": "intent.denied"'));
    expect(await check()).toMatchObject({ code: 1, out: expect.stringContaining("is not what was sealed") });
    writeFileSync(path, "{}");
    expect(await check()).toMatchObject({ code: 66, told: expect.stringContaining("is not a proof") });
  });

  test("that does not exist has none", async () => {
    const { code, told } = await interlock("audit", "prove", `evt_${"9".repeat(26)}`);
    expect({ code, told }).toEqual({ code: 1, told: "There is no such event. Check the id.\n" });
  });
});

describe("the command says what it needs", () => {
  test("no key: it refuses, and says why", async () => {
    const { code, told } = await interlock("audit", "verify", file("stretch.jsonl"));
    expect(code).toBe(64);
    expect(told).toContain("A key that comes with the file proves nothing");
  });

  test.each([
    ["no such file", ["audit", "verify", "nowhere.jsonl", "--key", "KEY"], "nowhere.jsonl cannot be read (ENOENT)."],
    ["no such key", ["audit", "verify", "nowhere.jsonl", "--key", "nokey.pem"], "nokey.pem cannot be read (ENOENT)."],
    [
      "a key that is none",
      ["audit", "verify", "x", "--key", "package.json"],
      "package.json holds no public Ed25519 key",
    ],
    ["no seal", ["audit", "verify", "x", "--key", "KEY", "--last-seal", "package.json"], "names no seal"],
    ["a directory", ["audit", "verify", ".", "--key", "KEY"], ". cannot be read (EISDIR)."],
    ["no file", ["audit", "verify", "--key", "KEY"], "Name one file"],
    ["an option nobody knows", ["audit", "export", "--form", "x"], "--help"],
    ["a file that is there", ["audit", "export", "package.json"], "package.json is there already"],
    ["a folder that is not", ["audit", "export", "nowhere/x.jsonl"], "nowhere/x.jsonl cannot be written (ENOENT)."],
    ["a time that is none", ["audit", "export", "--from", "yesterday"], "--from"],
  ])("%s", async (_what, words, said) => {
    const { code, told } = await interlock(...words.map((word) => (word === "KEY" ? file("key.pem") : word)));
    expect(code).not.toBe(0);
    expect(told).toContain(said);
  });

  test("a line without end is not read to its end", async () => {
    const path = file("long.jsonl");
    const [header] = readFileSync(file("stretch.jsonl"), "utf8").split("\n");
    writeFileSync(path, `${header}\n{"actor":"${"x".repeat(9_000_000)}`);
    expect(await verify(path)).toMatchObject({
      code: 1,
      out: expect.stringContaining("line 2: This line is longer than 4096 KiB"),
    });
  });
});

describe("who may", () => {
  test("a viewer reads and proves; to take the log away needs an approver; an agent may nothing", async () => {
    const person = await asAdmin("POST", "/operators", { email: "viewer@a.test", name: "V", role: "viewer" });
    const token = await asAdmin("POST", `/operators/${person.body["id"]}/tokens`, { name: "t" });
    const asViewer = callAs(product.url, String(token.body["token"]));
    const asAgent = callAs(product.url, product.agentKey);
    for (const path of ["/audit/events", "/audit/seals", "/audit/key"]) {
      expect((await asViewer("GET", path)).status).toBe(200);
      expect((await asAgent("GET", path)).status).toBe(403);
    }
    expect(await asViewer("GET", "/audit/export")).toMatchObject({ status: 403, body: { code: "role_required" } });
    expect((await asAgent("GET", "/audit/export")).status).toBe(403);
  });
});

describe("the list of events", () => {
  type Page = {
    items: { id: string; type: string; position: number | null; seal: number | null }[];
    nextCursor: string | null;
  };
  const list = async (query: string) => (await asAdmin("GET", `/audit/events?${query}`)).body as unknown as Page;

  async function all(query: string): Promise<Page["items"]> {
    const items: Page["items"] = [];
    let cursor = "";
    for (;;) {
      const page = await list(`${query}&limit=7${cursor}`);
      items.push(...page.items);
      if (page.nextCursor === null) return items;
      cursor = `&cursor=${page.nextCursor}`;
    }
  }

  test("newest first and by position, every event once, with its seal", async () => {
    await sealed();
    const { rows } = await database.query("select id from audit_events order by id desc");
    const newest = await all("order=newest");
    expect(newest.map(({ id }) => id)).toEqual(expect.arrayContaining(rows.map(({ id }) => id)));
    const byPosition = await all("order=position");
    expect(byPosition.map(({ position }) => position)).toEqual(byPosition.map((_, index) => index + 1));
    expect(byPosition.every(({ seal }) => seal !== null)).toBe(true);
  });

  test.each([
    ["type=contract.published", "type = 'contract.published'"],
    ["type=submission.recorded", "type = 'submission.recorded'"],
    ["subject=refund_payment", "subject = 'refund_payment'"],
    ["type=intent.opened&subject=refund_payment", "type = 'intent.opened' and subject = 'refund_payment'"],
  ])("%s", async (query, where) => {
    const { rows } = await database.query(`select id from audit_events where ${where} order by id desc`);
    expect(rows).not.toEqual([]);
    expect((await all(query)).map(({ id }) => id)).toEqual(rows.map(({ id }) => id));
  });

  test("by actor, by intent, and by time", async () => {
    const { rows } = await database.query(
      "select id, at, actor_id as actor, intent_id as intent from audit_events where type = 'submission.recorded' order by id",
    );
    const [first, second] = rows;
    expect((await all(`intent=${first.intent}`)).every(({ id }) => id >= first.id)).toBe(true);
    expect((await all(`actor=${first.actor}&type=submission.recorded`)).length).toBe(rows.length);
    const { rows: operators } = await database.query(
      "select actor_id as actor, count(*)::int as n from audit_events where actor_kind = 'operator' group by 1",
    );
    for (const { actor, n } of operators) expect((await all(`actor=${actor}`)).length).toBe(n);
    const between = await all(`from=${first.at.toISOString()}&to=${second.at.toISOString()}&type=submission.recorded`);
    expect(between.map(({ id }) => id)).toContain(first.id);
    expect(between.map(({ id }) => id)).not.toContain(second.id);
  });
});
