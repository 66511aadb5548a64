// A tool of a story's own, with a contract that it may change as it likes.
import type { Demo } from "@/tests/support/launched-product";
import { expect } from "./fixtures";

export type LabTool = { tool: string; text: string; path: string };

/** Everything is held, so nothing runs. The key is of the run: the same thing in another run is another intent. */
export function labContract(tool: string, more = ""): string {
  return `# The contract of a story.
tool: ${tool}
title: Move ${tool}
effect: write_non_idempotent
value: low

args:
  type: object
  required: [id, amount]
  properties:
    id: { type: string }
    amount: { type: number }
fields:
  /id: { role: identity, as: id }
  /amount: { role: material, as: decimal }
key: { scope: run }
policy:
  - { name: ask a person, then: hold }
execute:
  connector: http
  request: { method: POST, url: "{+config.LEDGER_URL}/refunds" }
  effectId: /id
${more}`;
}

export async function publishLabTool(demo: Demo, more = ""): Promise<LabTool> {
  const tool = `lab_${crypto.randomUUID().slice(0, 8)}`;
  const text = labContract(tool, more);
  expect(await publishText(demo, tool, text)).toBe(201);
  return { tool, text, path: `/tools/${tool}/lab` };
}

export async function publishText(demo: Demo, tool: string, text: string): Promise<number> {
  const headers = { authorization: `Bearer ${demo.operatorToken}`, "content-type": "application/yaml" };
  const answer = await fetch(`${demo.url}/api/v1/contracts/${tool}`, { method: "PUT", headers, body: text });
  return answer.status;
}

export async function activeVersion(demo: Demo, tool: string): Promise<number> {
  const headers = { authorization: `Bearer ${demo.operatorToken}` };
  const answer = await fetch(`${demo.url}/api/v1/contracts/${tool}`, { headers });
  return ((await answer.json()) as { version: number }).version;
}

/** An admin with a password, to sign in as. */
export async function addAdmin(demo: Demo): Promise<{ name: string; email: string; password: string }> {
  const mark = crypto.randomUUID().slice(0, 8);
  const person = { name: `Ann ${mark}`, email: `${mark}@people.test`, password: crypto.randomUUID() };
  const headers = { authorization: `Bearer ${demo.operatorToken}`, "content-type": "application/json" };
  const body = JSON.stringify({ ...person, role: "admin" });
  expect((await fetch(`${demo.url}/api/v1/operators`, { method: "POST", headers, body })).status).toBe(201);
  return person;
}
