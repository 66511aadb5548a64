import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures";
import { historyRow } from "./history-row";
import { idOf, ManyIntents } from "./many-intents";
import { makeRefund } from "./refund";

/** As far as rows have been read, until that is far enough. */
async function scrollTo(page: Page, y: number): Promise<void> {
  await expect(async () => {
    await page.evaluate((top) => window.scrollTo(0, top), y);
    expect(await page.evaluate(() => window.scrollY)).toBe(y);
  }).toPass();
}

test("of a hundred thousand rows few are drawn, pages come as they are needed, and those left behind are forgotten", {
  tag: "@phone",
}, async ({ signedInPage: page }) => {
  test.slow(); // a dozen pages, one after the other
  const many = new ManyIntents(100_000);
  await many.serve(page);
  await page.goto("/intents");
  await expect(historyRow(page, "pay_row0").first()).toBeVisible();
  const drawn = page.locator("[data-row]");
  for (const target of ["pay_row400", "pay_row1200", "pay_row2600"]) {
    await expect(async () => {
      await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
      const shown = await drawn.last().getAttribute("data-row");
      expect(Number(idOf(0).slice(4)) - Number(shown?.slice(4))).toBeGreaterThan(Number(target.slice(7)));
    }).toPass();
    expect(await drawn.count()).toBeLessThan(80);
  }
  // On the way back rows stand where they stood, and are read again.
  const askedFor = (cursor: string) => many.asked.filter((one) => one === cursor).length;
  const askedBefore = askedFor(idOf(99));
  const { height } = (await drawn.last().boundingBox()) ?? { height: 0 };
  await page.evaluate((y) => window.scrollTo(0, y), 150 * height);
  await expect(page.locator(`[data-row="${idOf(150)}"]`)).toBeInViewport();
  expect(askedFor(idOf(99))).toBeGreaterThan(askedBefore);
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
});

test("what is new does not move the rows that somebody reads, until they ask for it", async ({
  signedInPage: page,
  agent,
}) => {
  const many = new ManyIntents(1_000);
  await many.serve(page);
  await page.goto("/intents");
  await expect(historyRow(page, "pay_row0").first()).toBeVisible();
  await page.evaluate(() => window.scrollTo(0, 3_000));
  const row = page.locator(`[data-row="${idOf(80)}"]`);
  await expect(row).toBeInViewport();
  const before = await row.boundingBox();
  many.submit(3);
  await agent.submit(makeRefund(5).body); // what the stream tells of
  const news = page.getByRole("button", { name: "3 new" });
  await expect(news).toBeVisible({ timeout: 20_000 });
  expect(await row.boundingBox()).toEqual(before);
  many.submit(2);
  await agent.submit(makeRefund(5).body);
  await expect(page.getByRole("button", { name: "5 new" })).toBeVisible({ timeout: 20_000 });
  expect(await row.boundingBox()).toEqual(before);
  await page.getByRole("button", { name: "5 new" }).click();
  await expect(historyRow(page, "pay_row-5").first()).toBeInViewport();
  await expect(page.getByRole("button", { name: /new$/ })).toHaveCount(0);
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
});

test("rows that leave the filter above do not move what somebody reads", async ({ signedInPage: page, agent }) => {
  const many = new ManyIntents(1_000);
  await many.serve(page);
  await page.goto("/intents");
  await expect(historyRow(page, "pay_row0").first()).toBeVisible();
  await scrollTo(page, 5_000);
  const row = page.locator(`[data-row="${idOf(130)}"]`);
  await expect(row).toBeInViewport();
  const before = await row.boundingBox();
  many.remove(100, 110); // of the page that is in sight
  await agent.submit(makeRefund(5).body);
  await expect(page.locator(`[data-row="${idOf(109)}"]`)).toHaveCount(0, { timeout: 20_000 });
  await expect.poll(() => row.boundingBox()).toEqual(before);
  expect(await page.evaluate(() => window.scrollY)).toBe(5_000 - 10 * 40);
});

test("while updates are paused no row moves, not even at the top", async ({ signedInPage: page, agent }) => {
  const many = new ManyIntents(300);
  await many.serve(page);
  await page.goto("/intents");
  await expect(historyRow(page, "pay_row0").first()).toBeVisible();
  await expect(page.getByText("Live", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Pause updates" }).click();
  many.submit(1);
  await agent.submit(makeRefund(5).body);
  await expect(page.getByText(/Updates paused · .* since/)).toBeVisible({ timeout: 20_000 });
  await expect(historyRow(page, "pay_row-1")).toHaveCount(0);
  await page.getByRole("button", { name: "Resume updates" }).click();
  await expect(historyRow(page, "pay_row-1").first()).toBeVisible({ timeout: 20_000 });
});

test("J and K go from row to row, Enter opens, and the way back leads to where one was", async ({
  signedInPage: page,
}) => {
  const many = new ManyIntents(5_000);
  await many.serve(page);
  await page.goto("/intents");
  await expect(historyRow(page, "pay_row0").first()).toBeVisible();
  for (const key of ["j", "j", "j", "k"]) await page.keyboard.press(key);
  await expect(page.getByRole("link", { name: /pay_row1$/ })).toBeFocused();
  await page.keyboard.press("/");
  await expect(page.getByRole("searchbox", { name: "Search" })).toBeFocused();
  await page.keyboard.press("Escape");
  await scrollTo(page, 40_000);
  const place = page.locator("[data-row]:nth-child(25)");
  await expect(place).toBeInViewport();
  await page.keyboard.press("j");
  const link = page.locator("[data-link]:focus");
  await expect(link).toBeInViewport();
  const id = await page.locator("[data-row]:has([data-link]:focus)").getAttribute("data-row");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/intents\/int_/, { timeout: 30_000 });
  await page.goBack();
  await expect(page.locator(`[data-row="${id}"]`)).toBeInViewport();
  expect(await page.evaluate(() => window.scrollY)).toBeGreaterThan(35_000);
  await page.keyboard.press("g");
  await page.keyboard.press("g");
  await expect(historyRow(page, "pay_row0").first()).toBeInViewport();
});
