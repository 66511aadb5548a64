import { expectAccessible } from "./accessible";
import { expect, test } from "./fixtures";
import { makeRefund, NO_WAIT } from "./refund";

// Axe reads every node of a page several times; on a busy machine that takes its time.
test.describe.configure({ timeout: 120_000 });

test("sign-in, also when something is missing", async ({ page }) => {
  await page.goto("/sign-in");
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByText("Enter your password.")).toBeVisible();
  await expectAccessible(page);
});

test("the list, with its menus", async ({ signedInPage: page, agent }) => {
  const refund = makeRefund(5);
  await agent.submit(refund.body);
  await page.goto("/intents");
  await expect(page.getByRole("link", { name: new RegExp(refund.paymentId) })).toBeVisible();
  await expectAccessible(page);
  for (const name of [/^State/, /operator menu/]) {
    await page.getByRole("button", { name }).click();
    await expect(page.getByRole("menu")).toBeVisible();
    await expectAccessible(page, "[role=menu]");
    await page.keyboard.press("Escape");
    await expect(page.getByRole("button", { name })).toBeFocused();
  }
});

test("the list when nothing matches", async ({ signedInPage: page }) => {
  await page.goto("/intents?state=withdrawn&tool=no_such_tool");
  await expect(page.getByText("No intent matches these filters")).toBeVisible();
  await expectAccessible(page);
});

test("the list when the API is down", async ({ signedInPage: page }) => {
  await page.route("**/api/v1/intents?*", (route) => route.abort());
  await page.goto("/intents");
  await expect(page.getByRole("alert").filter({ hasText: "could not be loaded" })).toBeVisible();
  await expectAccessible(page);
});

test("a held intent, with the dialog to deny it", async ({ signedInPage: page, agent }) => {
  const { body } = await agent.submit({ ...makeRefund(170).body, reason: "The customer asked twice." }, NO_WAIT);
  await page.goto(`/intents/${String(body.id)}`);
  await expect(page.getByRole("list", { name: "History" })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Deny…" }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await expectAccessible(page, "[role=dialog]");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: "Deny…" })).toBeFocused();
});

test("an intent that ended", async ({ signedInPage: page, agent }) => {
  const { body } = await agent.submit(makeRefund(5).body);
  await page.goto(`/intents/${String(body.id)}`);
  await expect(page.getByRole("list", { name: "Attempts" })).toBeVisible();
  await expectAccessible(page);
});

test("nothing is wider than the screen", async ({ signedInPage: page, agent }) => {
  const { body } = await agent.submit(makeRefund(180).body, NO_WAIT);
  for (const path of ["/intents", `/intents/${String(body.id)}`]) {
    await page.goto(path);
    await expect(page.getByRole("main")).toContainText("Refund a payment");
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
  }
});

test("the keyboard reaches the content past the navigation", async ({ signedInPage: page }) => {
  await page.goto("/intents");
  await expect(page.getByRole("heading", { name: "History", level: 1 })).toBeVisible();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Skip to content" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("main")).toBeFocused();
});
