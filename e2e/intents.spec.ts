import { expect, test } from "./fixtures";
import { historyRow } from "./history-row";
import { makeRefund } from "./refund";

test("what an agent submits appears without a reload, and its duplicate is counted and not run", {
  tag: "@phone",
}, async ({ signedInPage: page, agent }) => {
  const refund = makeRefund(25);
  const row = historyRow(page, refund.paymentId);
  await page.goto("/intents");
  await page.evaluate(() => Object.assign(window, { isSameDocument: true }));
  await expect(row).toHaveCount(0);

  const first = await agent.submit(refund.body);
  await expect(row).toContainText("Refund a payment");
  await expect(row).toContainText("Succeeded", { timeout: 30_000 });
  const second = await agent.submit(refund.body);
  expect(second.body.effectId).toBe(first.body.effectId);
  await expect(row).toContainText("2 submissions");
  expect(await page.evaluate(() => "isSameDocument" in window)).toBe(true);

  await row.getByRole("link").click();
  await expect(page.getByRole("heading", { name: "Refund a payment", level: 1 })).toBeVisible();
  await expect(page.getByText(String(first.body.effectId), { exact: true }).first()).toBeVisible();
  const submissions = page.getByRole("list", { name: "Submissions" }).getByRole("listitem");
  await expect(submissions).toHaveCount(2);
  await expect(submissions.nth(0)).toContainText("Created");
  await expect(submissions.nth(1)).toContainText("Replayed");
  await expect(submissions.nth(1)).toContainText("after the previous");
  await expect(page.getByRole("list", { name: "Attempts" })).toContainText("Success");
  await expect(page.getByRole("list", { name: "History" })).toContainText("Claimed by a worker");
});

test("filters live in the address and can be cleared", { tag: "@phone" }, async ({ signedInPage: page, agent }) => {
  const refund = makeRefund(20);
  await agent.submit(refund.body);
  const row = page.getByRole("link", { name: new RegExp(refund.paymentId) });
  await page.goto("/intents");
  await expect(row).toBeVisible();
  await page.getByRole("button", { name: /^State/ }).click();
  await page.getByRole("menuitemradio", { name: "Withdrawn" }).click();
  await expect(page).toHaveURL("/intents?state=withdrawn");
  await expect(row).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole("button", { name: /^State/ })).toContainText("Withdrawn");
  await page.getByRole("button", { name: "Clear filters" }).first().click();
  await expect(row).toBeVisible();
  await expect(page).toHaveURL("/intents");
});

test("an API that is down reads as an alert, never as nothing, and the list recovers by itself", async ({
  signedInPage: page,
  agent,
}) => {
  const refund = makeRefund(15);
  await agent.submit(refund.body);
  await page.route("**/api/v1/intents?*", (route) => route.abort());
  await page.goto("/intents");
  await expect(page.getByRole("alert").filter({ hasText: "The intents could not be loaded" })).toBeVisible();
  await expect(page.getByText("No agent has asked for anything yet")).toHaveCount(0);
  await page.unroute("**/api/v1/intents?*");
  await expect(page.getByRole("link", { name: new RegExp(refund.paymentId) })).toBeVisible();
  await expect(page.getByRole("alert").filter({ hasText: "could not be loaded" })).toHaveCount(0);
});

test("a list that stops refreshing keeps what it has and says that it is old", async ({
  signedInPage: page,
  agent,
}) => {
  const refund = makeRefund(15);
  await agent.submit(refund.body);
  await page.goto("/intents");
  const row = page.getByRole("link", { name: new RegExp(refund.paymentId) });
  await expect(row).toBeVisible();
  await page.route("**/api/v1/intents?*", (route) => route.abort());
  await agent.submit(makeRefund(15).body); // the stream tells of it, and the list cannot be read again
  await expect(page.getByRole("alert").filter({ hasText: "This list is not up to date" })).toBeVisible();
  await expect(page.getByText(/Not refreshing/)).toBeVisible();
  await expect(row).toBeVisible();
});

test("text from an agent stays text: no markup, no links, no hidden characters", async ({
  signedInPage: page,
  agent,
}) => {
  const refund = makeRefund(10);
  const reason = `<img src=x onerror="window.isHacked=1"> https://evil.example \u202Egnp.exe ${"long ".repeat(200)}`;
  const { body } = await agent.submit({ ...refund.body, reason });
  await page.goto(`/intents/${String(body.id)}`);
  const words = page.getByRole("figure").filter({ hasText: "In the agent’s words" }).first();
  await expect(words).toContainText('<img src=x onerror="window.isHacked=1">');
  await expect(words).toContainText("⟨U+202E⟩");
  await expect(words.getByRole("link")).toHaveCount(0);
  await expect(words.locator("img")).toHaveCount(0);
  expect(await page.evaluate(() => "isHacked" in window)).toBe(false);
  await words.getByRole("button", { name: /^Show all/ }).click();
  await expect(words.getByRole("button", { name: "Show less" })).toBeVisible();
});

test("an id that belongs to nothing says so", async ({ signedInPage: page }) => {
  await page.goto("/intents/int_nothing");
  await expect(page.getByText("There is no such intent")).toBeVisible();
});
