import type { Page } from "@playwright/test";
import { expectAccessible } from "./accessible";
import { expect, test } from "./fixtures";
import { makeRefund } from "./refund";

type Demo = { url: string; operatorToken: string };

async function post(url: string, bearer: string, body: unknown): Promise<Record<string, unknown>> {
  const answer = await fetch(url, {
    method: "POST",
    headers: { authorization: `Bearer ${bearer}`, "content-type": "application/json", prefer: "wait=20" },
    body: JSON.stringify(body),
  });
  return (await answer.json()) as Record<string, unknown>;
}

/** An agent of the story's own that asks four times for one refund of 20 dollars. */
async function submitAgainAndAgain({ url, operatorToken }: Demo): Promise<string> {
  const name = `overview-${crypto.randomUUID().slice(0, 8)}`;
  const { key } = await post(`${url}/api/v1/agents`, operatorToken, { name });
  const { body } = makeRefund(20);
  for (let turn = 0; turn < 4; turn += 1) {
    const { state } = await post(`${url}/api/v1/intents`, String(key), body);
    expect(state).toBe("succeeded");
  }
  return name;
}

const isPhone = (page: Page) => (page.viewportSize()?.width ?? 0) < 768;
const plots = (page: Page) => page.getByRole("slider");

// An answer may be some seconds old, and is asked for again by itself.
const SOON = { timeout: 40_000 };

test("what an agent submits again and again is one effect and three duplicates prevented", { tag: "@phone" }, async ({
  signedInPage: page,
  demo,
}) => {
  test.slow();
  const name = await submitAgainAndAgain(demo);
  await page.goto("/overview?range=1h");
  const row = page.getByRole("region", { name: "By agent" }).getByRole("row").filter({ hasText: name });
  // The bar says nothing; on a phone what stands beside the submissions is under the name.
  if (isPhone(page)) await expect(row).toContainText("1 effect · 3 duplicates", SOON);
  else await expect(row.getByRole("cell")).toHaveText(["4", "1", "3", "0", "0", "0"], SOON);
  const short = page.getByRole("region", { name: "In short" });
  await expect(short).toContainText(/\d+ submissions (became|and) \d+ effects/);
  await expect(short).toContainText(/\d+ duplicates prevented, worth .*\$/);
  const prevented = page.getByRole("region", { name: "Duplicates prevented" });
  await expect(prevented.getByRole("listitem").filter({ hasText: "Worth" })).toContainText("$");
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
  await row.getByRole("link", { name }).click();
  await expect(page).toHaveURL(/\/intents\?agent=agt_/, SOON);
});

test("a plot is read with the keyboard, and is a table for whoever wants one", async ({ signedInPage: page, demo }) => {
  await submitAgainAndAgain(demo);
  await page.goto("/overview?range=1h");
  const plot = plots(page).first();
  await plot.focus();
  await expect(plot).toHaveAttribute("aria-valuenow", "60");
  await expect(plot).toHaveAttribute("aria-valuetext", /so far: Submissions [\d,]+, Effects [\d,]+/);
  await page.keyboard.press("ArrowLeft");
  await expect(plot).toHaveAttribute("aria-valuenow", "59");
  await page.keyboard.press("Home");
  await expect(plot).toHaveAttribute("aria-valuenow", "1");
  const panel = page.getByRole("region", { name: "Submissions and effects", exact: true });
  await panel.getByText("Show as table").click();
  const table = panel.getByRole("table", { name: "Submissions and effects" });
  await expect(table.getByRole("row")).toHaveCount(61);
  const counts = await table.getByRole("cell").allTextContents();
  const total = counts
    .filter((_text, index) => index % 2 === 0)
    .reduce((sum, text) => sum + Number(text.replace(/\D/g, "")), 0);
  await page.keyboard.press("Escape");
  await page.getByRole("heading", { level: 1 }).click();
  const shown = await panel.getByRole("listitem").filter({ hasText: "Submissions" }).textContent();
  expect(Number(shown?.replace(/\D/g, ""))).toBe(total);
});

test("a finger or a pointer on a plot reads it", { tag: "@phone" }, async ({ signedInPage: page, demo }) => {
  await submitAgainAndAgain(demo);
  await page.goto("/overview?range=24h");
  const panel = page.getByRole("region", { name: "Submissions and effects", exact: true });
  await expect(panel.getByText("In all")).toBeVisible();
  const plot = plots(page).first();
  const position = { x: 200, y: 80 };
  if (isPhone(page)) await plot.tap({ position });
  else await plot.hover({ position });
  await expect(panel.getByText("In all")).toHaveCount(0);
});

test("the range lives in the address", async ({ signedInPage: page }) => {
  await page.goto("/overview");
  const range = page.getByRole("navigation", { name: "Range" });
  const current = range.locator("[aria-current]");
  await expect(current).toHaveText("24 h");
  await range.getByRole("link", { name: "Show the last 7 days" }).click();
  await expect(page).toHaveURL("/overview?range=7d");
  await expect(current).toHaveText("7 d");
  await page.reload();
  await expect(current).toHaveText("7 d");
  await page.goBack();
  await expect(current).toHaveText("24 h");
});

test("an API that is down reads as an alert, and the figures come back by themselves", async ({
  signedInPage: page,
  demo,
}) => {
  await submitAgainAndAgain(demo);
  await page.route("**/api/v1/overview?*", (route) => route.abort());
  await page.goto("/overview?range=1h");
  const alert = page.getByRole("alert").filter({ hasText: "The overview of the last hour could not be loaded" });
  await expect(alert).toBeVisible();
  await expectAccessible(page);
  await page.unroute("**/api/v1/overview?*");
  await expect(page.getByRole("region", { name: "In short" })).toBeVisible(SOON);
  await expect(alert).toHaveCount(0);
});

test("a range that holds too much says so, and to choose a shorter one", async ({ signedInPage: page }) => {
  await page.route("**/api/v1/overview?last=90d", (route) =>
    route.fulfill({
      status: 422,
      contentType: "application/problem+json",
      json: {
        type: "about:blank",
        title: "There is too much to count in this time.",
        status: 422,
        code: "range_too_long",
        detail: "This time holds more than can be counted in 10 seconds.",
        retriable: false,
        correctiveAction: "Choose a shorter range.",
      },
    }),
  );
  await page.goto("/overview?range=90d");
  await expect(page.getByRole("alert").filter({ hasText: "Choose a shorter range." })).toBeVisible();
});

test("a time in which nothing happened says so, and draws no axes", async ({ signedInPage: page, demo }) => {
  await submitAgainAndAgain(demo);
  // Long before anybody used this: the same question about another time.
  await page.route("**/api/v1/overview?last=1h", (route) =>
    route.continue({ url: `${demo.url}/api/v1/overview?from=2001-01-01T00:00:00Z&to=2001-01-01T01:00:00Z` }),
  );
  await page.goto("/overview?range=1h");
  await expect(page.getByRole("heading", { name: "Nothing was submitted in the last hour" })).toBeVisible();
  await expect(plots(page)).toHaveCount(0);
  await expectAccessible(page);
});

test("the overview is accessible, with a table open", { tag: "@phone" }, async ({ signedInPage: page, demo }) => {
  test.slow();
  await submitAgainAndAgain(demo);
  await page.goto("/overview");
  await page.getByText("Show as table").first().click();
  await expect(page.getByRole("table").first()).toBeVisible();
  await expectAccessible(page);
});
