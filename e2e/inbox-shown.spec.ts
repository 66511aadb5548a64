// What an operator sees around the rows: what follows, what is over, what was taken back, what does not work now.
import type { Locator } from "@playwright/test";
import { expect, test } from "./fixtures";
import { hold, openInbox, rowOf } from "./inbox";
import { publishOwnTool, signInAs } from "./own-tool";
import { makeRefund } from "./refund";
import { makeCredits, publishWallet } from "./wallet";

test.beforeAll(async ({ demo }) => {
  await publishWallet(demo, "e2e_credit_wallet");
  await publishWallet(demo, "e2e_credit_wallet_undo");
});

test("what was taken back is seen where it was approved and on its row, and an approval is said once", async ({
  signedInPage: page,
  agent,
}) => {
  const { run, bodies, wallets } = makeCredits("e2e_credit_wallet_undo", [61, 62]);
  await hold(agent, bodies);
  await openInbox(page, run);
  const row = rowOf(page, wallets[0] ?? "");
  await row.getByRole("button", { name: "Approve" }).click();
  await expect(row).toContainText("You approved this intent");
  const spoken = page.getByRole("status").filter({ hasText: /approved|Approved/ });
  await expect(spoken).toHaveCount(1);
  await expect(spoken).toContainText("Press Z to take it back.");
  const panel = page.getByRole("complementary", { name: "The current row" });
  await expect(panel).toContainText(wallets[1] ?? "");
  await expect(row).toHaveCount(0);

  await page.keyboard.press("z");
  const tray = page.getByRole("region", { name: "Taken back", exact: true });
  await expect(tray).toContainText("Held again; nothing ran.");
  await expect(row).toContainText("You took your approval back");
  await expect(row.getByRole("button", { name: "Approve" })).toBeVisible();
  await tray.getByRole("button", { name: "Put away" }).click();
  await expect(tray).toHaveCount(0);
  await expect(row).not.toContainText("You took your approval back");
});

// How tall a card is decides where the page comes to rest: a deadline on the next day alone makes it a line taller.
for (const lineCount of [0, 2, 4]) {
  test(`what can be taken back covers nothing that is pressed next, and what is above the list is whole or out of sight, with ${lineCount} lines of reason`, {
    tag: "@phone",
  }, async ({ signedInPage: page, agent }) => {
    const { run, bodies, wallets } = makeCredits("e2e_credit_wallet_undo", [81, 82, 83, 84]);
    const reason = "A card as tall as its words are many. ".repeat(lineCount);
    await hold(agent, lineCount === 0 ? bodies : bodies.map((body) => ({ ...body, reason })));
    await openInbox(page, run);
    for (const [index, wallet] of wallets.slice(0, 3).entries()) {
      await rowOf(page, wallet).getByRole("button", { name: "Approve" }).click();
      const next = rowOf(page, wallets[index + 1] ?? "");
      await expect(next).toBeFocused();
      await expect(rowOf(page, wallet)).toHaveCount(0);
      // The page comes to rest within a drawing or two.
      await expect(async () => {
        const tray = await boxOf(page.getByRole("region", { name: "Can be taken back" }));
        const deny = await boxOf(next.getByRole("button", { name: "Deny…" }));
        expect(deny.y + deny.height).toBeLessThanOrEqual(tray.y);
        const bar = await boxOf(page.getByRole("heading", { name: "Inbox", level: 1 }).locator(".."));
        const chips = await boxOf(page.getByRole("list", { name: "Narrow to a reason" }));
        const [barEnd, chipsEnd] = [bar.y + bar.height, chips.y + chips.height];
        expect(chipsEnd <= barEnd + 1 || chips.y >= barEnd - 1).toBe(true);
      }).toPass({ timeout: 5_000 });
    }
  });
}

async function boxOf(locator: Locator): Promise<{ y: number; height: number }> {
  const box = await locator.boundingBox();
  if (box === null) throw new Error("not on the screen");
  return box;
}

test("a filter keeps the tool's name when nothing of it waits", async ({ signedInPage: page, demo }) => {
  const { tool, title } = await publishOwnTool(demo);
  await page.goto(`/?tool=${tool}`);
  await expect(page.getByText("0 waiting", { exact: true })).toBeVisible();
  await expect(page.getByRole("button", { name: `Tool ${title}` })).toBeVisible();
});

test("what is over tells no time and no consequences, and who decided it", async ({ signedInPage: page, agent }) => {
  const { run, bodies, wallets } = makeCredits("e2e_credit_wallet_undo", [63, 64]);
  await hold(agent, bodies);
  await openInbox(page, run);
  const panel = page.getByRole("complementary", { name: "The current row" });
  await expect(panel).toContainText("What happens");
  await rowOf(page, wallets[0] ?? "")
    .getByRole("checkbox")
    .click();
  const bar = page.getByRole("region", { name: "Selected" });
  await expect(page.getByRole("status").filter({ hasText: "1 selected, $63.00" })).toBeAttached();
  await bar.getByRole("button", { name: "Select all 2 that match" }).click();
  await expect(bar).toContainText("2 selected · $127.00");
  await expect(bar).toContainText("All that match.");
  await expect(bar.getByRole("button", { name: /^Select all/ })).toHaveCount(0);
  await bar.getByRole("button", { name: "Approve 2…" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText("All of them run in 30 seconds; until then you can take them back.");
  await dialog.getByRole("button", { name: "Approve 2" }).click();
  await expect(bar.getByRole("heading")).toHaveText("2 intents approved.");

  const row = rowOf(page, wallets[0] ?? "");
  await expect(row).toContainText(/You approved it on .*You can still take it back\./);
  await expect(row).not.toContainText("left");
  await expect(panel).toContainText("It waits no more");
  await expect(panel).not.toContainText("What happens");
  await expect(panel).not.toContainText("Why it was stopped");
  // The bar is at the foot of the screen, however short the list, and nothing covers it.
  const foot = await bar.boundingBox();
  const tray = await page.getByRole("region", { name: "Can be taken back" }).boundingBox();
  expect(Math.round((foot?.y ?? 0) + (foot?.height ?? 0))).toBe(page.viewportSize()?.height);
  expect((tray?.y ?? 0) + (tray?.height ?? 0)).toBeLessThanOrEqual(foot?.y ?? 0);
});

test("a decision that got no answer says what became of it as soon as that is known", async ({
  signedInPage: page,
  agent,
  demo,
}) => {
  const { run, bodies, wallets } = makeCredits("e2e_credit_wallet", [65, 66]);
  const held = await hold(agent, bodies);
  await openInbox(page, run);
  await page.route("**/decisions", (route) => (route.request().method() === "POST" ? route.abort() : route.continue()));
  for (const wallet of wallets) {
    await rowOf(page, wallet).getByRole("button", { name: "Approve" }).click();
    await expect(rowOf(page, wallet).getByRole("alert")).toContainText("It is not known whether your decision arrived");
  }
  await fetch(`${demo.url}/api/v1/intents/${String(held[1]?.["id"])}/decisions`, {
    method: "POST",
    headers: { authorization: `Bearer ${demo.operatorToken}`, "content-type": "application/json" },
    body: JSON.stringify({ verdict: "deny", reason: "Not this one." }),
  });
  const [still, ended] = [0, 1].map((index) => rowOf(page, wallets[index] ?? "").getByRole("alert")) as [
    Locator,
    Locator,
  ];
  await expect(still).toContainText("It is still held: you did not approve it", { timeout: 20_000 });
  await expect(ended).toContainText(/It waits no more.*Denied\..*Not this one\./s, { timeout: 20_000 });
});

test("a question opens without a network, because it was fetched ahead, and the screen does not claim to be live", async ({
  signedInPage: page,
  agent,
  context,
}) => {
  const { run, bodies, wallets } = makeCredits("e2e_credit_wallet", [67]);
  await hold(agent, bodies);
  const underway = new Set<string>();
  page.on("request", (request) => request.resourceType() === "script" && underway.add(request.url()));
  page.on("requestfinished", (request) => underway.delete(request.url()));
  await openInbox(page, run);
  await expect(rowOf(page, wallets[0] ?? "")).toBeVisible();
  // Whoever asked for an idle moment before had it before.
  await page.evaluate(() => new Promise<void>((resolve) => requestIdleCallback(() => resolve())));
  await expect.poll(() => underway.size).toBe(0);
  await context.setOffline(true);
  await expect(page.getByText("Not live: offline")).toBeVisible();
  await page.keyboard.press("d");
  await expect(page.getByRole("dialog").getByLabel("Reason")).toBeFocused();
});

test("a question that cannot be fetched says so", async ({ signedInPage: page, agent }) => {
  const { run, bodies, wallets } = makeCredits("e2e_credit_wallet", [68]);
  await hold(agent, bodies);
  await page.addInitScript(() => Object.assign(window, { requestIdleCallback: () => 0 }));
  await openInbox(page, run);
  await expect(rowOf(page, wallets[0] ?? "").getByRole("button", { name: "Approve" })).toBeVisible();
  await page.route("**/*.js*", (route) => route.abort());
  await page.keyboard.press("d");
  await expect(page.getByRole("alert").filter({ hasText: "did not load, so nothing happened" })).toBeVisible();
});

test("whoever may only look is told so once, sees nothing to press, and why a key does nothing", async ({
  page,
  demo,
  agent,
}) => {
  const { run, bodies } = makeCredits("e2e_credit_wallet", [69, 70]);
  await hold(agent, bodies);
  await signInAs(page, demo, "viewer");
  await openInbox(page, run);
  await expect(page.getByRole("article")).toHaveCount(2);
  await expect(page.getByText("You can look; an approver or an admin decides.")).toHaveCount(1);
  await expect(page.getByRole("checkbox")).toHaveCount(0);
  const panel = page.getByRole("complementary", { name: "The current row" });
  await expect(panel).not.toContainText("deny");
  await page.keyboard.press("a");
  await expect(page.getByRole("status").filter({ hasText: "You can look" })).toBeInViewport();
});

test("keys that are switched off are not named", async ({ signedInPage: page, agent }) => {
  const { run, bodies, wallets } = makeCredits("e2e_credit_wallet", [71]);
  await hold(agent, bodies);
  await page.addInitScript(() => localStorage.setItem("interlock.preferences", JSON.stringify({ shortcuts: false })));
  await openInbox(page, run);
  await expect(rowOf(page, wallets[0] ?? "").getByRole("button", { name: "Approve" })).toBeVisible();
  await expect(page.locator("kbd:visible")).toHaveCount(0);
});

test("pausing updates moves nothing that can be pressed, and a list that is not up to date is not called live", async ({
  signedInPage: page,
  agent,
}) => {
  const refund = makeRefund(72);
  await hold(agent, [refund.body]);
  await openInbox(page, refund.paymentId);
  await expect(rowOf(page, refund.paymentId)).toBeVisible();
  const search = page.getByRole("searchbox", { name: /Search by id/ });
  const before = await search.boundingBox();
  await page.getByRole("button", { name: "Pause updates" }).click();
  await expect(page.getByText("Updates paused")).toBeVisible();
  expect(await search.boundingBox()).toEqual(before);
  await page.route("**/api/v1/inbox?*", (route) => route.abort());
  await page.getByRole("button", { name: "Resume updates" }).click();
  await expect(page.getByText("This list is not up to date")).toBeVisible({ timeout: 20_000 });
  await expect(page.getByText("Not live: reconnecting")).toBeVisible();
});
