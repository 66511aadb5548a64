import { expectAccessible } from "./accessible";
import { expect, test } from "./fixtures";
import { breakDownstream, makeOrder, openIntent, submitHeld } from "./own-intent";
import { makeRefund, NO_WAIT } from "./refund";

// Axe reads every node of a page several times; on a busy machine that takes its time.
test.describe.configure({ timeout: 120_000 });

const isTooWide = () => document.documentElement.scrollWidth > window.innerWidth;

test("an intent with a cluster that differs, the question before other args, and the editor", async ({
  signedInPage: page,
  agent,
}) => {
  const refund = makeRefund(170);
  const { body } = await agent.submit({ ...refund.body, reason: "The customer asked twice." }, NO_WAIT);
  await agent.submit({ ...refund.body, args: { ...refund.body.args, amount: 190 } }, NO_WAIT);
  await openIntent(page, String(body.id));
  await expect(page.getByRole("list", { name: "History" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "What would join it" })).toBeVisible();
  await expectAccessible(page);
  expect(await page.evaluate(isTooWide)).toBe(false);

  await page.getByRole("button", { name: "Approve these args instead" }).click();
  await expect(page.getByRole("button", { name: "Approve $190.00 instead" })).toBeVisible();
  await expectAccessible(page, "[role=dialog]");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: "Approve these args instead" })).toBeFocused();

  await page.getByRole("button", { name: "Edit and approve…" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Args, as JSON").fill(JSON.stringify({ ...refund.body.args, amount: "x" }));
  await dialog.getByRole("button", { name: "Review the difference" }).click();
  await expect(dialog.getByRole("alert")).toContainText("amount");
  await expectAccessible(page, "[role=dialog]");
  await dialog.getByLabel("Args, as JSON").fill(JSON.stringify({ ...refund.body.args, amount: 70 }));
  await dialog.getByRole("button", { name: "Review the difference" }).click();
  await expect(dialog.getByRole("button", { name: "Approve $70.00 as edited" })).toBeVisible();
  await expectAccessible(page, "[role=dialog]");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: "Edit and approve…" })).toBeFocused();
});

test("a drift that has just arrived", async ({ signedInPage: page, agent, demo }) => {
  const order = await makeOrder(demo);
  await openIntent(page, await submitHeld(agent, order));
  await agent.submit({ ...order, args: { ...order.args, amount: 35 } }, NO_WAIT);
  await expect(page.getByRole("alert").filter({ hasText: "A drift arrived" })).toBeVisible();
  await expectAccessible(page);
  expect(await page.evaluate(isTooWide)).toBe(false);
});

test("a doubt with its evidence, and what can be said", async ({ signedInPage: page, agent, demo }) => {
  const probe = { method: "GET", url: "{+config.LEDGER_URL}/nowhere?key={key}", effectId: "/id", absentAfter: "24h" };
  const order = await makeOrder(demo, { policy: [{ then: "clear" }] }, probe);
  await breakDownstream(demo, order);
  const { body } = await agent.submit(order);
  await openIntent(page, String(body.id));
  await expect(page.getByRole("list", { name: "Answers of the downstream" })).toBeVisible({ timeout: 30_000 });
  await page.getByText("What was sent and answered").click();
  await expectAccessible(page);
  expect(await page.evaluate(isTooWide)).toBe(false);
  await page.getByRole("button", { name: "It did not happen. Send again…" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "It did not happen. Send again" }).click();
  await expectAccessible(page, "[role=dialog]");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: "It did not happen. Send again…" })).toBeFocused();
});

test("an end, and the order to do it once more", async ({ signedInPage: page, agent, demo }) => {
  const order = await makeOrder(demo, { policy: [{ then: "clear" }] });
  const { body } = await agent.submit(order);
  await agent.submit({ ...order, args: { ...order.args, amount: 35 } });
  await openIntent(page, String(body.id));
  await expect(page.getByRole("list", { name: "Related" })).toContainText("Finding");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Bypass…" }).click();
  await page.getByRole("dialog").getByLabel("Which args run again").selectOption({ index: 1 });
  await page.getByRole("dialog").getByRole("button", { name: "Order the bypass" }).click();
  await expectAccessible(page, "[role=dialog]");
});
