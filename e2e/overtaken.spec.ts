import type { Page } from "@playwright/test";
import type { Demo } from "@/tests/support/launched-product";
import { expectAccessible } from "./accessible";
import { expect, test } from "./fixtures";
import { hold, openInbox, rowOf } from "./inbox";
import { makeRefund, NO_WAIT } from "./refund";
import { makeCredits, publishWallet, SHORT_LIVED } from "./wallet";

test.beforeAll(({ demo }) => publishWallet(demo, "e2e_credit_wallet"));

async function denyElsewhere(demo: Demo, id: unknown): Promise<void> {
  const answer = await fetch(`${demo.url}/api/v1/intents/${String(id)}/decisions`, {
    method: "POST",
    headers: { authorization: `Bearer ${demo.operatorToken}`, "content-type": "application/json" },
    body: JSON.stringify({ verdict: "deny", reason: "Somebody else was faster." }),
  });
  expect(answer.status).toBe(200);
}

/** What the page sends that decides, from now on. */
function watchDecisions(page: Page): string[] {
  const sent: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "POST" && request.url().endsWith("/decisions")) sent.push(request.url());
  });
  return sent;
}

for (const place of ["inbox", "intent page"] as const) {
  test(`a question in the ${place} says by itself that a drift arrived, and can no longer be answered`, async ({
    signedInPage: page,
    agent,
  }) => {
    const refund = makeRefund(62);
    const [held] = await hold(agent, [refund.body]);
    if (place === "inbox") await openInbox(page, refund.paymentId);
    else await page.goto(`/intents/${String(held?.["id"])}`);
    await page.getByRole("button", { name: "Approve…" }).first().click();
    const dialog = page.getByRole("dialog");
    const approve = dialog.getByRole("button", { name: "Approve $62.00" });
    await expect(approve).toBeEnabled();
    const sent = watchDecisions(page);
    await agent.submit({ ...refund.body, args: { ...refund.body.args, amount: 100 } }, NO_WAIT);
    await expect(dialog.getByRole("alert")).toContainText("A drift arrived");
    await expect(approve).toHaveAttribute("aria-disabled", "true");
    await expectAccessible(page, "[role=dialog]");
    await approve.click({ force: true });
    await approve.press("Enter");
    await expect(dialog).toBeVisible();
    expect(sent).toEqual([]);
    await dialog.getByRole("button", { name: "Close" }).first().click();
    await expect(dialog).toHaveCount(0);
  });
}

test("a question says who was faster, and what became of the intent", async ({ signedInPage: page, agent, demo }) => {
  const refund = makeRefund(63);
  const [held] = await hold(agent, [refund.body]);
  await openInbox(page, refund.paymentId);
  await rowOf(page, refund.paymentId).getByRole("button", { name: "Approve…" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText("$63.00");
  await denyElsewhere(demo, held?.["id"]);
  await expect(dialog.getByRole("alert")).toContainText("It waits no more");
  await expect(dialog.getByRole("alert")).toContainText(/denied it on .* The reason: Somebody else was faster\./);
  await expect(dialog.getByRole("button", { name: "Approve $63.00" })).toHaveAttribute("aria-disabled", "true");
});

test("a denial that is still being written says that the time is over, and keeps what was written", async ({
  signedInPage: page,
  agent,
}) => {
  const { run, bodies, wallets } = makeCredits("e2e_credit_wallet", [SHORT_LIVED]);
  await hold(agent, bodies);
  await openInbox(page, run);
  await rowOf(page, wallets[0] ?? "")
    .getByRole("button", { name: "Deny…" })
    .click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Reason").fill("Too late, perhaps");
  const sent = watchDecisions(page);
  await expect(dialog.getByRole("alert")).toContainText(/The time to decide is over|It waits no more/, {
    timeout: 20_000,
  });
  await expect(dialog.getByLabel("Reason")).toHaveValue("Too late, perhaps");
  await expect(dialog.getByRole("button", { name: "Deny", exact: true })).toHaveAttribute("aria-disabled", "true");
  await dialog.getByLabel("Reason").press("Control+Enter");
  await expect(dialog).toBeVisible();
  expect(sent).toEqual([]);
});

test("what cannot be taken back is shown whole before it is approved: beside the row, and in the question", async ({
  signedInPage: page,
  agent,
}) => {
  const run = `run_${crypto.randomUUID().slice(0, 8)}`;
  const to = `${run}@customer.test`;
  const body = `Dear Maria, ${"we are sorry. ".repeat(60)}The end.`;
  await hold(agent, [{ tool: "send_email", run, args: { to, about: "ticket 1", subject: "Your refund", body } }]);
  await openInbox(page, run);
  const panel = page.getByRole("complementary", { name: "The current row" });
  await expect(panel).toContainText("Your refund");
  await expect(panel).toContainText("Dear Maria");
  await rowOf(page, to).getByRole("button", { name: "Approve…" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText("Your refund");
  await expect(dialog).toContainText("Dear Maria");
  await expect(dialog).not.toContainText("The end.");
  await expect(dialog.getByLabel("To approve, type the value of “to”")).toBeFocused();
  await dialog.getByRole("button", { name: /^Show all [\d,]+ characters/ }).click();
  await expect(dialog).toContainText("The end.");
});
