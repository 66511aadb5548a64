// A database that went back in time. The answers are the story's own: a real restore would put every other story in doubt.
import type { Page } from "@playwright/test";
import { expectAccessible } from "./accessible";
import { expect, test } from "./fixtures";
import { signInAs } from "./own-tool";

// Axe reads every node of a page several times; on a busy machine that takes its time.
test.describe.configure({ timeout: 120_000 });

const AT = "2026-01-01T00:00:00.000Z";
const FINDING = {
  ...{ id: "fnd_restored", kind: "store_restored", state: "open", namespace: "*", tool: "*", version: 1 },
  ...{ intentId: null, submissionId: null, reconciliationId: null, note: null, changedBy: null },
  ...{ data: { epoch: 2, why: "other_server", epochBefore: 1 }, createdAt: AT, changedAt: null, seenAt: null },
};
const STORE = { epoch: 2, restoring: false, restoredAt: AT, why: "other_server" };

/** Three are in doubt; what is released leaves two. Gives back what was sent. */
async function answerAsRestored(page: Page): Promise<unknown[]> {
  const released: unknown[] = [];
  await page.route("**/api/v1/findings/fnd_restored", (route) => route.fulfill({ json: FINDING }));
  await page.route("**/api/v1/store", (route) =>
    route.fulfill({ json: { ...STORE, inDoubtCount: 3 - released.length, releasableCount: 1 - released.length } }),
  );
  await page.route("**/api/v1/store/release", (route) => {
    released.push(route.request().postDataJSON());
    return route.fulfill({ json: { releasedCount: 1, keptCount: 2 } });
  });
  return released;
}

test("an admin releases what a planned failover put in doubt, with a reason and a word that nothing was lost @phone", async ({
  signedInPage: page,
}) => {
  const released = await answerAsRestored(page);
  await page.goto("/overview");
  await expect(page.getByText("3 intents are in doubt because of a restore.")).toBeVisible();
  await expect(page.getByRole("link", { name: "See the finding" })).toHaveAttribute("href", /kind=store_restored/);

  await page.goto("/findings/fnd_restored");
  await expect(page.getByText("The whole database")).toBeVisible();
  await expect(page.getByRole("link", { name: "*" })).toHaveCount(0);
  const form = page.getByRole("form", { name: "Release" });
  const button = form.getByRole("button", { name: "Release 1 to run" });
  await button.click();
  await expect(form.getByRole("textbox", { name: "Reason" })).toHaveAccessibleDescription("Say why they may run.");
  await expect(form.getByRole("alert")).toContainText("Confirm this");
  await expectAccessible(page);
  expect(released).toEqual([]);

  await form.getByRole("textbox", { name: "Reason" }).fill("The standby took over at 02:00.");
  await form.getByRole("checkbox", { name: /planned failover/ }).check();
  await button.click();
  await expect(page.getByText("You released 1")).toBeVisible();
  await expect(page.getByText("2 intents are still in doubt: a probe or a person ends each.")).toBeVisible();
  expect(released).toEqual([{ reason: "The standby took over at 02:00." }]);
  await expect(form).toHaveCount(0);
});

test("who is no admin sees how much is in doubt, and no way to release it", async ({ page, demo }) => {
  await signInAs(page, demo, "approver");
  await answerAsRestored(page);
  await page.goto("/findings/fnd_restored");
  await expect(page.getByText("For 1 of them no attempt is on record")).toBeVisible();
  await expect(page.getByRole("form", { name: "Release" })).toHaveCount(0);
});
