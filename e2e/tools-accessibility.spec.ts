import type { Page } from "@playwright/test";
import { expectAccessible } from "./accessible";
import { expect, test } from "./fixtures";
import { publishAgain, publishOwnTool } from "./own-tool";

test.describe.configure({ timeout: 120_000 });

async function expectNotTooWide(page: Page): Promise<void> {
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
}

test("the tools, with the dialog that stops everything", async ({ signedInPage: page }) => {
  await page.goto("/tools");
  await expect(page.getByRole("list", { name: "Tools" })).toBeVisible();
  await expectAccessible(page);
  await expectNotTooWide(page);
  await page.getByRole("button", { name: "Pause everything…" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Pause everything" }).click();
  await expect(page.getByText("Say why")).toBeVisible();
  await expectAccessible(page, "[role=dialog]");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: "Pause everything…" })).toBeFocused();
});

test("a contract that observes, warns and is paused", async ({ signedInPage: page, demo }) => {
  const { tool, path } = await publishOwnTool(demo, { mode: "observe", undo: "10s" });
  const headers = { authorization: `Bearer ${demo.operatorToken}`, "content-type": "application/json" };
  const body = JSON.stringify({ reason: "The bank called." });
  await fetch(`${demo.url}/api/v1/tools/${tool}/pause`, { method: "POST", headers, body });
  await page.goto(path);
  await expect(page.getByText("This tool is paused")).toBeVisible();
  await expectAccessible(page);
  await expectNotTooWide(page);
});

test("two versions beside each other", async ({ signedInPage: page, demo }) => {
  const { tool, title, path } = await publishOwnTool(demo);
  await publishAgain(demo, tool, { title, undo: "10s" });
  await page.goto(`${path}/versions`);
  await expect(page.getByRole("table", { name: /against/ })).toBeVisible();
  await expectAccessible(page);
  await expectNotTooWide(page);
});

test("an explanation", async ({ signedInPage: page, demo }) => {
  const { path } = await publishOwnTool(demo);
  await page.goto(`${path}/explain`);
  await page.getByRole("button", { name: "Explain" }).click();
  await expect(page.getByRole("region", { name: "2. Key" })).toBeVisible();
  await expectAccessible(page);
  await expectNotTooWide(page);
  await page.getByRole("textbox", { name: "Args" }).fill("{}");
  await page.getByRole("button", { name: "Explain" }).click();
  await expect(page.getByRole("list", { name: "What is wrong with the args" })).toBeVisible();
  await expectAccessible(page);
});
