// What every operator story needs: the running product's credentials, an agent, a page that is signed in.
import { type BrowserContext, test as base, expect, type Page } from "@playwright/test";
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
  agent: Agent;
  /** A page of its own, in the session that the stories of one worker share: none of them may sign out. */
  signedInPage: Page;
}

interface SharedFixtures {
  demo: Demo;
  session: Cookies;
}

type Cookies = Awaited<ReturnType<BrowserContext["cookies"]>>;

export const test = base.extend<Fixtures, SharedFixtures>({
  demo: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from this pattern
    async ({}, use) => {
      const text = process.env[DEMO_VARIABLE];
      if (text === undefined) throw new Error("the product was not started: run through playwright.config.ts");
      await use(JSON.parse(text) as Demo);
    },
    { scope: "worker" },
  ],
  session: [
    async ({ demo, playwright }, use) => {
      const api = await playwright.request.newContext({ baseURL: demo.url });
      const answer = await api.post("/api/v1/session", { data: demo.operator });
      expect(answer.status()).toBe(200);
      const { cookies } = await api.storageState();
      await api.dispose();
      await use(cookies);
    },
    { scope: "worker" },
  ],

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

  signedInPage: async ({ page, context, session }, use) => {
    await context.addCookies(session);
    await use(page);
  },
});
