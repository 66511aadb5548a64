// Two web processes and a worker on one database, everybody calling at once, and what came of it.
import pg from "pg";
import { expect } from "vitest";
import { type Answer, type Product, startProduct } from "./in-process";
import type { ContractText } from "./ledger-contract";
import { startWebProcess, type WebProcess } from "./web-process";

export const STORM_SIZE = 200;
export const WAIT = { prefer: "wait=60" };

export type Kept = {
  disposition: string;
  refusal: string | null;
  args: { amount: number };
  differences: { pointer: string; role: string; old: unknown; new: unknown }[];
};
type KeptIntent = { id: string; submission_count: number; args: unknown };

export class TwoWebs {
  private constructor(
    readonly product: Product,
    readonly webs: [WebProcess, WebProcess],
    readonly database: pg.Client,
  ) {}

  static async open(): Promise<TwoWebs> {
    const product = await startProduct();
    const webs = await Promise.all([startWebProcess(product.env), startWebProcess(product.env)]);
    const database = new pg.Client({ connectionString: product.databaseUrl });
    await database.connect();
    return new TwoWebs(product, webs, database);
  }

  async close(): Promise<void> {
    await this.database.end();
    await Promise.all(this.webs.map((web) => web.stop()));
    await this.product.close();
  }

  async publish(contract: ContractText): Promise<void> {
    const { status, body } = await this.product.asOperator("PUT", `/api/v1/contracts/${contract["tool"]}`, contract);
    expect(body).toMatchObject({ tool: contract["tool"] });
    expect([200, 201]).toContain(status);
  }

  /** The turn says which of the two processes is asked. */
  webOf(turn: number): WebProcess {
    return this.webs[turn % 2 === 0 ? 0 : 1];
  }

  submit(turn: number, body: unknown, headers: Record<string, string> = WAIT): Promise<Answer> {
    return this.webOf(turn).as(this.product.agentKey)("POST", "/intents", body, headers);
  }

  storm(bodyOf: (turn: number) => unknown, headers?: Record<string, string>): Promise<Answer[]> {
    return Promise.all(Array.from({ length: STORM_SIZE }, (_, turn) => this.submit(turn, bodyOf(turn), headers)));
  }

  async effectsOf(orderId: string): Promise<Record<string, unknown>[]> {
    return (await this.product.effects()).map(({ body }) => body).filter((body) => body["orderId"] === orderId);
  }

  async submissionsOf(intentId: unknown): Promise<Kept[]> {
    const { rows } = await this.database.query<Kept>(
      "select disposition, refusal, args, differences from submissions where intent_id = $1 order by id",
      [intentId],
    );
    return rows;
  }

  async intentsOf(tool: string): Promise<KeptIntent[]> {
    const sql = "select id, submission_count, args from intents where tool = $1";
    return (await this.database.query<KeptIntent>(sql, [tool])).rows;
  }

  async countEvents(intentId: unknown, type: string): Promise<number> {
    const sql = "select count(*)::int as n from audit_events where intent_id = $1 and type = $2";
    return (await this.database.query<{ n: number }>(sql, [intentId, type])).rows[0]?.n ?? 0;
  }
}
