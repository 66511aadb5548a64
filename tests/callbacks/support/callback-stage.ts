// A product whose worker is the test, two endpoints of agents, and the loops that deliver to them.

import { expect } from "vitest";
import { makeContractCatalog } from "@/lib/application/contract-catalog";
import { makeIdSource } from "@/lib/domain/id";
import { startCallbacks } from "@/workers/callbacks";
import type { Loop } from "@/workers/loop";
import { ask } from "../../gate/support/contract";
import { type Body, Stage } from "../../gate/support/stage";
import { type CallAs, callAs } from "../../support/call-as";
import { Receiver } from "./receiver";

export type Asker = { id: string; secret: string; call: CallAs };
export const PATIENT = { timeout: 15_000 };

export class CallbackStage {
  readonly errors: unknown[] = [];
  private made = 0;
  private loops: Pick<Loop, "stop">[] = [];

  private constructor(
    readonly stage: Stage,
    readonly receiver: Receiver,
    readonly other: Receiver,
  ) {}

  static async open(): Promise<CallbackStage> {
    const [receiver, other] = [await Receiver.open(), await Receiver.open()];
    const stage = await Stage.open({ env: { INTERLOCK_CALLBACKS: `${receiver.origin}, ${other.origin}` } });
    return new CallbackStage(stage, receiver, other);
  }

  async close(): Promise<void> {
    this.receiver.hangUp();
    this.other.hangUp();
    await this.stopDelivering();
    await this.stage.close();
    await Promise.all([this.receiver.close(), this.other.close()]);
  }

  deliver(callbacks = [this.receiver.origin, this.other.origin], key = "k".repeat(44)): void {
    const { db } = this.stage;
    const onError = (error: unknown) => this.errors.push(error);
    const deps = { db, newId: makeIdSource(Date.now), workerId: "the test", random: () => 0, onError };
    this.loops.push(
      startCallbacks({ callbacks, callbacksPrivate: [], key }, { ...deps, catalog: makeContractCatalog(db) }),
    );
  }

  async stopDelivering(): Promise<void> {
    await Promise.all(this.loops.map((loop) => loop.stop()));
    this.loops = [];
  }

  async agent(): Promise<Asker> {
    const name = `agent ${this.stage.thing()}`;
    const { body } = await this.stage.product.asOperator("POST", "/api/v1/agents", { name });
    const call = callAs(this.stage.product.url, String(body["key"]));
    return { id: String(body["id"]), secret: String(body["webhookSecret"]), call };
  }

  path(): string {
    this.made += 1;
    return `/hook-${this.made}`;
  }

  async body(more: Body = {}, args: Body = {}): Promise<Body> {
    return { ...ask(await this.stage.shared({ undo: undefined }), this.stage.thing(), args), ...more };
  }

  /** Submitted with a callback, not yet ended. */
  async asked(agent: Asker, path: string, args: Body = {}, at = this.receiver): Promise<string> {
    const { body } = await agent.call(
      "POST",
      "/intents",
      await this.body({ callbackUrl: `${at.origin}${path}` }, args),
    );
    return String(body["id"]);
  }

  async succeeded(agent: Asker, path: string, at = this.receiver): Promise<string> {
    const id = await this.asked(agent, path, {}, at);
    await this.stage.run(id, { class: "success", effectId: `fx_${id}`, result: { said: "done" } });
    return id;
  }

  async stored(intentId: string): Promise<Body[]> {
    return this.stage.sql("select * from callbacks where intent_id = $1 order by created_at, id", intentId);
  }

  /** The row has been tried so often, and nobody has it under way. */
  async tried(intentId: string, count: number): Promise<Body> {
    return expect
      .poll(() => this.lastFailed(intentId, count), PATIENT)
      .not.toBeNull()
      .then(() => this.only(intentId));
  }

  async dueNow(intentId: string): Promise<void> {
    await this.stage.sql(
      "update callbacks set due_at = now() - interval '1 ms' where intent_id = $1 and due_at is not null",
      intentId,
    );
  }

  async only(intentId: string): Promise<Body> {
    const rows = await this.stored(intentId);
    expect(rows).toHaveLength(1);
    return rows[0] as Body;
  }

  private async lastFailed(intentId: string, count: number): Promise<unknown> {
    const [row] = await this.stored(intentId);
    return row?.["attempt_count"] === count ? row["last_error"] : null;
  }
}
