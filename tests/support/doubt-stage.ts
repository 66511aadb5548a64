// A running product whose ledger misbehaves on demand, people who may resolve, and what the ledger says about it.
import pg from "pg";
import { expect } from "vitest";
import { alignDue } from "./align-due";
import { type CallAs, callAs } from "./call-as";
import { type Answer, type Product, type ProductOptions, startProduct } from "./in-process";
import { type ContractText, ledgerContract } from "./ledger-contract";

type Body = Record<string, unknown>;
export type DoubtContract = { probe?: false | Body; execute?: Body } & ContractText;
export type Person = { name: string; call: CallAs };

const SOON_MS = 20_000;
const soon = { timeout: SOON_MS, interval: 25 };

export class DoubtStage {
  private made = 0;

  private constructor(
    readonly product: Product,
    readonly database: pg.Client,
    readonly asAdmin: CallAs,
  ) {}

  static async open(options: ProductOptions = {}): Promise<DoubtStage> {
    const product = await startProduct(options);
    const database = new pg.Client({ connectionString: product.databaseUrl });
    await database.connect();
    return new DoubtStage(product, database, callAs(product.url, product.operatorToken));
  }

  async close(): Promise<void> {
    await this.database.end();
    await this.product.close();
  }

  /** A tool of its own whose downstream ignores keys and can be asked about them. */
  async publish({ probe = {}, execute = {}, ...more }: DoubtContract = {}): Promise<string> {
    this.made += 1;
    const tool = `pay_${this.made}`;
    const contract = ledgerContract(tool, more);
    const asked = {
      url: `{+config.LEDGER_URL}/corpus/${tool}?key={key}`,
      headers: { authorization: "Bearer {secret.LEDGER_TOKEN}" },
      effectId: "/data/0/id",
      // As early as publishing allows: the ledger of tests has no network that could hold a request back.
      absentAfter: execute["timeout"] ?? "5s",
    };
    contract["execute"] = {
      ...(contract["execute"] as Body),
      timeout: "5s",
      ...(probe === false ? {} : { probe: { ...asked, ...probe } }),
      ...execute,
    };
    const answer = await this.asAdmin("PUT", `/contracts/${tool}`, contract);
    expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
    return tool;
  }

  order(tool: string, more: Body = {}): Body {
    this.made += 1;
    return { tool, args: { orderId: `order-${this.made}`, amount: 80 }, run: `run-${this.made}`, step: "pay", ...more };
  }

  submit(body: Body, waitSeconds = 20): Promise<Answer> {
    return this.product.submit(body, waitSeconds === 0 ? {} : { prefer: `wait=${waitSeconds}` });
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

  /** The effect happened and a 500 said nothing about it. Where there is a probe, the doubt may be over already. */
  async bringIntoDoubt(tool: string, body = this.order(tool), fault = "effect_then_500"): Promise<string> {
    await this.setFault(`/corpus/${tool}`, fault, { times: 1 });
    // Not awaited: that would wait for the first answer to a probe, too.
    const answer = await this.submit(body, 0);
    const id = String(answer.body["id"]);
    const settled = [{ outcome: "unknown", to: "in_doubt" }];
    await expect.poll(() => this.events(id, "intent.settle"), soon).toMatchObject(settled);
    return id;
  }

  async intent(id: string): Promise<Body> {
    return (await this.asAdmin("GET", `/intents/${id}`)).body;
  }

  async reaches(id: string, expected: Body): Promise<void> {
    await expect.poll(() => this.intent(id), soon).toMatchObject(expected);
  }

  async poll<T>(look: () => Promise<T>, expected: T): Promise<void> {
    await expect.poll(look, soon).toEqual(expected);
  }

  async keyOf(id: string): Promise<string> {
    return String((await this.intent(id))["key"]);
  }

  async effectsOf(id: string): Promise<{ id: string }[]> {
    return this.product.effects(await this.keyOf(id));
  }

  /** How often the ledger was asked, by method. */
  async askedAbout(id: string): Promise<{ posts: number; gets: number }> {
    const response = await fetch(`${this.product.ledgerUrl}/requests?key=${await this.keyOf(id)}`);
    const { data } = (await response.json()) as { data: { method: string }[] };
    const count = (method: string) => data.filter((request) => request.method === method).length;
    return { posts: count("POST"), gets: count("GET") };
  }

  /** The clock of the schedule, driven by hand. */
  async makeProbeDue(id: string): Promise<void> {
    await this.database.query(
      "update intents set probe_at = now() - interval '1 ms' where id = $1 and probe_at is not null",
      [id],
    );
    await alignDue((sql) => this.database.query(sql));
  }

  async events(id: string, type: string): Promise<Body[]> {
    const { body } = await this.asAdmin("GET", `/intents/${id}/events`);
    const items = body["items"] as { type: string; data: Body; details: Body | null; actor: Body }[];
    return items
      .filter((event) => event.type === type)
      .map(({ data, details, actor }) => ({ ...data, details, actor }));
  }

  async findings(id: string, kind: string): Promise<Body[]> {
    return (await this.asAdmin("GET", `/findings?intent=${id}&kind=${kind}`)).body["items"] as Body[];
  }

  async addPerson(role: string): Promise<Person> {
    this.made += 1;
    const name = `${role} ${this.made}`;
    const { body } = await this.asAdmin("POST", "/operators", { email: `p${this.made}@example.com`, name, role });
    const token = await this.asAdmin("POST", `/operators/${body["id"]}/tokens`, { name: "test" });
    return { name, call: callAs(this.product.url, String(token.body["token"])) };
  }
}
