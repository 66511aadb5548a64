// What every operator story needs: the running product's credentials, an agent, a page that is signed in.
import { test as base, expect, type Page } from "@playwright/test";
import { DEMO_VARIABLE } from "@/tests/support/e2e-product";
import type { Demo } from "@/tests/support/launched-product";

export { expect };

export interface Agent {
  /** POSTs an intent as the demo's agent. */
  submit(
    body: Record<string, unknown>,
    headers?: Record<string, string>,
  ): Promise<{ status: number; body: Record<string, unknown> }>;
}

interface Fixtures {
  demo: Demo;
  agent: Agent;
  signedInPage: Page;
}

export const test = base.extend<Fixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from this pattern
  demo: async ({}, use) => {
    const text = process.env[DEMO_VARIABLE];
    if (text === undefined) throw new Error("the product was not started: run through playwright.config.ts");
    await use(JSON.parse(text) as Demo);
  },

  baseURL: async ({ demo }, use) => use(demo.url),

  agent: async ({ demo }, use) => {
    await use({
      async submit(body, headers = {}) {
        const res = await fetch(`${demo.url}/api/v1/intents`, {
          method: "POST",
          headers: {
            authorization: `Bearer ${demo.agentKey}`,
            "content-type": "application/json",
            prefer: "wait=10",
            ...headers,
          },
          body: JSON.stringify(body),
        });
        return { status: res.status, body: (await res.json()) as Record<string, unknown> };
      },
    });
  },

  signedInPage: async ({ page, demo }, use) => {
    await page.goto("/");
    await page.getByLabel(/e-?mail/i).fill(demo.operator.email);
    await page.getByLabel(/password/i).fill(demo.operator.password);
    await page.getByRole("button", { name: /sign in/i }).click();
    await expect(page).not.toHaveURL(/sign-?in|login/);
    await use(page);
  },
});
