// A running product, tools whose ledger can be listed, and statements about them. The ledger is the judge.
import pg from "pg";
import { expect } from "vitest";
import { makeIdSource } from "@/lib/domain/id";
import { projectPlainly } from "@/lib/store/testing/project-plainly";
import { alignEffects } from "../../support/align-due";
import { type CallAs, callAs } from "../../support/call-as";
import { type Answer, type Product, type ProductOptions, startProduct } from "../../support/in-process";
import { type ContractText, ledgerContract } from "../../support/ledger-contract";

export type Body = Record<string, unknown>;
export type Run = Body & { id: string; state: string; counts: Record<string, number>; warnings: string[] };
export type Paid = { id: string; key: string; effectId: string | null };

/** Longer ago than any margin at the end of a window. */
const AGED_MS = 600_000;
const HOUR_MS = 3_600_000;
const OVER = ["finished", "failed", "stopped"];

const PAY = {
  type: "object",
  required: ["orderId", "amount"],
  properties: {
    orderId: { type: "string" },
    amount: { type: ["number", "string"] },
    currency: { type: "string", default: "USD" },
  },
};
const FIELDS = {
  "/orderId": { role: "identity", as: "id" },
  "/amount": { role: "material", as: "money", currency: "/currency", unit: "major" },
};

export class ReconcileStage {
  private made = 0;
  private readonly oldId = makeIdSource(() => Date.now() - AGED_MS);

  private constructor(
    readonly product: Product,
    readonly database: pg.Client,
    readonly asAdmin: CallAs,
  ) {}

  static async open(options: ProductOptions = {}): Promise<ReconcileStage> {
    const product = await startProduct(options);
    const database = new pg.Client({ connectionString: product.databaseUrl });
    await database.connect();
    return new ReconcileStage(product, database, callAs(product.url, product.operatorToken));
  }

  async close(): Promise<void> {
    await this.database.end();
    await this.product.close();
  }

  listOf(tool: string, more: Body = {}): Body {
    return {
      url: `{+config.LEDGER_URL}/corpus/${tool}{?from,to,cursor}`,
      headers: { authorization: "Bearer {secret.LEDGER_TOKEN}" },
      items: "/data",
      effectId: "/id",
      key: "/idempotencyKey",
      amount: "/amount",
      currency: "/currency",
      at: "/createdAt",
      next: { cursor: "/nextCursor" },
      ...more,
    };
  }

  probeOf(tool: string): Body {
    const headers = { authorization: "Bearer {secret.LEDGER_TOKEN}" };
    return {
      url: `{+config.LEDGER_URL}/corpus/${tool}?key={key}`,
      headers,
      effectId: "/data/0/id",
      absentAfter: "5s",
    };
  }

  async publish({ list, probe, ...more }: { list?: false | Body; probe?: true } & ContractText = {}): Promise<string> {
    this.made += 1;
    const tool = `pay_${this.made}`;
    const contract = ledgerContract(tool, { args: PAY, fields: FIELDS, ...more });
    contract["execute"] = {
      ...(contract["execute"] as Body),
      timeout: "5s",
      retries: { max: 0 },
      ...(list === false ? {} : { list: this.listOf(tool, list) }),
      ...(probe === undefined ? {} : { probe: this.probeOf(tool) }),
    };
    const answer = await this.asAdmin("PUT", `/contracts/${tool}`, contract);
    expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
    return tool;
  }

  /** Paid through the gate, as its agent does it. */
  async pay(tool: string, args: Body = {}, headers: Record<string, string> = { prefer: "wait=20" }): Promise<Paid> {
    this.made += 1;
    const body = { tool, args: { orderId: `o${this.made}`, amount: 80, ...args }, run: `r${this.made}`, step: "s" };
    const answer = await this.product.submit(body, headers);
    expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
    return this.paid(String(answer.body["id"]));
  }

  async paid(id: string): Promise<Paid> {
    const { rows } = await this.database.query(
      "select id, encode(key, 'hex') as key, effect_id from intents where id = $1",
      [id],
    );
    return { id, key: rows[0].key, effectId: rows[0].effect_id };
  }

  /** As if it had been submitted and had ended a while ago. */
  async age(paid: Paid): Promise<Paid> {
    const id = this.oldId("int");
    const ago = `- interval '${AGED_MS} milliseconds'`;
    await this.database.query(
      `update intents set id = $2, created_at = created_at ${ago}, first_started_at = first_started_at ${ago},
         last_ended_at = last_ended_at ${ago}, ended_at = ended_at ${ago}, doubt_since = doubt_since ${ago} where id = $1`,
      [paid.id, id],
    );
    await alignEffects((sql) => this.database.query(sql));
    await projectPlainly(this.database);
    return { ...paid, id };
  }

  async payAged(tool: string, args: Body = {}): Promise<Paid> {
    return this.age(await this.pay(tool, args));
  }

  /** An effect of which we know nothing. */
  async actBehindOurBack(
    tool: string,
    key: string | null,
    body: Body = { amount: 80, currency: "USD" },
  ): Promise<string> {
    const response = await fetch(`${this.product.ledgerUrl}/corpus/${tool}`, {
      method: "POST",
      headers: {
        authorization: "Bearer ledger-token-for-tests",
        "content-type": "application/json",
        ...(key === null ? {} : { "idempotency-key": key }),
      },
      body: JSON.stringify(body),
    });
    return String(((await response.json()) as Body)["id"]);
  }

  async setFault(route: string, kind: string, more: Body = {}): Promise<void> {
    const response = await fetch(`${this.product.ledgerUrl}/faults`, {
      method: "PUT",
      headers: { "content-type": "application/json", connection: "close" },
      body: JSON.stringify({ route, kind, ...more }),
    });
    expect(response.status).toBe(200);
    await response.text();
  }

  async clearFaults(): Promise<void> {
    await (await fetch(`${this.product.ledgerUrl}/faults`, { method: "DELETE" })).text();
  }

  window(): { from: string; to: string } {
    return { from: new Date(Date.now() - HOUR_MS).toISOString(), to: new Date(Date.now() + HOUR_MS).toISOString() };
  }

  start(body: Body): Promise<Answer> {
    return this.asAdmin("POST", "/reconciliations", { ...this.window(), ...body });
  }

  async upload(tool: string, statement: string, more: Body = {}, type = "text/csv"): Promise<Answer> {
    const query = new URLSearchParams({ tool, ...this.window(), ...more });
    return this.asAdmin("POST", `/reconciliations?${query}`, statement, { "content-type": type });
  }

  async ended(answer: Answer | string): Promise<Run> {
    if (typeof answer !== "string") expect(answer.status, JSON.stringify(answer.body)).toBe(202);
    const id = typeof answer === "string" ? answer : String(answer.body["id"]);
    const look = async () => (await this.asAdmin("GET", `/reconciliations/${id}`)).body as Run;
    await expect.poll(async () => OVER.includes((await look()).state), { timeout: 25_000, interval: 25 }).toBe(true);
    return look();
  }

  async findings(query: string): Promise<Body[]> {
    return (await this.asAdmin("GET", `/findings?limit=200&${query}`)).body["items"] as Body[];
  }

  /** By kind, of which intent. */
  async foundIn(run: Run): Promise<Record<string, unknown[]>> {
    const found: Record<string, unknown[]> = {};
    for (const { kind, intentId } of await this.findings(`reconciliation=${run.id}`)) {
      found[String(kind)] = [...(found[String(kind)] ?? []), intentId];
    }
    return found;
  }

  async events(type: string): Promise<Body[]> {
    const { rows } = await this.database.query("select * from audit_events where type = $1 order by id", [type]);
    return rows;
  }

  async addPerson(role: string): Promise<CallAs> {
    this.made += 1;
    const { body } = await this.asAdmin("POST", "/operators", {
      email: `p${this.made}@example.com`,
      name: `P${this.made}`,
      role,
    });
    const token = await this.asAdmin("POST", `/operators/${body["id"]}/tokens`, { name: "test" });
    return callAs(this.product.url, String(token.body["token"]));
  }
}
