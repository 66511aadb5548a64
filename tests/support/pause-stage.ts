// A running product, the people who may and may not pause it, and ways to see that worker and sweeper have had a turn.
import pg from "pg";
import { expect } from "vitest";
import { type CallAs, callAs } from "./call-as";
import { type Answer, type Product, startProduct } from "./in-process";
import { setHold } from "./turn-clock";

export const TOOL = "/tools/refund_payment";
/** Clears by itself. */
export const SMALL = 20;
/** Waits for a person. */
export const LARGE = 80;

export class PauseStage {
  private made = 0;

  private constructor(
    readonly product: Product,
    readonly database: pg.Client,
    readonly asAdmin: CallAs,
    readonly asApprover: CallAs,
    readonly asViewer: CallAs,
    readonly asAgent: CallAs,
  ) {}

  static async open(): Promise<PauseStage> {
    const product = await startProduct();
    const database = new pg.Client({ connectionString: product.databaseUrl });
    await database.connect();
    const asAdmin = callAs(product.url, product.operatorToken);
    const addOperator = async (role: string) => {
      const { body } = await asAdmin("POST", "/operators", { email: `${role}@example.com`, name: `The ${role}`, role });
      const token = await asAdmin("POST", `/operators/${body["id"]}/tokens`, { name: "test" });
      return callAs(product.url, String(token.body["token"]));
    };
    const people = [await addOperator("approver"), await addOperator("viewer")] as const;
    return new PauseStage(product, database, asAdmin, ...people, callAs(product.url, product.agentKey));
  }

  async close(): Promise<void> {
    await this.database.end();
    await this.product.close();
  }

  async forgetPauses(): Promise<void> {
    await this.database.query("delete from pauses");
  }

  refund(amount: number) {
    this.made += 1;
    const { made } = this;
    return { tool: "refund_payment", args: { paymentId: `pay-${made}`, amount }, run: `run-${made}`, step: "refund" };
  }

  submit(amount: number): Promise<Answer> {
    return this.asAgent("POST", "/intents", this.refund(amount));
  }

  async pause(path = TOOL, reason = "The ledger misbehaves."): Promise<string> {
    const answer = await this.asApprover("POST", `${path}/pause`, { reason });
    expect(answer).toMatchObject({ status: 200, body: { paused: true } });
    return (answer.body["pause"] as { id: string }).id;
  }

  async resume(path = TOOL): Promise<void> {
    expect(await this.asApprover("POST", `${path}/resume`, {})).toMatchObject({ status: 200, body: { paused: false } });
  }

  read(answer: Answer, as = this.asAgent): Promise<Answer> {
    return as("GET", `/intents/${answer.body["id"]}`);
  }

  ended(answer: Answer): Promise<Answer> {
    return this.asAgent("GET", `/intents/${answer.body["id"]}`, undefined, { prefer: "wait=15" });
  }

  approve({ body: { id, argsDigest } }: Answer): Promise<Answer> {
    return this.asApprover("POST", `/intents/${id}/decisions`, { verdict: "approve", argsDigest });
  }

  async stored(answer: Answer): Promise<{ state: string; version: number; fence: number }> {
    const sql = "select state, version, fence from intents where id = $1";
    const { rows } = await this.database.query(sql, [answer.body["id"]]);
    return rows[0] as { state: string; version: number; fence: number };
  }

  /** How much longer than what is stored the hold is said to last. */
  async moreMinutes(answer: Answer): Promise<number> {
    const { expiresAt } = (await this.read(answer)).body["hold"] as { expiresAt: string };
    const sql = "select hold_expires_at as at from intents where id = $1";
    const { rows } = await this.database.query(sql, [answer.body["id"]]);
    return Math.round((Date.parse(expiresAt) - rows[0].at.getTime()) / 60_000);
  }

  /** The worker has looked for work since: something that is not paused went all the way through. */
  async workersHaveTurned(): Promise<void> {
    this.made += 1;
    const { made } = this;
    const lookUp = { tool: "lookup_payment", args: { paymentId: `pay-${made}` }, run: `run-${made}`, step: "look" };
    const answer = await this.asAgent("POST", "/intents", lookUp, { prefer: "wait=15" });
    expect(answer.body["endedAt"]).not.toBeNull();
  }

  /** The sweeper has looked for holds since: one that is really over has expired. */
  async sweeperHasTurned(): Promise<void> {
    this.made += 1;
    const args = { to: `a${this.made}@example.org`, about: this.made, subject: "s", body: "b" };
    const probe = await this.asAgent("POST", "/intents", { tool: "send_email", args, run: `run-${this.made}` });
    await setHold(this.database, String(probe.body["id"]), { since: -60, expires: -30 });
    expect((await this.ended(probe)).body["state"]).toBe("expired");
  }
}
