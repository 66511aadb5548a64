// A product whose contracts take several people, and those people.
import pg from "pg";
import { expect } from "vitest";
import { toolLock } from "@/lib/store/locks";
import type { ProposalDto } from "@/lib/wire/proposal";
import { contract } from "../../gate/support/contract";
import { type Body, Stage } from "../../gate/support/stage";
import { type CallAs, callAs } from "../../support/call-as";
import type { Answer } from "../../support/in-process";

export type Person = { id: string; name: string; call: CallAs };

export class Publishing {
  private count = 0;

  private constructor(
    readonly stage: Stage,
    readonly admins: [Person, Person, Person, Person],
    readonly approver: Person,
  ) {}

  static async open(): Promise<Publishing> {
    const stage = await Stage.open();
    const admin = () => addPerson(stage, "admin");
    const admins: Publishing["admins"] = [await admin(), await admin(), await admin(), await admin()];
    return new Publishing(stage, admins, await addPerson(stage, "approver"));
  }

  close(): Promise<void> {
    return this.stage.close();
  }

  addPerson(role: string): Promise<Person> {
    return addPerson(this.stage, role);
  }

  /** A tool whose version 1 asks for this many people. */
  async tool(publish: Body = { approvals: 2 }): Promise<string> {
    this.count += 1;
    const tool = `shared_${this.count}`;
    await this.stage.publish(tool, { publish });
    return tool;
  }

  put(as: Person, tool: string, more: Body, query = ""): Promise<Answer> {
    return as.call("PUT", `/contracts/${tool}${query}`, contract(tool, more));
  }

  async propose(as: Person, tool: string, more: Body = { undo: "5m" }): Promise<ProposalDto> {
    const answer = await this.put(as, tool, more);
    expect(answer.status).toBe(202);
    return (answer.body as { proposal: ProposalDto }).proposal;
  }

  confirm(as: Person, { tool, id, digest }: Pick<ProposalDto, "tool" | "id" | "digest">): Promise<Answer> {
    return as.call("POST", `/contracts/${tool}/proposals/${id}/confirm`, { digest });
  }

  withdraw(as: Person, { tool, id }: ProposalDto): Promise<Answer> {
    return as.call("DELETE", `/contracts/${tool}/proposals/${id}`);
  }

  async read(tool: string): Promise<{ version: number; proposal: ProposalDto | null; definition: Body }> {
    const { body } = await this.stage.product.asOperator("GET", `/api/v1/contracts/${tool}`);
    return body as Awaited<ReturnType<Publishing["read"]>>;
  }

  async events(tool: string): Promise<{ type: string; actor: string; data: Body }[]> {
    return this.stage.sql(
      "select type, actor_id as actor, data from audit_events where subject = $1 order by id",
      tool,
    ) as Promise<{ type: string; actor: string; data: Body }[]>;
  }

  async eventTypes(tool: string): Promise<string[]> {
    return (await this.events(tool)).map(({ type }) => type);
  }

  /**
   * Starts these one after the other while somebody else has the tool's lock, so that they get it in this order;
   * `meanwhile` happens when all of them wait.
   */
  async inOrder<T>(tool: string, calls: (() => Promise<T>)[], meanwhile?: () => Promise<unknown>): Promise<T[]> {
    const blocker = new pg.Client({ connectionString: this.stage.product.databaseUrl });
    await blocker.connect();
    const waiting = async () => {
      const sql = "select 1 from pg_stat_activity where datname = current_database() and wait_event = 'advisory'";
      return (await blocker.query(sql)).rowCount;
    };
    try {
      await blocker.query("select pg_advisory_lock($1)", [String(toolLock(tool))]);
      const started: Promise<T>[] = [];
      for (const call of calls) {
        started.push(call());
        await expect.poll(waiting, { interval: 20, timeout: 10_000 }).toBe(started.length);
      }
      await meanwhile?.();
      await blocker.query("select pg_advisory_unlock($1)", [String(toolLock(tool))]);
      return await Promise.all(started);
    } finally {
      await blocker.end();
    }
  }
}

async function addPerson(stage: Stage, role: string): Promise<Person> {
  const name = `Person ${stage.thing()}`;
  const email = `${name.replace(" ", ".")}@people.test`;
  const { body } = await stage.product.asOperator("POST", "/api/v1/operators", { email, name, role });
  const id = String(body["id"]);
  const { body: made } = await stage.product.asOperator("POST", `/api/v1/operators/${id}/tokens`, { name: "test" });
  return { id, name, call: callAs(stage.product.url, String(made["token"])) };
}
