/**
 * Statements of one tick leave together and are answered together: each side writes once and is woken once. The driver's
 * own pipeline has the server answer after every statement.
 *
 * Q1  Of statements that leave together, those behind one that failed are not run, and fail with the same error.
 * Q2  What comes while an answer is awaited leaves when it is there, in the order of the calls.
 * Q3  A named statement is parsed, and its columns are asked for, once a connection: a plan whose columns would change is
 *     refused by Postgres.
 */
import pg, { type PoolClient, type Submittable } from "pg";

export type Answer = { rows: unknown[]; rowCount: number };
/** `copied`: what a `copy … from stdin` reads; it leaves behind its statement, whatever becomes of that. */
export type Pipeline = { run(sql: string, values: unknown[], copied?: string): Promise<Answer> };

type Statement = {
  name: string;
  sql: string;
  values: unknown[];
  copied: string | undefined;
  answer: Answer;
  columns: Columns | null;
  resolve: (answer: Answer) => void;
  reject: (error: unknown) => void;
};
type Columns = { names: string[]; parsers: ((text: string) => unknown)[]; empty: Record<string, null> };
type Field = { name: string; dataTypeID: number };
/** Of a connection, by name. Absent: it is not parsed there; null: it returns no rows. */
type Known = Map<string, Columns | null>;

/** As much of the driver's connection as is used here. */
type Wire = {
  stream: { cork(): void; uncork(): void };
  close(statement: { type: "S"; name: string }): void;
  parse(statement: { name: string; text: string }): void;
  bind(binding: { statement: string; values: unknown[]; valueMapper: (value: unknown) => unknown }): void;
  describe(portal: { type: "P" }): void;
  execute(): void;
  sendCopyFromChunk(chunk: Buffer): void;
  endCopyFrom(): void;
  sync(): void;
};

const knownOf = new WeakMap<PoolClient, Known>();
const { prepareValue } = (pg as unknown as { utils: { prepareValue: (value: unknown) => unknown } }).utils;

export function makePipeline(client: PoolClient, nameOf: (query: { sql: string }) => string): Pipeline {
  const known: Known = knownOf.get(client) ?? new Map();
  knownOf.set(client, known);
  let waiting: Statement[] = [];
  let isUnderWay = false;

  function send(): void {
    if (isUnderWay || waiting.length === 0) return;
    isUnderWay = true;
    const statements = waiting;
    waiting = [];
    const batch = makeBatch(statements, known, () => {
      isUnderWay = false;
      send();
    });
    client.query(batch as unknown as Submittable);
  }

  return {
    run: (sql, values, copied) =>
      new Promise((resolve, reject) => {
        if (waiting.length === 0) process.nextTick(send);
        const answer = { rows: [], rowCount: 0 };
        waiting.push({ name: nameOf({ sql }), sql, values, copied, answer, columns: null, resolve, reject });
      }),
  };
}

/** What the driver takes for a query: it calls these as the server's messages arrive. */
function makeBatch(statements: Statement[], known: Known, onEnd: () => void) {
  let at = 0;
  /** The driver cannot write one of them: neither it nor what comes behind it is sent. */
  let unsendable: { from: number; error: unknown } | null = null;
  const current = () => statements[at] as Statement;

  function end(failure: { from: number; error: unknown } | null): void {
    for (const [index, { resolve, reject, answer }] of statements.entries()) {
      if (failure !== null && index >= failure.from) reject(failure.error);
      else resolve(answer);
    }
    onEnd();
  }

  return {
    submit(wire: Wire): void {
      wire.stream.cork();
      for (const [index, statement] of statements.entries()) {
        try {
          write(wire, statement, known);
        } catch (error) {
          unsendable = { from: index, error };
          break;
        }
      }
      wire.sync();
      wire.stream.uncork();
    },
    handleRowDescription({ fields }: { fields: Field[] }): void {
      current().columns = toColumns(fields);
    },
    handleDataRow({ fields }: { fields: (string | null)[] }): void {
      const { answer, columns } = current();
      if (columns !== null) answer.rows.push(toRow(columns, fields));
    },
    handleCommandComplete({ text }: { text: string }): void {
      const { name, answer, columns } = current();
      answer.rowCount = Number(text.slice(text.lastIndexOf(" ") + 1)) || 0;
      if (name !== "") known.set(name, columns);
      at += 1;
    },
    /** The rows are on their way already. */
    handleCopyInResponse: () => undefined,
    handleReadyForQuery: () => end(unsendable),
    /** Q1; also told where the connection is gone. */
    handleError: (error: unknown) => end({ from: at, error }),
  };
}

/** Q3. Closed first: one that was parsed and then failed is there already. */
function write(wire: Wire, statement: Statement, known: Known): void {
  const { name, sql, values, copied } = statement;
  const columns = known.get(name);
  if (columns === undefined) {
    if (name !== "") wire.close({ type: "S", name });
    wire.parse({ name, text: sql });
  } else statement.columns = columns;
  wire.bind({ statement: name, values, valueMapper: prepareValue });
  if (columns === undefined) wire.describe({ type: "P" });
  wire.execute();
  if (copied === undefined) return;
  wire.sendCopyFromChunk(Buffer.from(copied));
  wire.endCopyFrom();
}

function toColumns(fields: Field[]): Columns {
  const names = fields.map(({ name }) => name);
  return {
    names,
    parsers: fields.map(({ dataTypeID }) => pg.types.getTypeParser(dataTypeID, "text")),
    empty: Object.fromEntries(names.map((name) => [name, null])),
  };
}

function toRow({ names, parsers, empty }: Columns, texts: (string | null)[]): Record<string, unknown> {
  const row: Record<string, unknown> = { ...empty };
  for (const [index, text] of texts.entries()) {
    if (text !== null) row[names[index] as string] = parsers[index]?.(text);
  }
  return row;
}
