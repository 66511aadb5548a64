// One running service for all calls of the description: what was answered is counted at the end, over all of them.
import pg from "pg";
import { expect } from "vitest";
import { type Call, type Called, type DescribedCalls, describedCalls } from "../support/described-calls";
import { type Product, startProduct } from "../support/in-process";
import { type ContractText, ledgerContract } from "../support/ledger-contract";

export const INTENT = "/api/v1/intents/{id}";
export const WAIT = { prefer: "wait=20" };
export const idOf = ({ body }: Called) => String(body["id"]);

type Ask = { args?: Record<string, unknown>; headers?: Record<string, string>; [more: string]: unknown };

export class OpenApiStage {
  private made = 0;

  private constructor(
    readonly product: Product,
    readonly api: DescribedCalls,
  ) {}

  static async open(): Promise<OpenApiStage> {
    const product = await startProduct();
    return new OpenApiStage(product, await describedCalls(product.url, product));
  }

  close(): Promise<void> {
    return this.product.close();
  }

  fresh(prefix: string): string {
    this.made += 1;
    return `${prefix}${this.made}`;
  }

  async calls(status: number, name: string, sent: Call = {}): Promise<Called> {
    const answer = await this.api.call(name, sent);
    expect(`${name} ${answer.status} ${JSON.stringify(answer.body)}`).toContain(`${name} ${status} `);
    return answer;
  }

  async publish(more: ContractText = {}): Promise<string> {
    const tool = this.fresh("tool_");
    await this.calls(201, "PUT /api/v1/contracts/{tool}", { at: { tool }, body: ledgerContract(tool, more) });
    return tool;
  }

  submit(status: number, tool: string, { args, headers = {}, ...more }: Ask = {}): Promise<Called> {
    const asked = { args: { orderId: this.fresh("o"), amount: 5, ...args }, run: this.fresh("r"), step: "s" };
    return this.calls(status, "POST /api/v1/intents", { body: { tool, ...asked, ...more }, headers });
  }

  async onDatabase(sql: string, ...values: unknown[]): Promise<void> {
    const client = new pg.Client({ connectionString: this.product.databaseUrl });
    await client.connect();
    try {
      await client.query(sql, values);
    } finally {
      await client.end();
    }
  }
}
