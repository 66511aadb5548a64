/** Connections of the bare protocol's processes, each statement prepared once. */
import pg from "pg";

/** Every row is found by its key: a table that is still empty must not teach the planner otherwise. */
const PLANS = "-c enable_seqscan=off -c enable_hashjoin=off -c enable_mergejoin=off";

export function connectBare(databaseUrl: string, connectionsMax: number) {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: connectionsMax,
    application_name: "interlock-bench-bare",
    options: PLANS,
  });
  return {
    async run<Row extends pg.QueryResultRow>(name: string, text: string, values: unknown[]): Promise<Row[]> {
      return (await pool.query<Row>({ name, text, values })).rows;
    },
    close: () => pool.end(),
  };
}

/** A failed statement ends the process, and with it the benchmark: a baseline mends nothing. */
export function fail(error: unknown): never {
  console.error(error);
  process.exit(1);
}
