// The agents and operators of a product, made and looked at as its admin does it. Nothing is executed here.
import pg from "pg";
import { expect } from "vitest";
import { type CallAs, callAs } from "./call-as";
import { type Product, startProduct } from "./in-process";

export type Key = {
  id: string;
  hint: string;
  expiresAt: string | null;
  revokedAt: string | null;
  lastUsedAt: string | null;
};
type NewAgent = { id: string; key: string; keys: Key[] };
type Person = { id: string; email: string; token: string; tokenId: string; call: CallAs };

export const REFUND = { tool: "refund_payment", args: { paymentId: "p", amount: 5 }, run: "r", step: "s" };

export class People {
  private made = 0;

  private constructor(
    readonly product: Product,
    readonly database: pg.Client,
    readonly asAdmin: CallAs,
  ) {}

  static async open(): Promise<People> {
    const product = await startProduct({ worker: false });
    const database = new pg.Client({ connectionString: product.databaseUrl });
    await database.connect();
    return new People(product, database, callAs(product.url, product.operatorToken));
  }

  async close(): Promise<void> {
    await this.database.end();
    await this.product.close();
  }

  /** As whoever holds this key or token; null: nobody. */
  as(bearer: string | null): CallAs {
    return callAs(this.product.url, bearer);
  }

  async addAgent(more: Record<string, unknown> = {}): Promise<NewAgent> {
    this.made += 1;
    const answer = await this.asAdmin("POST", "/agents", { name: `agent ${this.made}`, ...more });
    expect(answer.status).toBe(201);
    return answer.body as NewAgent;
  }

  async keysOf(agentId: string): Promise<Key[]> {
    return (await this.asAdmin("GET", `/agents/${agentId}`)).body["keys"] as Key[];
  }

  /** What an agent with this key is answered when it reads. */
  async statusWith(key: string): Promise<number> {
    return (await this.as(key)("GET", "/intents")).status;
  }

  async submitWith(key: string, body: unknown = REFUND): Promise<number> {
    return (await this.as(key)("POST", "/intents", body)).status;
  }

  async addOperator(role: string, more: Record<string, unknown> = {}): Promise<Person> {
    this.made += 1;
    const named = { email: `p${this.made}@a.test`, name: `P${this.made}`, role, ...more };
    const answer = await this.asAdmin("POST", "/operators", named);
    expect(answer.status).toBe(201);
    const { id, email } = answer.body as { id: string; email: string };
    const { body } = await this.asAdmin("POST", `/operators/${id}/tokens`, { name: "test" });
    const token = String(body["token"]);
    return { id, email, token, tokenId: String(body["id"]), call: this.as(token) };
  }

  async signIn(email: string, password: string): Promise<{ status: number; cookie: string }> {
    const { status, headers } = await this.as(null)("POST", "/session", { email, password });
    return { status, cookie: (headers.get("set-cookie") ?? "").split(";")[0] ?? "" };
  }

  async sessionStatus(cookie: string): Promise<number> {
    return (await this.as(null)("GET", "/session", undefined, { cookie })).status;
  }

  async eventsAbout(subject: string): Promise<string[]> {
    const sql = "select type, actor_kind from audit_events where subject = $1 order by id";
    const { rows } = await this.database.query(sql, [subject]);
    return rows.map((row) => `${row.type} by ${row.actor_kind}`);
  }

  /** No event whose type begins like this can be recorded while the work goes on. */
  async withoutRecord<T>(prefix: string, work: () => Promise<T>): Promise<T> {
    await this.database.query(`create function no_record() returns trigger language plpgsql as
      $$ begin if new.type like '${prefix}%' then raise exception 'no record'; end if; return new; end $$`);
    await this.database.query(
      "create trigger no_record before insert on journal for each row execute function no_record()",
    );
    try {
      return await work();
    } finally {
      await this.database.query("drop trigger no_record on journal");
      await this.database.query("drop function no_record");
    }
  }
}
