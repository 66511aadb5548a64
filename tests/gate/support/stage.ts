// A product whose worker is the test itself: every state of an intent can be stood in for as long as it is looked at.
import { claimIntents } from "@/lib/application/claim-intents";
import { makeContractCatalog } from "@/lib/application/contract-catalog";
import { projectTurn } from "@/lib/application/history/project";
import type { Recorded } from "@/lib/application/intake/pending";
import { recordSubmissions } from "@/lib/application/intake/record-submissions";
import { prepareFresh } from "@/lib/application/prepare-pending";
import { settleAttempts } from "@/lib/application/settle-attempts";
import { sweepOnce } from "@/lib/application/sweep";
import type { Outcome } from "@/lib/domain/event";
import { makeIdSource } from "@/lib/domain/id";
import { findAgentByName, type StoredAgent } from "@/lib/store/agents";
import { type Database, openDatabase } from "@/lib/store/database";
import type { IntentRow } from "@/lib/store/intent-row";
import { findIntentRow } from "@/lib/store/intents";
import { SubmitBody } from "@/lib/wire/intent";
import { alignDue } from "../../support/align-due";
import { type CallAs, callAs } from "../../support/call-as";
import { type Answer, type Product, type ProductOptions, startProduct } from "../../support/in-process";
import { contract } from "./contract";

export type Body = Record<string, unknown>;

const CLAIM_TRIES_MAX = 500;

export class Stage {
  readonly newId = makeIdSource(Date.now);
  private readonly catalog;
  private readonly tools = new Map<string, Promise<string>>();
  private toolCount = 0;
  private thingCount = 0;

  private constructor(
    readonly product: Product,
    readonly db: Database,
  ) {
    this.catalog = makeContractCatalog(db);
  }

  static async open(options: ProductOptions = {}): Promise<Stage> {
    const product = await startProduct({ worker: false, ...options });
    return new Stage(product, openDatabase({ url: product.databaseUrl, connectionsMax: 2, name: "gate test" }));
  }

  async close(): Promise<void> {
    await this.db.close();
    await this.product.close();
  }

  /** As the worker's projector does. */
  async project(): Promise<void> {
    await projectTurn({ db: this.db, versionOf: this.catalog.versionOf }, { changesMax: 100_000, rebuilds: true });
  }

  /** A tool of its own, so that nothing of another test resembles it. */
  async tool(more: Body = {}): Promise<string> {
    this.toolCount += 1;
    const tool = `tool_${this.toolCount}`;
    await this.publish(tool, more);
    return tool;
  }

  /** One tool for all tests that want the same contract; each then asks for a thing of its own. */
  shared(more: Body = {}): Promise<string> {
    const name = JSON.stringify(more);
    const tool = this.tools.get(name) ?? this.tool(more);
    this.tools.set(name, tool);
    return tool;
  }

  thing(): string {
    this.thingCount += 1;
    return `thing-${this.thingCount}`;
  }

  async publish(tool: string, more: Body = {}): Promise<number> {
    const { status, body } = await this.product.asOperator("PUT", `/api/v1/contracts/${tool}`, contract(tool, more));
    if (status >= 300) throw new Error(`not published: ${JSON.stringify(body)}`);
    return body["version"] as number;
  }

  /** An agent of its own: how it calls, and its id. */
  async agent(more: Body = {}): Promise<{ id: string; call: CallAs }> {
    const name = `agent ${this.thing()}`;
    const { body } = await this.product.asOperator("POST", "/api/v1/agents", { name, ...more });
    return { id: String(body["id"]), call: callAs(this.product.url, String(body["key"])) };
  }

  /** Who submits and asks for explanations here. */
  async demoAgent(): Promise<StoredAgent> {
    const agent = await findAgentByName(this.db.client, "default", "demo-agent");
    if (agent === null) throw new Error("the demo's agent is gone");
    return agent;
  }

  async operator(role: string): Promise<CallAs> {
    const email = `${this.thing()}@people.test`;
    const { body } = await this.product.asOperator("POST", "/api/v1/operators", { email, name: email, role });
    const path = `/api/v1/operators/${body["id"]}/tokens`;
    const token = await this.product.asOperator("POST", path, { name: "test" });
    return callAs(this.product.url, String(token.body["token"]));
  }

  submit(body: Body, headers: Record<string, string> = {}): Promise<Answer> {
    return this.product.submit(body, headers);
  }

  /** All of them in one flush of intake, in this order. `callerKey` in a body stands for the header. */
  async flush(bodies: Body[]): Promise<Recorded[]> {
    const { db, newId, catalog } = this;
    const agent = await this.demoAgent();
    const pending = await Promise.all(
      bodies.map(({ callerKey = null, ...body }) => {
        const sent = { agent, keyHash: null, callerKey: callerKey as string | null, bytes: 0, unsafeNumbers: [] };
        return prepareFresh(catalog, { ...sent, body: SubmitBody.parse(body) });
      }),
    );
    return recordSubmissions({ db, newId, versionOf: catalog.versionOf }, pending);
  }

  explain(body: Body, headers: Record<string, string> = {}): Promise<Answer> {
    return this.product.asAgent("POST", "/api/v1/explain", body, headers);
  }

  explainAsOperator(body: Body, headers: Record<string, string> = {}): Promise<Answer> {
    return this.product.asOperator("POST", "/api/v1/explain", body, headers);
  }

  async read(id: unknown): Promise<Body> {
    return (await this.product.asOperator("GET", `/api/v1/intents/${id}`)).body;
  }

  async submissions(id: unknown): Promise<Body[]> {
    return (await this.product.asOperator("GET", `/api/v1/intents/${id}/submissions`)).body["items"] as Body[];
  }

  async row(id: unknown): Promise<IntentRow> {
    const row = await findIntentRow(this.db.client, String(id));
    if (row === null) throw new Error(`no intent ${id}`);
    return row;
  }

  decide(id: unknown, body: Body): Promise<Answer> {
    return this.product.asOperator("POST", `/api/v1/intents/${id}/decisions`, body);
  }

  /** Approves what would run now, or the submission that is named. */
  async approve(id: unknown, more: Body = {}): Promise<Answer> {
    const chosen = "submissionId" in more ? await this.submissions(id) : [];
    const { argsDigest } = chosen.find((one) => one["id"] === more["submissionId"]) ?? (await this.row(id));
    return this.decide(id, { verdict: "approve", argsDigest, ...more });
  }

  deny(id: unknown): Promise<Answer> {
    return this.decide(id, { verdict: "deny", reason: "not this one" });
  }

  /** What the verbs of a worker need. */
  get deps() {
    const { db, newId, catalog } = this;
    return { db, newId, catalog, termsOf: catalog.termsOf, workerId: "the test" };
  }

  async claim(id: unknown): Promise<void> {
    const { db, newId } = this;
    const onError = (error: unknown) => {
      throw error;
    };
    const deps = { db, newId, termsOf: this.catalog.termsOf, workerId: "the test", onError };
    for (let tries = 0; tries < CLAIM_TRIES_MAX; tries += 1) {
      if ((await claimIntents(deps, { ids: [String(id)], limit: 1, exceptTools: [] })).length === 1) return;
    }
    throw new Error(`could not claim ${id}`);
  }

  async settle(id: unknown, outcome: Outcome): Promise<void> {
    const { attemptId, fence } = await this.row(id);
    const deps = { db: this.db, newId: this.newId, termsOf: this.catalog.termsOf, workerId: "the test" };
    const settlement = { attemptId: attemptId ?? "", intentId: String(id), fence, outcome, exchange: null };
    const [result] = await settleAttempts({ ...deps, random: () => 0, announce: () => undefined }, [settlement]);
    if (result !== "settled") throw new Error(`not settled: ${id}`);
  }

  async run(id: unknown, outcome: Outcome): Promise<void> {
    await this.claim(id);
    await this.settle(id, outcome);
  }

  sweep(): Promise<number> {
    const { db, newId } = this;
    const fail = (error: unknown) => {
      throw error;
    };
    const deps = { db, newId, termsOf: this.catalog.termsOf, random: () => 0, announce: () => undefined };
    return sweepOnce({ ...deps, onError: fail });
  }

  sql<T = Body>(text: string, ...values: unknown[]): Promise<T[]> {
    return this.db.client.$queryRawUnsafe<T[]>(text, ...values);
  }

  /** The time to decide is over; nobody has marked it yet. */
  async outlastHold(id: unknown): Promise<void> {
    await this.sql(
      `update intents set hold_expires_at = now() - interval '1 second',
         hold = jsonb_set(hold::jsonb, '{expiresAt}', to_jsonb((extract(epoch from now()) * 1000 - 1000)::bigint))::json
       where id = $1`,
      String(id),
    );
    await alignDue((sql) => this.sql(sql));
  }

  /** As if it had ended so much earlier that its window is over. */
  async outlastWindow(id: unknown): Promise<void> {
    await this.sql(
      `update intents set ended_at = ended_at - (window_ends_at - ended_at), window_ends_at = ended_at where id = $1`,
      String(id),
    );
  }

  async count(table: string, where = "true", ...values: unknown[]): Promise<number> {
    const [row] = await this.sql<{ count: bigint }>(`select count(*) from ${table} where ${where}`, ...values);
    return Number(row?.count);
  }
}
