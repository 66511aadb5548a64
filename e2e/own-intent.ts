// Intents of a story's own, in the states that the intent's page is about.
import { type BrowserContext, expect, type Page } from "@playwright/test";
import type { Demo } from "@/tests/support/launched-product";
import { type ContractText, ledgerContract } from "@/tests/support/ledger-contract";
import type { Agent } from "./fixtures";
import { asAdmin, callWith, newMark } from "./people";
import { NO_WAIT } from "./refund";

export type Order = { tool: string; args: Record<string, unknown>; run: string; step: string };

/** A payment to a downstream that honours no key; by default it waits for one person. `probe`: how it is asked. */
export async function makeOrder(
  demo: Demo,
  more: ContractText = {},
  probe: ContractText | null = null,
): Promise<Order> {
  const mark = newMark();
  const tool = `pay_${mark}`;
  const contract = ledgerContract(tool, { title: `Pay ${mark}`, policy: [{ then: "hold" }], ...more });
  if (probe !== null) contract["execute"] = { ...(contract["execute"] as ContractText), probe };
  await asAdmin(demo, "PUT", `/contracts/${tool}`, contract);
  return { tool, args: { orderId: `order-${mark}`, amount: 20 }, run: `run_${mark}`, step: "pay" };
}

/** For `makeOrder`: its amount is money. */
export const IN_DOLLARS: ContractText = {
  fields: {
    "/orderId": { role: "identity", as: "id" },
    "/amount": { role: "material", as: "money", code: "USD", unit: "major" },
    "/note": { role: "incidental" },
  },
};

/** The next call acts, and answers a 500. */
export async function breakDownstream(demo: Demo, { tool }: Order): Promise<void> {
  const fault = { route: `/corpus/${tool}`, kind: "effect_then_500", times: 1 };
  const answer = await fetch(`${demo.ledgerUrl}/faults`, {
    method: "PUT",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(fault),
  });
  expect(answer.ok).toBe(true);
  await answer.text();
}

/** Submits it, and gives back its id. */
export async function submitHeld(agent: Agent, order: Order): Promise<string> {
  const { body } = await agent.submit(order, NO_WAIT);
  expect(body.state).toBe("held");
  return String(body.id);
}

export async function openIntent(page: Page, id: string): Promise<void> {
  await page.goto(`/intents/${id}`);
  await expect(page.getByRole("list", { name: "Submissions" })).toBeVisible();
}

/** A page in a browser of its own, signed in as somebody new. */
export async function openAsSomebodyElse(
  context: BrowserContext,
  demo: Demo,
  role: "approver" | "admin",
): Promise<{ page: Page; name: string }> {
  const mark = newMark();
  const person = { email: `${mark}@people.test`, name: `Ann ${mark}`, password: crypto.randomUUID() };
  await asAdmin(demo, "POST", "/operators", { ...person, role });
  const page = await context.newPage();
  const { email, password } = person;
  expect((await page.request.post("/api/v1/session", { data: { email, password } })).status()).toBe(200);
  return { page, name: person.name };
}

/** A bearer token of somebody new. */
export async function tokenOfSomebodyElse(demo: Demo, role: "approver" | "admin"): Promise<string> {
  const mark = newMark();
  const { id } = await asAdmin(demo, "POST", "/operators", { email: `${mark}@people.test`, name: `Ann ${mark}`, role });
  return String((await asAdmin(demo, "POST", `/operators/${id}/tokens`, { name: "e2e" }))["token"]);
}

type Submission = { id: string; argsDigest: string };

/** Somebody approves another submission's args than those that would run. */
export async function chooseSubmission(demo: Demo, bearer: string, id: string, index: number): Promise<void> {
  const { items } = (await asAdmin(demo, "GET", `/intents/${id}/submissions`)) as unknown as { items: Submission[] };
  const chosen = items[index];
  const body = { verdict: "approve", argsDigest: chosen?.argsDigest, submissionId: chosen?.id };
  expect((await callWith(demo, bearer, "POST", `/intents/${id}/decisions`, body)).status).toBe(200);
}
