// Agents and operators of a story's own, made as the demo's admin.
import type { Demo } from "@/tests/support/launched-product";
import { expect } from "./fixtures";

type Answer = Record<string, unknown> & { id: string };

export const newMark = () => crypto.randomUUID().slice(0, 8);

/** As whoever holds this key or token. */
export async function callWith(
  demo: Demo,
  bearer: string,
  method: string,
  path: string,
  body?: unknown,
): Promise<{ status: number; body: Answer }> {
  const answer = await fetch(`${demo.url}/api/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${bearer}`, "content-type": "application/json" },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  const text = await answer.text();
  return { status: answer.status, body: (text === "" ? {} : JSON.parse(text)) as Answer };
}

/** What is there afterwards; a refusal fails the story. */
export async function asAdmin(demo: Demo, method: string, path: string, body?: unknown): Promise<Answer> {
  const answer = await callWith(demo, demo.operatorToken, method, path, body);
  expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
  return answer.body;
}

export type OwnAgent = { id: string; name: string; key: string };

export async function makeAgent(demo: Demo, more: Record<string, unknown> = {}): Promise<OwnAgent> {
  const name = `agent ${newMark()}`;
  const { id, key } = await asAdmin(demo, "POST", "/agents", { name, ...more });
  return { id, name, key: String(key) };
}

export type OwnOperator = { id: string; name: string; email: string };

export async function makeOperator(demo: Demo, role: string, more: Record<string, unknown> = {}): Promise<OwnOperator> {
  const mark = newMark();
  const person = { email: `${mark}@people.test`, name: `Somebody ${mark}` };
  const { id } = await asAdmin(demo, "POST", "/operators", { ...person, role, ...more });
  return { id, ...person };
}
