// A tool of a story's own: what it is told about and stopped by concerns nobody else.
import type { Page } from "@playwright/test";
import type { Demo } from "@/tests/support/launched-product";
import { type ContractText, ledgerContract } from "@/tests/support/ledger-contract";
import { expect } from "./fixtures";

export type OwnTool = { tool: string; title: string; path: string };

export async function publishOwnTool(demo: Demo, more: ContractText = {}): Promise<OwnTool> {
  const mark = crypto.randomUUID().slice(0, 8);
  const tool = `pay_bonus_${mark}`;
  const title = `Pay a bonus ${mark}`;
  await publishAgain(demo, tool, { title, ...more });
  return { tool, title, path: `/tools/${tool}` };
}

export async function publishAgain(demo: Demo, tool: string, more: ContractText): Promise<void> {
  const answer = await fetch(`${demo.url}/api/v1/contracts/${tool}`, {
    method: "PUT",
    headers: { authorization: `Bearer ${demo.operatorToken}`, "content-type": "application/json" },
    body: JSON.stringify(ledgerContract(tool, more)),
  });
  expect(answer.status).toBe(201);
}

/** How many intents of the tool are on record. */
export async function countIntents(demo: Demo, tool: string): Promise<number> {
  const headers = { authorization: `Bearer ${demo.operatorToken}` };
  const answer = await fetch(`${demo.url}/api/v1/intents?tool=${tool}`, { headers });
  return ((await answer.json()) as { items: unknown[] }).items.length;
}

/** Signs the page in as somebody new of this role. */
export async function signInAs(page: Page, demo: Demo, role: "viewer" | "approver" | "admin"): Promise<void> {
  const mark = crypto.randomUUID().slice(0, 8);
  const person = { email: `${mark}@people.test`, password: crypto.randomUUID() };
  const made = await fetch(`${demo.url}/api/v1/operators`, {
    method: "POST",
    headers: { authorization: `Bearer ${demo.operatorToken}`, "content-type": "application/json" },
    body: JSON.stringify({ ...person, name: `Somebody ${mark}`, role }),
  });
  expect(made.status).toBe(201);
  expect((await page.request.post("/api/v1/session", { data: person })).status()).toBe(200);
}
