import { expect, test } from "./fixtures";
import { signInAs } from "./own-tool";
import { makeRefund } from "./refund";
import { payOnce } from "./statement";

test("events read in words, are narrowed by address, and one is proven by its seal", async ({
  signedInPage: page,
  agent,
  demo,
}) => {
  const { intentId, effectId } = await payOnce(demo, agent);
  await page.goto(`/audit?intent=${intentId}`);
  const log = page.getByRole("list", { name: "Audit events" });
  const settled = log.getByRole("listitem").filter({ hasText: "Attempt settled" });
  await expect(settled).toContainText("executing → succeeded");
  await expect(settled).toContainText(effectId);
  for (const words of ["Submission recorded", "Intent opened", "Attempt claimed"]) {
    await expect(log.getByRole("listitem").filter({ hasText: words })).toHaveCount(1);
  }
  await expect(settled.getByRole("link", { name: intentId })).toHaveAttribute("href", `/intents/${intentId}`);
  await expect(settled).toContainText(/in seal \d/, { timeout: 30_000 });

  await settled.getByRole("button", { name: "Details: Attempt settled" }).click();
  await expect(settled.getByRole("figure", { name: "Data" })).toContainText(effectId);
  await settled.getByRole("button", { name: "Check its seal" }).click();
  await expect(settled.getByRole("status").filter({ hasText: "As it was sealed" })).toContainText(
    /signed with the key/,
  );
  await settled.getByRole("button", { name: "Show only this subject" }).click();
  await expect(page).toHaveURL(new RegExp(`intent=${intentId}&subject=`));
  await page.getByRole("button", { name: "Clear filters" }).click();
  await expect(page).toHaveURL(/\/audit$/);
});

test("types are chosen in words", async ({ signedInPage: page, agent, demo }) => {
  const { intentId } = await payOnce(demo, agent);
  await page.goto(`/audit?intent=${intentId}`);
  await page.getByRole("button", { name: /^Event/ }).click();
  await page.getByRole("menuitemradio", { name: "Attempt claimed" }).click();
  await expect(page).toHaveURL(/type=intent\.claim/);
  const log = page.getByRole("list", { name: "Audit events" });
  await expect(log.getByRole("listitem").filter({ hasText: "Attempt claimed" })).toHaveCount(1);
  await expect(log.getByRole("listitem").filter({ hasText: "Intent opened" })).toHaveCount(0);
});

test("rows stay where they are while somebody reads, and say that newer ones have come", async ({
  signedInPage: page,
  agent,
  demo,
}) => {
  const { tool, intentId } = await payOnce(demo, agent);
  await page.goto(`/audit?type=intent.claim&subject=${tool}`);
  const log = page.getByRole("list", { name: "Audit events" });
  await expect(log.getByRole("link", { name: intentId })).toBeVisible();
  await log.getByRole("button", { name: "Details: Attempt claimed" }).click();
  const again = { tool, run: "run_later", step: "pay", args: { orderId: crypto.randomUUID(), amount: 5 } };
  const { body } = await agent.submit(again);
  const pill = page.getByRole("button", { name: "Newer events have come" });
  await expect(pill).toBeVisible({ timeout: 30_000 });
  await expect(log.getByRole("link", { name: String(body.id) })).toHaveCount(0);
  await pill.click();
  await expect(log.getByRole("link", { name: String(body.id) })).toBeVisible();
});

test("a log that cannot be loaded does not look like an empty one", async ({ signedInPage: page }) => {
  await page.route("**/api/v1/audit/events?*", (route) => route.abort());
  await page.goto("/audit");
  await expect(page.getByRole("alert").filter({ hasText: "The events could not be loaded" })).toBeVisible();
});

test("what an agent wrote into the log is shown harmlessly", async ({ signedInPage: page, agent }) => {
  const { body } = await agent.submit({ ...makeRefund(5).body, run: "<img src=x onerror=alert(1)>\u202e" });
  await page.goto(`/audit?intent=${String(body.id)}`);
  await expect(page.getByRole("list", { name: "Audit events" }).getByRole("listitem").first()).toBeVisible();
  expect(await page.locator("main img").count()).toBe(0);
});

test("a viewer reads the log and is told what an export needs", async ({ page, demo }) => {
  await signInAs(page, demo, "viewer");
  await page.goto("/audit/verify");
  await expect(page.getByText("which needs the role approver")).toBeVisible();
  await expect(page.getByRole("radio", { name: /This Interlock's log/ })).toHaveCount(0);
  await expect(page.getByRole("link", { name: "Download the export" })).toHaveCount(0);
});
