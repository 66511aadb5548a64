// A product without a worker, and standing approvals that its admin gives.
import { expect } from "vitest";
import { type Database, openDatabase } from "@/lib/store/database";
import { type Answer, type Product, startProduct } from "./in-process";

export const GRANTS = "/api/v1/grants";
const DAY_MS = 86_400_000;

export const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString();

/** What is allowed when a test does not say otherwise. */
export const small = () => ({
  tool: "refund_payment",
  where: { "/amount": { lte: 50 }, "/currency": { eq: "usd" } },
  expiresAt: inDays(7),
});

export class GrantStage {
  private constructor(
    readonly product: Product,
    readonly db: Database,
    readonly agentId: string,
  ) {}

  static async open(): Promise<GrantStage> {
    const product = await startProduct({ worker: false });
    const db = openDatabase({ url: product.databaseUrl, connectionsMax: 1, name: "grants test" });
    return new GrantStage(product, db, (await db.client.agent.findFirstOrThrow()).id);
  }

  async close(): Promise<void> {
    await this.db.close();
    await this.product.close();
  }

  create(body: unknown): Promise<Answer> {
    return this.product.asOperator("POST", GRANTS, body);
  }

  async made(more: Record<string, unknown> = {}): Promise<Record<string, unknown> & { id: string }> {
    const { status, body } = await this.create({ ...small(), ...more });
    expect({ status, body }).toMatchObject({ status: 201 });
    return body as Record<string, unknown> & { id: string };
  }

  read(path: string): Promise<Answer> {
    return this.product.asOperator("GET", `${GRANTS}${path}`);
  }

  revoke(id: string): Promise<Answer> {
    return this.product.asOperator("DELETE", `${GRANTS}/${id}`);
  }

  events(subject: unknown) {
    return this.db.client.journalRow.findMany({ where: { subject: String(subject) }, orderBy: { id: "asc" } });
  }
}
