// What the stories of the inbox look at.
import { expect, type Locator, type Page } from "@playwright/test";
import type { Agent } from "./fixtures";
import { NO_WAIT } from "./refund";

type Body = Record<string, unknown>;

/** Submits them one after the other, so that they wait in this order; each must wait. */
export async function hold(agent: Agent, bodies: readonly Body[]): Promise<Body[]> {
  const held: Body[] = [];
  for (const body of bodies) {
    const answer = await agent.submit(body, NO_WAIT);
    expect(answer.body).toMatchObject({ state: "held" });
    held.push(answer.body);
  }
  return held;
}

/** The row that names this target. */
export function rowOf(page: Page, target: string): Locator {
  return page.getByRole("article").filter({ hasText: target });
}

/** Opens the inbox narrowed to one run, or to one target. */
export async function openInbox(page: Page, q: string): Promise<void> {
  await page.goto(`/?${new URLSearchParams({ q })}`);
  await expect(page.getByRole("heading", { name: "Inbox", level: 1 })).toBeVisible();
}
