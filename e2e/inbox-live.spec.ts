import { expectAccessible } from "./accessible";
import { expect, test } from "./fixtures";
import { hold, openInbox, rowOf } from "./inbox";
import { makeRefund, NO_WAIT } from "./refund";
import { makeCredits, publishWallet, SHORT_LIVED } from "./wallet";

test.beforeAll(({ demo }) => publishWallet(demo, "e2e_credit_wallet"));

test("what begins to wait appears without a reload, duplicates are counted, and what is decided elsewhere leaves", async ({
  signedInPage: page,
  agent,
  demo,
}) => {
  const { run, bodies, wallets } = makeCredits("e2e_credit_wallet", [31, 32]);
  await openInbox(page, run);
  await expect(page.getByRole("heading", { name: "Nothing that matches waits" })).toBeVisible();
  await page.evaluate(() => Object.assign(window, { isSameDocument: true }));
  const held = await hold(agent, bodies);
  await expect(rowOf(page, wallets[0] ?? "")).toBeVisible();
  for (let again = 0; again < 3; again += 1) await agent.submit(bodies[1] ?? {}, NO_WAIT);
  await expect(rowOf(page, wallets[1] ?? "")).toContainText("×4");
  await fetch(`${demo.url}/api/v1/intents/${String(held[1]?.["id"])}/decisions`, {
    method: "POST",
    headers: { authorization: `Bearer ${demo.operatorToken}`, "content-type": "application/json" },
    body: JSON.stringify({ verdict: "deny", reason: "Elsewhere." }),
  });
  await expect(rowOf(page, wallets[1] ?? "")).toHaveCount(0);
  expect(await page.evaluate(() => "isSameDocument" in window)).toBe(true);
});

test("a row that somebody is in does not vanish from under them when it is decided elsewhere", async ({
  signedInPage: page,
  agent,
  demo,
}) => {
  const { run, bodies, wallets } = makeCredits("e2e_credit_wallet", [33, 34]);
  const held = await hold(agent, bodies);
  await openInbox(page, run);
  const row = rowOf(page, wallets[0] ?? "");
  await expect(row).toBeVisible();
  await row.focus();
  await fetch(`${demo.url}/api/v1/intents/${String(held[0]?.["id"])}/decisions`, {
    method: "POST",
    headers: { authorization: `Bearer ${demo.operatorToken}`, "content-type": "application/json" },
    body: JSON.stringify({ verdict: "deny", reason: "Elsewhere." }),
  });
  await expect(row).toContainText("It waits no more");
  await expect(row).toContainText("Denied. An operator said no. Nothing ran.");
  await expect(row.getByRole("button", { name: "Approve" })).toHaveCount(0);
  await expect(row).toBeFocused();
  await page.keyboard.press("j");
  await expect(rowOf(page, wallets[1] ?? "")).toBeFocused();
  await expect(row).toHaveCount(0);
});

test("while updates are paused rows stay as they are, and what came meanwhile is counted", async ({
  signedInPage: page,
  agent,
}) => {
  const { run, bodies, wallets } = makeCredits("e2e_credit_wallet", [35, 36]);
  await hold(agent, bodies.slice(0, 1));
  await openInbox(page, run);
  await expect(rowOf(page, wallets[0] ?? "")).toBeVisible();
  await page.getByRole("button", { name: "Pause updates" }).click();
  await hold(agent, bodies.slice(1));
  await expect(page.getByText(/Updates paused · \d+ changes? since/)).toBeVisible();
  await expect(rowOf(page, wallets[1] ?? "")).toHaveCount(0);
  await page.getByRole("button", { name: "Resume updates" }).click();
  await expect(rowOf(page, wallets[1] ?? "")).toBeVisible();
});

test("a row that has the focus stays where it is on the screen when others come in above it", async ({
  signedInPage: page,
  agent,
}) => {
  const many = Array.from({ length: 16 }, (_, index) => 100 + index);
  const { run, bodies, wallets } = makeCredits("e2e_credit_wallet", [...many, SHORT_LIVED]);
  await hold(agent, bodies.slice(0, -1));
  await openInbox(page, run);
  const row = rowOf(page, `${wallets[3]}`).first();
  await expect(row).toBeVisible();
  await row.focus();
  const topOf = () => row.evaluate((element) => Math.round(element.getBoundingClientRect().top));
  const before = await topOf();
  await hold(agent, bodies.slice(-1));
  await expect(row).toHaveAttribute("aria-posinset", "5");
  expect(Math.abs((await topOf()) - before)).toBeLessThanOrEqual(2);
  await expect(row).toBeFocused();
});

test("whoever scrolled away goes on by keys from what they see", async ({ signedInPage: page, agent }) => {
  const { run, bodies, wallets } = makeCredits(
    "e2e_credit_wallet",
    Array.from({ length: 24 }, (_, index) => 200 + index),
  );
  await hold(agent, bodies);
  await openInbox(page, run);
  await expect(rowOf(page, wallets[0] ?? "").first()).toBeVisible();
  await page.mouse.move(600, 500);
  await page.mouse.wheel(0, 100_000);
  await expect(rowOf(page, wallets[23] ?? "")).toBeInViewport();
  // Not on what nobody sees: the row comes back into sight first.
  await page.keyboard.press("a");
  await expect(rowOf(page, wallets[0] ?? "").first()).toBeFocused();
  await expect(rowOf(page, wallets[0] ?? "").first()).not.toContainText("You approved");
  await page.getByRole("heading", { name: "Inbox", level: 1 }).click();
  await page.mouse.move(600, 500);
  await page.mouse.wheel(0, 100_000);
  await expect(rowOf(page, wallets[23] ?? "")).toBeInViewport();
  await page.keyboard.press("j");
  await expect(page.getByRole("article").and(page.locator(":focus"))).toBeInViewport();
  await expect(rowOf(page, wallets[23] ?? "")).toBeInViewport();
});

test("an intent that expires while somebody looks says so, and can no longer be pressed", {
  tag: "@phone",
}, async ({ signedInPage: page, agent }) => {
  const { run, bodies, wallets } = makeCredits("e2e_credit_wallet", [40, SHORT_LIVED]);
  await hold(agent, bodies.slice(0, 1));
  await openInbox(page, run);
  await expect(rowOf(page, wallets[0] ?? "")).toBeVisible();
  await hold(agent, bodies.slice(1));
  const row = rowOf(page, wallets[1] ?? "");
  await expect(row).toContainText(/last \d+ s/);
  await row.focus();
  // Not because it was read again: nothing is.
  await page.route("**/api/v1/inbox?*", (route) => route.abort());
  await expect(row).toContainText("Its time is over: it expires, nothing runs.", { timeout: 20_000 });
  await expect(row.getByRole("button", { name: "Approve" })).toHaveCount(0);
  await expect(row).toBeFocused();
});

test("text from an agent stays text in a row, and no long text is cut without a sign", async ({
  signedInPage: page,
  agent,
}) => {
  const { run, bodies } = makeCredits("e2e_credit_wallet", [41]);
  const [body] = bodies;
  const walletId = `<b>w</b>\u202E${crypto.randomUUID().slice(0, 8)}${"x".repeat(200)}`;
  const reason = `<img src=x onerror="window.isHacked=1"> [approve](https://evil.example) ${"long ".repeat(100)}`;
  await hold(agent, [{ ...body, reason, args: { ...body?.args, walletId } }]);
  await openInbox(page, run);
  const row = page.getByRole("article");
  await expect(row).toContainText("<b>w</b>⟨U+202E⟩");
  await expect(row).toContainText("xxx…");
  await expect(row).toContainText('<img src=x onerror="window.isHacked=1"> [approve](https://evil.example)');
  await expect(row.locator("img, b")).toHaveCount(0);
  await expect(row.locator("a[href*=evil]")).toHaveCount(0);
  expect(await page.evaluate(() => "isHacked" in window)).toBe(false);
});

test("an API that is down reads as an alert, never as nothing waiting, and the inbox recovers by itself", {
  tag: "@phone",
}, async ({ signedInPage: page, agent }) => {
  const { run, bodies, wallets } = makeCredits("e2e_credit_wallet", [42]);
  await hold(agent, bodies);
  await page.route("**/api/v1/inbox?*", (route) => route.abort());
  await openInbox(page, run);
  await expect(page.getByRole("alert").filter({ hasText: "The inbox could not be loaded" })).toBeVisible();
  await expect(page.getByText(/Nothing .*waits/)).toHaveCount(0);
  await page.unroute("**/api/v1/inbox?*");
  await expect(rowOf(page, wallets[0] ?? "")).toBeVisible();
  await expect(page.getByRole("alert").filter({ hasText: "could not be loaded" })).toHaveCount(0);
});

test("filters live in the address and can be cleared", async ({ signedInPage: page, agent }) => {
  const refund = makeRefund(150);
  await hold(agent, [refund.body]);
  await openInbox(page, refund.paymentId);
  await page.getByRole("button", { name: /^Approval/ }).click();
  await expect(page).toHaveURL(`/?q=${refund.paymentId}&reason=approval`);
  await expect(rowOf(page, refund.paymentId)).toBeVisible();
  // Nothing drifted: its reason waits behind a press.
  await expect(page.getByRole("button", { name: /^Drift/ })).toHaveCount(0);
  await page.getByRole("button", { name: "More reasons" }).click();
  await page.getByRole("button", { name: /^Drift/ }).click();
  await expect(page.getByText("Nothing that matches waits")).toBeVisible();
  await page.reload();
  await expect(page.getByRole("button", { name: /^Drift/ })).toHaveAttribute("aria-pressed", "true");
  await page.goBack();
  await expect(rowOf(page, refund.paymentId)).toBeVisible();
  await page.getByRole("button", { name: /^Tool/ }).click();
  await page.getByRole("menuitemradio", { name: /Refund a payment/ }).click();
  await expect(page).toHaveURL(/tool=refund_payment/);
  await page.getByRole("button", { name: "Clear filters" }).first().click();
  await expect(page).toHaveURL("/");
});

test.describe("accessibility", () => {
  test.describe.configure({ timeout: 120_000 });

  test("the inbox with rows, a selection and its dialogs", { tag: "@phone" }, async ({ signedInPage: page, agent }) => {
    const { run, bodies, wallets } = makeCredits("e2e_credit_wallet", [51, 52]);
    const refund = makeRefund(180);
    await hold(agent, [...bodies, { ...refund.body, run }]);
    await agent.submit({ ...bodies[0], args: { ...bodies[0]?.args, amount: 60 } }, NO_WAIT);
    await openInbox(page, run);
    await expect(page.getByRole("article")).toHaveCount(3);
    await expectAccessible(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
    await rowOf(page, wallets[0] ?? "")
      .getByRole("checkbox")
      .click();
    await expect(page.getByRole("region", { name: "Selected" })).toBeVisible();
    await expectAccessible(page, "[aria-label=Selected]");
    await page.getByRole("button", { name: "Approve 1…" }).click();
    await expectAccessible(page, "[role=dialog]");
    await page.keyboard.press("Escape");
    await rowOf(page, refund.paymentId).getByRole("button", { name: "Approve" }).click();
    await expect(page.getByRole("dialog")).toContainText("$180.00");
    await expectAccessible(page, "[role=dialog]");
  });

  test("the inbox when nothing matches and when it could not be loaded", async ({ signedInPage: page }) => {
    await openInbox(page, "run_that_nobody_made");
    await expect(page.getByText("Nothing that matches waits")).toBeVisible();
    await expectAccessible(page);
    await page.route("**/api/v1/inbox?*", (route) => route.abort());
    await page.reload();
    await expect(page.getByRole("alert").filter({ hasText: "could not be loaded" })).toBeVisible();
    await expectAccessible(page);
  });
});

test("where all that was read is gone and there is more, the inbox goes on and never says that nothing waits", async ({
  signedInPage: page,
  agent,
}) => {
  const { run, bodies, wallets } = makeCredits("e2e_credit_wallet", [10]);
  await hold(agent, bodies);
  await page.route(/\/api\/v1\/inbox\?/, (route) => {
    const url = new URL(route.request().url());
    if (url.searchParams.get("cursor") === null) return route.fulfill({ json: { items: [], nextCursor: "more" } });
    url.searchParams.delete("cursor");
    return route.continue({ url: url.href });
  });
  const empty = page.getByRole("heading", { name: "Nothing that matches waits" });
  await openInbox(page, run);
  await expect(rowOf(page, wallets[0] ?? "").or(empty)).toBeVisible();
  await expect(empty).toHaveCount(0);
});
