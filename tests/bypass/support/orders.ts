// Orders to act again, given as people give them.
import { expect } from "vitest";
import { ask } from "../../gate/support/contract";
import type { Body, Stage } from "../../gate/support/stage";
import { bring, type Reached } from "../../gate/support/states";
import type { CallAs } from "../../support/call-as";
import type { Answer } from "../../support/in-process";

/** One approver is enough. */
export const EASY = { bypass: { role: "approver", approvals: 1 } };
export const WHY = "The first one went to the wrong account.";

export function order(as: CallAs, id: unknown, more: Body = {}): Promise<Answer> {
  return as("POST", `/intents/${id}/bypass`, { reason: WHY, ...more });
}

/** An intent of its own in this state. */
export async function inState(stage: Stage, tool: string, state: Reached): Promise<{ id: string; body: Body }> {
  const body = ask(tool, stage.thing());
  return { id: await bring(stage, body, state), body };
}

export async function expectLinked(stage: Stage, id: unknown, successorId: unknown): Promise<void> {
  const [before, after] = [await stage.row(id), await stage.row(successorId)];
  expect(before.successorId).toBe(after.id);
  expect(after).toMatchObject({ predecessorId: id, generation: before.generation + 1, stem: before.stem });
  expect(after.key).not.toBe(before.key);
  expect((await stage.read(id))["links"]).toMatchObject({ successor: `/api/v1/intents/${successorId}` });
  expect((await stage.read(successorId))["links"]).toMatchObject({ predecessor: `/api/v1/intents/${id}` });
}

export async function eventTypes(stage: Stage, id: unknown): Promise<string[]> {
  const rows = await stage.sql<{ type: string }>("select type from audit_events where intent_id = $1 order by id", id);
  return rows.map(({ type }) => type);
}
