import { expect, test } from "./fixtures";
import { payOnce } from "./statement";

test("a key audit is started, says of each tool what its keys look like, and is taken away as a table", async ({
  signedInPage: page,
  agent,
  demo,
}) => {
  const { tool } = await payOnce(demo, agent);
  await page.goto("/findings/key-audits");
  await page.getByRole("button", { name: "Start a key audit…" }).click();
  const dialog = page.getByRole("dialog", { name: "Start a key audit" });
  await dialog.getByLabel("From").fill("2999-01-01T00:00");
  await dialog.getByRole("button", { name: "Start", exact: true }).click();
  await expect(dialog.getByLabel("From")).toHaveAccessibleDescription(/before `to`, and before now/);
  await dialog.getByLabel("From").fill("");
  // Only one runs at a time: whoever else has one under way is waited for.
  const started = page.getByRole("heading", { level: 1, name: "Key audit", exact: true });
  await expect(async () => {
    await dialog.getByRole("button", { name: "Start", exact: true }).click();
    await expect(started.or(dialog.getByRole("alert"))).toBeVisible();
    expect(await started.isVisible()).toBe(true);
  }).toPass({ timeout: 40_000 });

  const quiet = page
    .getByRole("region", { name: "Nothing to look at" })
    .getByRole("listitem")
    .filter({ hasText: tool });
  await expect(quiet).toContainText("1 intent, 1 submission", { timeout: 40_000 });
  await expect(page.getByRole("region", { name: "What it looked at" })).toContainText(/asked for it/);
  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "Download as CSV" }).click();
  expect((await download).suggestedFilename()).toMatch(/^kad_.*\.csv$/);
});
