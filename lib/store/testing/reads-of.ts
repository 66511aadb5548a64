// What a list's own statement reads of a table, as Postgres counts it.
import type pg from "pg";
import { PLANNED_ANEW, type Tx } from "../database";

export type Reader = Pick<Tx, "$queryRawUnsafe">;
/** `blocks`: pages of the table and its indexes. */
export type Reads = { kinds: string[]; rows: number; blocks: number };

export type Plan = {
  "Node Type": string;
  "Relation Name"?: string;
  "Actual Rows": number;
  "Actual Loops": number;
  "Rows Removed by Filter"?: number;
  "Rows Removed by Index Recheck"?: number;
  "Shared Hit Blocks": number;
  "Shared Read Blocks": number;
  Plans?: Plan[];
};

/** Statements that it asks before (pauses) run as they are. */
export async function readsIn(
  client: pg.Client,
  table: string,
  list: (reader: Reader) => Promise<unknown>,
): Promise<Reads> {
  return toReads(await plansOf(client, `from ${table}`, list), table);
}

/** Of a statement that contains `part`: everything that its plan does. */
export async function plansOf(
  client: pg.Client,
  part: string,
  list: (reader: Reader) => Promise<unknown>,
): Promise<Plan[]> {
  const nodes: Plan[] = [];
  const $queryRawUnsafe = async (sql: string, ...values: unknown[]) => {
    if (!sql.includes(part)) return (await client.query(sql, values)).rows;
    collect(await explain(client, sql, values), nodes);
    return [];
  };
  await list({ $queryRawUnsafe } as Reader);
  return nodes;
}

export function toReads(nodes: Plan[], table: string): Reads {
  const scans = nodes.filter((node) => node["Relation Name"] === table);
  const sum = (of: (node: Plan) => number) => scans.reduce((total, node) => total + of(node), 0);
  return {
    kinds: scans.map((node) => node["Node Type"]),
    rows: sum(rowsOf),
    blocks: sum((node) => node["Shared Hit Blocks"] + node["Shared Read Blocks"]),
  };
}

async function explain(client: pg.Client, sql: string, values: unknown[]): Promise<Plan> {
  if (!sql.startsWith(PLANNED_ANEW)) return explainKept(client, sql, values);
  const { rows } = await client.query(`explain (analyze, buffers, format json) ${sql}`, values);
  return rows[0]["QUERY PLAN"][0].Plan as Plan;
}

/** As often as it takes Postgres to settle on a plan that it keeps, and for what is common: then for what is rare. */
async function explainKept(client: pg.Client, sql: string, values: unknown[]): Promise<Plan> {
  await client.query(`prepare listed as ${sql}`);
  const literals = values.map((value) => (value === null ? "null" : client.escapeLiteral(String(value))));
  const asked = `(${literals.join(", ")})`;
  const common = asked.replaceAll("rare_", "").replaceAll("agt_2", "agt_1");
  for (let turn = 0; turn < PLANNED_EACH_TIME; turn += 1) await client.query(`execute listed ${common}`);
  const { rows } = await client.query(`explain (analyze, buffers, format json) execute listed ${asked}`);
  await client.query("deallocate listed");
  return rows[0]["QUERY PLAN"][0].Plan as Plan;
}

const PLANNED_EACH_TIME = 8;

/** For values that cannot be written out: a plan made for them. */
export async function readsOnce(
  client: pg.Client,
  table: string,
  list: (reader: Reader) => Promise<unknown>,
): Promise<Reads> {
  const nodes: Plan[] = [];
  const $queryRawUnsafe = async (sql: string, ...values: unknown[]) => {
    collect(await explain(client, `${PLANNED_ANEW} ${sql}`, values), nodes);
    return [];
  };
  await list({ $queryRawUnsafe } as Reader);
  return toReads(nodes, table);
}

export function collect(plan: Plan, nodes: Plan[]): void {
  nodes.push(plan);
  for (const part of plan.Plans ?? []) collect(part, nodes);
}

export function rowsOf(node: Plan): number {
  const removed = (node["Rows Removed by Filter"] ?? 0) + (node["Rows Removed by Index Recheck"] ?? 0);
  return (node["Actual Rows"] + removed) * node["Actual Loops"];
}
