import { expect, test } from "./fixtures";
import { makeOrder, openAsSomebodyElse, openIntent, submitHeld } from "./own-intent";

test("of two operators in two browsers one decides, and the other is told who did what and when", async ({
  signedInPage: page,
  browser,
  agent,
  demo,
}) => {
  const order = await makeOrder(demo, { value: "low" });
  const id = await submitHeld(agent, order);
  const other = await browser.newContext({ baseURL: demo.url });
  try {
    const ann = await openAsSomebodyElse(other, demo, "approver");
    await openIntent(ann.page, id);
    await openIntent(page, id);
    // What Ann decides does not reach this page before its own decision has left.
    await page.getByRole("button", { name: "Pause updates" }).click();

    await ann.page.getByRole("button", { name: "Deny…" }).click();
    await ann.page.getByLabel("Reason").fill("The order was cancelled.");
    await ann.page.getByRole("dialog").getByRole("button", { name: "Deny", exact: true }).click();
    await expect(ann.page.getByText("You denied this intent")).toBeVisible();

    await page.getByRole("button", { name: "Approve", exact: true }).click();
    const alert = page.getByRole("alert").filter({ hasText: "You did not approve this intent" });
    await expect(alert).toContainText(`${ann.name} denied it at`);
    await expect(alert).toContainText("The order was cancelled.");
    await expect(page.getByRole("status", { name: "State" })).toContainText("Denied");
    await expect(page.getByRole("button", { name: "Approve", exact: true })).toHaveCount(0);
    const decisions = page.getByRole("list", { name: "Decisions" });
    await expect(decisions).toContainText(ann.name);
    await expect(decisions).not.toContainText("Approved");
  } finally {
    await other.close();
  }
});

test("what another operator decides appears without a reload", async ({ signedInPage: page, browser, agent, demo }) => {
  const order = await makeOrder(demo, { value: "low" });
  const id = await submitHeld(agent, order);
  const other = await browser.newContext({ baseURL: demo.url });
  try {
    const ann = await openAsSomebodyElse(other, demo, "approver");
    await openIntent(page, id);
    await page.evaluate(() => Object.assign(window, { isSameDocument: true }));
    await openIntent(ann.page, id);
    await ann.page.getByRole("button", { name: "Approve", exact: true }).click();
    await expect(ann.page.getByText("You approved this intent")).toBeVisible();
    await expect(page.getByRole("status", { name: "State" })).toContainText("Succeeded", { timeout: 30_000 });
    await expect(page.getByRole("list", { name: "Decisions" })).toContainText(ann.name);
    await expect(page.getByRole("region", { name: "Waiting for a decision" })).toHaveCount(0);
    expect(await page.evaluate(() => "isSameDocument" in window)).toBe(true);
  } finally {
    await other.close();
  }
});
