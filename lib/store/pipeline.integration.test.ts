import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "@/tests/support/database";
import { makePipeline } from "./pipeline";

let database: TestDatabase;
let pool: pg.Pool;

beforeAll(async () => {
  database = await createTestDatabase();
  pool = new pg.Pool({ connectionString: database.url, max: 1 });
  await pool.query("create table notes (id integer primary key, note text)");
});

afterAll(async () => {
  await pool.end();
  await database.drop();
});

/** On the one connection; every text has a name of its own. */
async function on<T>(work: (run: ReturnType<typeof makePipeline>["run"]) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  const names = new Map<string, string>();
  const nameOf = ({ sql }: { sql: string }) => {
    if (sql.startsWith("/*")) return "";
    const name = names.get(sql) ?? `test_${sql.length}_${sql.slice(0, 40).replace(/\W/g, "_")}`;
    names.set(sql, name);
    return name;
  };
  try {
    return await work(makePipeline(client, nameOf).run);
  } finally {
    client.release();
  }
}

const rowsOf = async (answer: Promise<{ rows: unknown[] }>) => (await answer).rows;
const ADD = "insert into notes values ($1, $2)";

test("Q1: what was before a failure is answered, and what was behind it was not run and fails as it did", async () => {
  await on(async (run) => {
    const answers = await Promise.allSettled([
      run("select $1::integer as one", [1]),
      run("select 1 / $1::integer as never", [0]),
      run(ADD, [1, "behind"]),
    ]);
    expect(answers).toMatchObject([
      { status: "fulfilled", value: { rows: [{ one: 1 }] } },
      { status: "rejected", reason: { code: "22012" } },
      { status: "rejected", reason: { code: "22012" } },
    ]);
    expect(await rowsOf(run("select * from notes where note = 'behind'", []))).toEqual([]);
  });
});

test("Q1: a value that cannot be written stops its own statement and those behind it, and the connection goes on", async () => {
  await on(async (run) => {
    const circle: unknown[] = [];
    circle.push({ circle });
    const before = run(ADD, [2, "before"]);
    const answers = await Promise.allSettled([before, run(ADD, [3, circle]), run(ADD, [4, "later"])]);
    expect(answers.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "rejected"]);
    expect(await rowsOf(run("select id from notes order by id", []))).toEqual([{ id: 2 }]);
  });
});

test("Q2: what comes while an answer is awaited is answered in the order of the calls", async () => {
  await on(async (run) => {
    const heard: unknown[] = [];
    const ask = (n: number) => run("select $1::integer as n", [n]).then(({ rows }) => heard.push(rows));
    const first = ask(1);
    await new Promise(setImmediate);
    await Promise.all([first, ask(2), ask(3)]);
    expect(heard).toEqual([[{ n: 1 }], [{ n: 2 }], [{ n: 3 }]]);
  });
});

test("Q3: a named statement is good again after it failed the first time, and after another use of the connection", async () => {
  const DIVIDE = "select 6 / $1::integer as part, null::text as nothing";
  await on(async (run) => {
    await expect(run(DIVIDE, [0])).rejects.toMatchObject({ code: "22012" });
    expect(await rowsOf(run(DIVIDE, [2]))).toEqual([{ part: 3, nothing: null }]);
  });
  await on(async (run) => expect(await rowsOf(run(DIVIDE, [3]))).toEqual([{ part: 2, nothing: null }]));
});

test("types arrive as the driver reads them, of named and of unnamed statements, and rows are counted", async () => {
  const TYPED =
    "select 1::bigint as big, '{\"a\":1}'::json as doc, '2026-01-02 03:04:05.678+00'::timestamptz as at, array['x'] as list";
  const typed = { big: "1", doc: { a: 1 }, at: new Date("2026-01-02T03:04:05.678Z"), list: ["x"] };
  await on(async (run) => {
    for (const sql of [TYPED, TYPED, `/* anew */ ${TYPED}`]) expect(await rowsOf(run(sql, []))).toEqual([typed]);
    expect(await run("update notes set note = 'all'", [])).toEqual({ rows: [], rowCount: 1 });
  });
});
