import type { Page } from "@playwright/test";
import { expectAccessible } from "./accessible";
import { expect, test } from "./fixtures";
import { makeDivergence } from "./statement";

test.describe.configure({ timeout: 120_000 });

async function expectWell(page: Page): Promise<void> {
  await expectAccessible(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
}

test("findings: the list, one of them, and none", async ({ signedInPage: page, agent, demo }) => {
  const { tool } = await makeDivergence(demo, agent);
  await page.goto(`/findings?tool=${tool}`);
  const row = page.getByRole("list", { name: "Findings" }).getByRole("link").first();
  await expect(row).toBeVisible();
  await expectWell(page);
  await row.click();
  await expect(page.getByRole("region", { name: "Evidence" })).toBeVisible();
  await page.getByRole("button", { name: "Resolve" }).click();
  await expectWell(page);
  await page.goto("/findings?tool=no_such_tool");
  await expect(page.getByText("No finding matches these filters")).toBeVisible();
  await expectWell(page);
});

test("reconciliations: the list, both dialogs, and a run", async ({ signedInPage: page, agent, demo }) => {
  const { tool, runId } = await makeDivergence(demo, agent);
  await page.goto(`/findings/reconciliations?tool=${tool}`);
  await expect(page.getByRole("list", { name: "Reconciliations" })).toBeVisible();
  await expectWell(page);
  for (const name of ["Compare now…", "Upload a statement…"]) {
    await page.getByRole("button", { name }).click();
    await expect(page.getByRole("dialog")).toBeVisible();
    await expectAccessible(page, "[role=dialog]");
    await page.keyboard.press("Escape");
    await expect(page.getByRole("button", { name })).toBeFocused();
  }
  await page.goto(`/findings/reconciliations/${runId}`);
  await expect(page.getByRole("region", { name: "What was counted" })).toBeVisible();
  await expectWell(page);
});

test("key audits: the list and its dialog", async ({ signedInPage: page }) => {
  await page.goto("/findings/key-audits");
  await page.getByRole("button", { name: "Start a key audit…" }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await expectAccessible(page, "[role=dialog]");
  await page.keyboard.press("Escape");
  await expectWell(page);
});

test("audit: events with one open and the filters, seals, and a verified log", async ({
  signedInPage: page,
  agent,
  demo,
}) => {
  const { intentId } = await makeDivergence(demo, agent);
  await page.goto(`/audit?intent=${intentId}`);
  await page
    .getByRole("button", { name: /^Details: / })
    .first()
    .click();
  await expect(page.getByRole("figure", { name: "Data" })).toBeVisible();
  await expectWell(page);
  await page.getByRole("button", { name: "More…" }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await expectAccessible(page, "[role=dialog]");
  await page.goto("/audit/seals");
  await expect(page.getByRole("table", { name: /Seals/ })).toBeVisible();
  await expectWell(page);
  await page.goto("/audit/verify");
  await page.getByRole("button", { name: "Verify", exact: true }).click();
  await expect(page.getByRole("region", { name: "Result" })).toContainText("as it was sealed", { timeout: 30_000 });
  await expectWell(page);
});
