// What people and programs see of a store is the same before and after it was moved: answers, exports, seals, proofs.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { brotliDecompressSync } from "node:zlib";
import pg from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { proveEvent } from "@/lib/application/prove-event";
import { makeSealEvents } from "@/lib/application/seal-events";
import { checkProof } from "@/lib/domain/audit/inclusion-proof";
import { makeSealKey } from "@/lib/domain/audit/seal-key";
import { ExportVerifier, type Verified } from "@/lib/domain/audit/verify-export";
import { openDatabase } from "@/lib/store/database";
import { migrate } from "@/prisma/migrate";
import { createTestDatabase, type TestDatabase } from "../support/database";
import { type Answers, askStore } from "./ask-store";
import { FORMER_STORES, type FormerStore, fillFormerStore, makeFormerTemplate } from "./former-store";

const TELLS_THE_TIME = new Set(["waiting", "leftMs"]);

const KEY = makeSealKey("k".repeat(44));

let former: Awaited<ReturnType<typeof makeFormerTemplate>>;
let database: TestDatabase;

beforeAll(async () => {
  former = await makeFormerTemplate();
});
afterAll(() => former.drop());
beforeEach(async () => {
  database = await createTestDatabase({ source: former.name });
});
afterEach(() => database.drop());

/** What the release before answered, and its export. */
function answersBefore(store: FormerStore): Answers {
  const packed = readFileSync(join(import.meta.dirname, "stores", `${store}.answers.json.br`));
  return JSON.parse(brotliDecompressSync(packed).toString()) as Answers;
}

async function moved(
  store: FormerStore,
  before: (client: pg.Client) => Promise<unknown> = async () => null,
): Promise<void> {
  await fillFormerStore(database.url, store);
  await withClient(before);
  await migrate({ databaseUrl: database.url });
}

async function withClient<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** With the key that it was sealed with. */
function verify(lines: string[]): Verified {
  const verifier = new ExportVerifier({ keys: [KEY.publicKey], lastSeal: null });
  for (const line of lines) verifier.take(Buffer.from(line));
  return verifier.end();
}

/** All but the first and the last line, which tell of the export itself. */
const sealedLines = (lines: string[]) => lines.slice(1, -1);

/** Transactions of other tests on the same server hold the horizon back for a moment. */
async function sealAll(wanted: number): Promise<void> {
  const db = openDatabase({ url: database.url, connectionsMax: 1, name: "seals after a move" });
  try {
    const seal = makeSealEvents({ db, key: KEY, onStuck: () => undefined });
    let count = 0;
    const sealed = async () => {
      count += (await seal()).sealedCount;
      return count;
    };
    await expect.poll(sealed).toBe(wanted);
  } finally {
    await db.close();
  }
}

/** Of all rows: how many are in no seal, and how many in several. */
async function unsealed(): Promise<{ never: number; twice: number }> {
  const { rows } = await withClient((client) =>
    client.query(`select (count(*) filter (where seals = 0))::int as never, (count(*) filter (where seals > 1))::int as twice
      from (select (select count(*) from audit_seals s where j.id = any(s.rows)) as seals from journal j) as counted`),
  );
  return rows[0];
}

test.each(FORMER_STORES)("the store '%s': the API answers as before", async (store) => {
  await moved(store);
  expect(timeless((await askStore(database.url)).answers)).toEqual(timeless(answersBefore(store).answers));
});

test.each(["everything", "erased"] as const)(
  "the store '%s': exports of before and after verify, event by event the same",
  async (store) => {
    const before = answersBefore(store).exported;
    expect(verify(before).events).toBeGreaterThan(40);
    await moved(store);
    const after = (await askStore(database.url)).exported;
    expect(verify(after)).toEqual(verify(before));
    expect(sealedLines(after)).toEqual(sealedLines(before));
  },
);

test("every sealed event is proved under the id that it was sealed under", async () => {
  await moved("everything");
  const ids = sealedLines(answersBefore("everything").exported).flatMap(
    (line) => (JSON.parse(line) as { id?: string }).id ?? [],
  );
  expect(ids.length).toBeGreaterThan(40);
  const keys = new Map([[KEY.keyId, KEY.publicKey]]);
  const db = openDatabase({ url: database.url, connectionsMax: 1, name: "proofs after a move" });
  try {
    for (const id of ids) expect(checkProof(await proveEvent(db, id), keys), id).toBeNull();
  } finally {
    await db.close();
  }
});

test("what was not sealed yet is sealed afterwards, and nothing twice", async () => {
  await moved("everything");
  const before = await unsealed();
  expect(before.never).toBeGreaterThan(0);
  await sealAll(before.never);
  expect(await unsealed()).toEqual({ never: 0, twice: 0 });
  verify((await askStore(database.url)).exported);
});

test("a last seal that ended between two events of one transaction leaves nothing out", async () => {
  await moved("everything", async (client) => {
    // Between an operator's other args and the approval of them, whose number is the older one.
    const { rows } = await client.query<{ position: string }>(
      `select p.position from audit_positions p join audit_events e on e.id = p.event_id
       where e.type = 'submission.recorded' and e.actor_kind = 'operator' order by p.position limit 1`,
    );
    const last = Number(rows[0]?.position);
    await client.query("set session_replication_role = replica");
    await client.query("update audit_events set txid = '700'");
    await client.query("delete from audit_positions where position > $1", [last]);
    await client.query("delete from audit_seals where first_position > $1", [last]);
    await client.query(
      `update audit_seals set cluster = (select system_identifier::text from pg_control_system()), watermark = '700',
         watermark_id = (select event_id from audit_positions where position = $1), last_position = least(last_position, $1),
         leaves = substr(leaves, 1, 32 * (least(last_position, $1) - first_position + 1)::integer)`,
      [last],
    );
  });
  const { never } = await unsealed();
  await sealAll(never);
  expect(await unsealed()).toEqual({ never: 0, twice: 0 });
});

test("seals of several clusters stay, and the sealer goes on in this one", async () => {
  await moved("everything", async (client) => {
    await client.query("set session_replication_role = replica");
    await client.query("update audit_seals set cluster = 'another' where number < 4");
    await client.query(
      "update audit_seals set cluster = (select system_identifier::text from pg_control_system()) where number >= 4",
    );
  });
  const { never } = await unsealed();
  await sealAll(never);
  expect(await unsealed()).toEqual({ never: 0, twice: 0 });
});

/** Without what says how long something still waits: the stores were taken a while ago. */
function timeless(answers: unknown): unknown {
  return JSON.parse(JSON.stringify(answers, (name, value) => (TELLS_THE_TIME.has(name) ? undefined : value)));
}
