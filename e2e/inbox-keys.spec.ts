import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures";
import { hold, openInbox, rowOf } from "./inbox";
import { makeRefund, NO_WAIT } from "./refund";
import { makeCredits, publishWallet } from "./wallet";

test.beforeAll(({ demo }) => publishWallet(demo, "e2e_credit_wallet_undo"));

test("everything can be decided by keys alone, and the focus is never lost", async ({ signedInPage: page, agent }) => {
  const { run, bodies, wallets } = makeCredits("e2e_credit_wallet_undo", [11, 12, 14, 15]);
  const held = await hold(agent, bodies);
  const row = (number: number) => rowOf(page, wallets[number - 1] ?? "");
  await openInbox(page, run);
  await expect(row(4).getByRole("button", { name: "Approve" })).toBeVisible();

  // The first row is the current one from the start.
  await page.keyboard.press("j");
  await expect(row(2)).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await expect(row(3)).toBeFocused();
  await page.keyboard.press("k");
  await expect(row(2)).toBeFocused();

  await page.keyboard.press("a");
  await expect(row(2)).toContainText("You approved this intent");
  await expect(row(3)).toBeFocused();
  await page.keyboard.press("z");
  await expect(page.getByText("Taken back. It is held again, and nothing ran.")).toBeAttached();
  expect((await agent.submit(bodies[1] ?? {}, { prefer: "wait=0" })).body).toMatchObject({ state: "held" });

  await page.keyboard.press("d");
  await expect(page.getByRole("dialog").getByLabel("Reason")).toBeFocused();
  await page.keyboard.type("Keys only");
  await page.keyboard.press("Control+Enter");
  await expect(row(3)).toContainText("You denied this intent");
  await expect(row(4)).toBeFocused();

  await page.keyboard.press("x");
  await expect(page.getByRole("region", { name: "Selected" })).toContainText("1 selected · $15.00");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("region", { name: "Selected" })).toHaveCount(0);
  await expect(row(4)).toBeFocused();

  await page.keyboard.press("/");
  await expect(page.getByRole("searchbox", { name: /Search by id/ })).toBeFocused();
  await page.keyboard.type("ja");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");

  await page.goto(`/?q=${run}`);
  await expect(row(4)).toBeVisible();
  await page.keyboard.press("j");
  await page.keyboard.press("k");
  await expect(row(1)).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(`/intents/${String(held[0]?.["id"])}`);
});

test("after the last row the focus is on what says that nothing is left", async ({ signedInPage: page, agent }) => {
  const { run, bodies, wallets } = makeCredits("e2e_credit_wallet_undo", [16]);
  await hold(agent, bodies);
  await openInbox(page, run);
  await expect(rowOf(page, wallets[0] ?? "").getByRole("button", { name: "Approve" })).toBeVisible();
  await page.keyboard.press("j");
  await page.keyboard.press("a");
  await expect(page.getByRole("heading", { name: "Nothing that matches waits" })).toBeFocused();
});

test("an approval can be taken back while its ring runs, and the intent waits again", {
  tag: "@phone",
}, async ({ signedInPage: page, agent }) => {
  const { run, bodies, wallets } = makeCredits("e2e_credit_wallet_undo", [17, 18]);
  await hold(agent, bodies);
  await openInbox(page, run);
  const row = rowOf(page, wallets[0] ?? "");
  await expect(row).toContainText("runs in 30 seconds; you can take it back until then");
  await row.getByRole("button", { name: "Approve" }).click();
  const tray = page.getByRole("region", { name: "Can be taken back" });
  await expect(tray).toContainText("Approved, not yet run");
  await expect(tray).toContainText(wallets[0] ?? "");
  await expect(row).toHaveCount(0);
  await tray.getByRole("button", { name: "Undo" }).click();
  await expect(tray).toHaveCount(0);
  await expect(row.getByRole("button", { name: "Approve" })).toBeVisible();
});

test("the way back goes along to other screens", async ({ signedInPage: page, agent }) => {
  const { run, bodies, wallets } = makeCredits("e2e_credit_wallet_undo", [27]);
  await hold(agent, bodies);
  await openInbox(page, run);
  await rowOf(page, wallets[0] ?? "")
    .getByRole("button", { name: "Approve" })
    .click();
  const tray = page.getByRole("region", { name: "Can be taken back" });
  await expect(tray).toContainText(wallets[0] ?? "");
  await page.keyboard.press("g");
  await page.keyboard.press("s");
  await expect(page.getByRole("heading", { name: "Settings", level: 1 })).toBeVisible();
  await expect(tray).toContainText(wallets[0] ?? "");
  await page.keyboard.press("z");
  await expect(page.getByRole("region", { name: "Taken back", exact: true })).toContainText(wallets[0] ?? "");
  expect((await agent.submit(bodies[0] ?? {}, { prefer: "wait=0" })).body).toMatchObject({ state: "held" });
});

test("an approval that is taken back at once leaves its row where it was", async ({ signedInPage: page, agent }) => {
  const { run, bodies, wallets } = makeCredits("e2e_credit_wallet_undo", [25, 26]);
  await hold(agent, bodies);
  await openInbox(page, run);
  const row = rowOf(page, wallets[0] ?? "");
  await expect(row.getByRole("button", { name: "Approve" })).toBeVisible();
  await page.getByRole("button", { name: "Pause updates" }).click();
  await row.getByRole("button", { name: "Approve" }).click();
  await expect(row).toContainText("You approved this intent");
  await page.keyboard.press("z");
  await expect(page.getByText("Taken back. It is held again, and nothing ran.")).toBeAttached();
  await expect(row.getByText("You approved this intent")).toHaveCount(0);
  await expect(row.getByRole("button", { name: "Approve" })).toBeVisible();
});

test("an undo that comes too late says so and keeps saying it", async ({ signedInPage: page, agent }) => {
  const { run, bodies, wallets } = makeCredits("e2e_credit_wallet_undo", [19]);
  await hold(agent, bodies);
  await openInbox(page, run);
  await rowOf(page, wallets[0] ?? "")
    .getByRole("button", { name: "Approve" })
    .click();
  const tray = page.getByRole("region", { name: "Can be taken back" });
  await page.route("**/undo", (route) =>
    route.fulfill({
      status: 409,
      contentType: "application/problem+json",
      body: JSON.stringify({
        type: "about:blank",
        title: "Too late.",
        status: 409,
        code: "undo_over",
        retriable: false,
        correctiveAction: "Look again.",
      }),
    }),
  );
  await tray.getByRole("button", { name: "Undo" }).click();
  await expect(tray.getByRole("alert")).toContainText("The time to take it back is over: it runs.");
  await tray.getByRole("button", { name: "Put away" }).click();
  await expect(tray).toHaveCount(0);
});

/** What the page sends that decides, from now on. */
function watchDecisions(page: Page): string[] {
  const sent: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "POST" && request.url().endsWith("/decisions")) sent.push(request.url());
  });
  return sent;
}

test("a key that is held down decides once, not row after row", async ({ signedInPage: page, agent }) => {
  const { run, bodies, wallets } = makeCredits("e2e_credit_wallet_undo", [21, 22, 23]);
  await hold(agent, bodies);
  await openInbox(page, run);
  await expect(rowOf(page, wallets[2] ?? "").getByRole("button", { name: "Approve" })).toBeVisible();
  const sent = watchDecisions(page);
  await page.keyboard.press("k");
  await page.keyboard.down("a");
  await expect(rowOf(page, wallets[1] ?? "")).toBeFocused();
  for (let repetition = 0; repetition < 5; repetition += 1) await page.keyboard.down("a");
  await page.keyboard.up("a");
  // What the page sends after them is seen after them.
  await page.evaluate(() => fetch("/api/v1/session"));
  expect(sent).toHaveLength(1);
  await page.keyboard.press("a");
  await expect(rowOf(page, wallets[2] ?? "")).toBeFocused();
});

test("the Enter that opens a question does not answer it, however long it is held down", async ({
  signedInPage: page,
  agent,
}) => {
  const refund = makeRefund(170);
  await agent.submit(refund.body, NO_WAIT);
  await openInbox(page, refund.paymentId);
  const sent = watchDecisions(page);
  await rowOf(page, refund.paymentId).getByRole("button", { name: "Approve…" }).focus();
  await page.keyboard.down("Enter");
  await expect(page.getByRole("dialog").getByRole("button", { name: /^Approve/ })).toBeFocused();
  await page.keyboard.down("Enter");
  await page.keyboard.up("Enter");
  await expect(page.getByRole("dialog")).toBeVisible();
  expect(sent).toEqual([]);
});

for (const [what, press] of [
  ["the palette", "ControlOrMeta+k"],
  ["the question for a reason", "d"],
] as const) {
  test(`what is typed before ${what} is here decides nothing`, async ({ signedInPage: page, agent }) => {
    const { run, bodies, wallets } = makeCredits("e2e_credit_wallet_undo", [24]);
    await hold(agent, bodies);
    // A browser that never has time to fetch ahead what will be wanted.
    await page.addInitScript(() => Object.assign(window, { requestIdleCallback: () => 0 }));
    await openInbox(page, run);
    await expect(rowOf(page, wallets[0] ?? "").getByRole("button", { name: "Approve" })).toBeVisible();
    const sent = watchDecisions(page);
    let goOn: () => void = () => undefined;
    const mayGoOn = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    await page.route("**/*.js*", (route) => mayGoOn.then(() => route.continue()));
    const isWanted = page.waitForRequest("**/*.js*");
    await page.keyboard.press(press);
    await isWanted;
    await page.keyboard.type("a");
    goOn();
    await expect(page.getByRole("dialog")).toBeVisible();
    expect(sent).toEqual([]);
  });
}
