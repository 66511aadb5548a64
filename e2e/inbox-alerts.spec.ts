import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures";
import { hold } from "./inbox";
import { NO_WAIT } from "./refund";
import { makeCredits, publishWallet } from "./wallet";

test.beforeAll(({ demo }) => publishWallet(demo, "e2e_credit_wallet"));

/** Stands in for the desktop: what it was told, and whether somebody looks at the page. */
function pretendDesktop(): void {
  localStorage.setItem("interlock.preferences", JSON.stringify({ notifications: true }));
  const told: { title: string; body: string; click: () => void }[] = [];
  class Pretended {
    static permission = "granted";
    onclick: (() => void) | null = null;
    constructor(title: string, { body }: { body: string }) {
      told.push({ title, body, click: () => this.onclick?.() });
    }
    close() {
      Object.assign(window, { isClosed: true });
    }
  }
  document.hasFocus = () => false;
  window.focus = () => Object.assign(window, { isFocused: true });
  Object.assign(window, { Notification: Pretended, told });
}

function told(page: Page): Promise<{ title: string; body: string }[]> {
  return page.evaluate(() => (window as unknown as { told: { title: string; body: string }[] }).told);
}

test("something new that waits is told on the desktop, and a click leads back", async ({
  signedInPage: page,
  agent,
}) => {
  await page.addInitScript(pretendDesktop);
  await page.goto("/intents");
  await expect(page.getByText("Live", { exact: true }).first()).toBeVisible();
  const { bodies } = makeCredits("e2e_credit_wallet", [61, 62, 63]);
  await hold(agent, bodies);
  await expect.poll(async () => (await told(page)).length, { timeout: 20_000 }).toBeGreaterThan(0);
  const [first] = await told(page);
  expect(first?.title).toMatch(/^[\d,]+ intents? waits? for you$/);
  expect(first?.body).toMatch(/^Newest: .+/);
  await page.evaluate(() => (window as unknown as { told: { click: () => void }[] }).told[0]?.click());
  expect(await page.evaluate(() => "isFocused" in window && "isClosed" in window)).toBe(true);
});

test("what waited before the page was opened is not news; of what comes after, the last is told", async ({
  signedInPage: page,
  agent,
}) => {
  const { bodies } = makeCredits("e2e_credit_wallet", [64, 65, 66]);
  const [first, second, third] = await hold(agent, bodies);
  // Others wait beside these at any time: here only these are counted.
  const counts = { total: 1, byReason: { approval: 1 }, byTool: [], byAgent: [], newestId: first?.["id"] };
  let answer = counts;
  await page.route("**/api/v1/inbox/counts*", (route) => route.fulfill({ json: answer }));
  await page.addInitScript(pretendDesktop);
  await page.goto("/intents");
  const badge = page.getByRole("link", { name: /^Inbox/ });
  await expect(badge).toContainText("1 waiting");
  answer = { ...counts, total: 2, newestId: second?.["id"] };
  await agent.submit(bodies[0] ?? {}, NO_WAIT);
  await expect(badge).toContainText("2 waiting");
  answer = { ...counts, total: 3, newestId: third?.["id"] };
  await agent.submit(bodies[0] ?? {}, NO_WAIT);
  await expect(badge).toContainText("3 waiting");
  await expect.poll(async () => (await told(page)).at(-1)?.title, { timeout: 20_000 }).toBe("3 intents wait for you");
  expect((await told(page)).map(({ title }) => title)).not.toContain("1 intent waits for you");
});
