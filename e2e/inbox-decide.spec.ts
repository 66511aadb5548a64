import { expect, test } from "./fixtures";
import { hold, openInbox, rowOf } from "./inbox";
import { makeRefund, NO_WAIT } from "./refund";
import { makeCredits, publishWallet } from "./wallet";

test.beforeAll(({ demo }) => publishWallet(demo, "e2e_credit_wallet"));

test("low value is approved with one press, on exactly what the row shows, and the row leaves", {
  tag: "@phone",
}, async ({ signedInPage: page, agent }) => {
  const { run, bodies, wallets } = makeCredits("e2e_credit_wallet", [20, 30]);
  const [first] = await hold(agent, bodies);
  await openInbox(page, run);
  const row = rowOf(page, wallets[0] ?? "");
  await expect(row).toContainText("Credit a wallet");
  await expect(row).toContainText("$20.00");
  await expect(row).toContainText("In the agent’s words: Goodwill number 1.");
  await expect(row.getByRole("list", { name: "Why it waits" })).toContainText("Approval");

  const sent = page.waitForRequest((request) => request.url().endsWith("/decisions"));
  await row.getByRole("button", { name: "Approve" }).click();
  expect((await sent).postDataJSON()).toEqual({
    verdict: "approve",
    argsDigest: first?.["argsDigest"],
    heldSince: expect.any(String),
  });
  await expect(row).toContainText("You approved this intent");
  await expect(row.getByRole("button", { name: "Approve" })).toHaveCount(0);
  await expect(rowOf(page, wallets[1] ?? "")).toBeFocused();
  await expect(row).toHaveCount(0);
  expect((await agent.submit(bodies[0] ?? {})).body).toMatchObject({ state: "succeeded" });
});

test("high value asks once more, with the amount and the target", async ({ signedInPage: page, agent }) => {
  const refund = makeRefund(1250.5);
  await hold(agent, [refund.body]);
  await openInbox(page, refund.paymentId);
  await rowOf(page, refund.paymentId).getByRole("button", { name: "Approve" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText("$1,250.50");
  await expect(dialog).toContainText(refund.paymentId);
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(rowOf(page, refund.paymentId)).toBeFocused();
  await expect(rowOf(page, refund.paymentId).getByRole("button", { name: "Approve" })).toBeVisible();

  await rowOf(page, refund.paymentId).getByRole("button", { name: "Approve" }).click();
  await dialog.getByRole("button", { name: "Approve $1,250.50" }).click();
  await expect(rowOf(page, refund.paymentId)).toContainText("You approved this intent");
  await expect(page.getByRole("heading", { name: "Nothing that matches waits" })).toBeFocused();
});

test("what cannot be taken back must be typed, exactly", async ({ signedInPage: page, agent }) => {
  const to = `Maria.${crypto.randomUUID().slice(0, 8)}@customer.test`;
  const run = `run_${crypto.randomUUID().slice(0, 8)}`;
  await hold(agent, [{ tool: "send_email", run, args: { to, about: "ticket 1", subject: "Hello", body: "Hi." } }]);
  await openInbox(page, run);
  await rowOf(page, to).getByRole("button", { name: "Approve" }).click();
  const dialog = page.getByRole("dialog");
  const field = dialog.getByLabel("To approve, type the value of “to”");
  await expect(field).toBeFocused();
  await field.fill(to.toLowerCase());
  await field.press("Enter");
  await expect(field).toHaveAccessibleDescription(/Type exactly/);
  await field.fill(to);
  await dialog.getByRole("button", { name: "Approve" }).click();
  await expect(rowOf(page, to)).toContainText("You approved this intent");
});

test("a denial starts from a canned reason, can be edited, and goes back to the agent", {
  tag: "@phone",
}, async ({ signedInPage: page, agent }) => {
  const { run, bodies, wallets } = makeCredits("e2e_credit_wallet", [25]);
  await hold(agent, bodies);
  await openInbox(page, run);
  await rowOf(page, wallets[0] ?? "")
    .getByRole("button", { name: "Deny…" })
    .click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByLabel("Reason")).toBeFocused();
  await dialog.getByRole("button", { name: "Wrong amount" }).click();
  await expect(dialog.getByLabel("Reason")).toHaveValue("Wrong amount");
  await expect(dialog.getByLabel("Reason")).toBeFocused();
  await page.keyboard.press("End");
  await page.keyboard.type(": 15 at most");
  await dialog.getByRole("button", { name: "Deny", exact: true }).click();
  await expect(rowOf(page, wallets[0] ?? "")).toContainText("You denied this intent");
  expect((await agent.submit(bodies[0] ?? {})).body).toMatchObject({
    state: "denied",
    error: { message: "Wrong amount: 15 at most" },
  });
});

test("a drift that arrives while the page is open is not approved past: the difference is shown", async ({
  signedInPage: page,
  agent,
}) => {
  const { run, bodies, wallets } = makeCredits("e2e_credit_wallet", [80]);
  const [body] = bodies;
  const [held] = await hold(agent, bodies);
  await openInbox(page, run);
  const row = rowOf(page, wallets[0] ?? "");
  await page.route("**/decisions", async (route) => {
    await agent.submit({ ...body, args: { ...body?.args, amount: 100 } }, NO_WAIT);
    await route.continue();
  });
  await row.getByRole("button", { name: "Approve" }).click();
  const alert = row.getByRole("alert");
  await expect(alert).toContainText("You did not approve this intent");
  await expect(alert.getByRole("list", { name: "What changed" })).toContainText("$80.00, now also $100.00");
  await expect(row.getByRole("list", { name: "Why it waits" })).toContainText("Drift");
  await expect(row).toBeVisible();
  await page.unroute("**/decisions");
  expect((await agent.submit(body ?? {}, NO_WAIT)).body).toMatchObject({ id: held?.["id"], state: "held" });

  await row.getByRole("button", { name: "Put this away" }).click();
  await row.getByRole("button", { name: "Approve" }).click();
  await expect(row).toContainText("You approved this intent");
});

test("a decision that lost the race says who decided what", async ({ signedInPage: page, agent, demo }) => {
  const { run, bodies, wallets } = makeCredits("e2e_credit_wallet", [21]);
  const [held] = await hold(agent, bodies);
  await openInbox(page, run);
  const path = `/api/v1/intents/${String(held?.["id"])}/decisions`;
  await page.route(`**${path}`, async (route) => {
    await fetch(`${demo.url}${path}`, {
      method: "POST",
      headers: { authorization: `Bearer ${demo.operatorToken}`, "content-type": "application/json" },
      body: JSON.stringify({ verdict: "deny", reason: "Somebody else was faster." }),
    });
    await route.continue();
  });
  const row = rowOf(page, wallets[0] ?? "");
  await row.getByRole("button", { name: "Approve" }).click();
  const alert = row.getByRole("alert");
  await expect(alert).toContainText(
    /It was decided before you: .* denied it at .* The reason: Somebody else was faster\./,
  );
  await expect(row.getByRole("button", { name: "Approve" })).toHaveCount(0);
  await row.getByRole("button", { name: "Put the row away" }).click();
  await expect(page.getByRole("heading", { name: "Nothing that matches waits" })).toBeVisible();
});

test("no answer is told as not known, and the row stays", async ({ signedInPage: page, agent }) => {
  const { run, bodies, wallets } = makeCredits("e2e_credit_wallet", [22]);
  await hold(agent, bodies);
  await openInbox(page, run);
  await page.route("**/decisions", (route) => route.abort());
  const row = rowOf(page, wallets[0] ?? "");
  await row.getByRole("button", { name: "Approve" }).click();
  await expect(row.getByRole("alert")).toContainText("It is not known whether your decision arrived");
  await expect(row.getByRole("button", { name: "Approve" })).toBeVisible();
});

test("a decision under way cannot be sent twice, and looks like nothing else", async ({
  signedInPage: page,
  agent,
}) => {
  const { run, bodies, wallets } = makeCredits("e2e_credit_wallet", [23, 24, 26]);
  await hold(agent, bodies);
  await openInbox(page, run);
  let release: () => void = () => undefined;
  const answered = new Promise<void>((resolve) => {
    release = resolve;
  });
  let sentCount = 0;
  await page.route("**/decisions", async (route) => {
    sentCount += 1;
    await answered;
    await route.continue();
  });
  const row = rowOf(page, wallets[0] ?? "");
  await row.getByRole("button", { name: "Approve" }).click();
  const busy = row.getByRole("button", { name: "Approving…" });
  await expect(busy).toHaveAttribute("aria-disabled", "true");
  await busy.click({ force: true });
  await page.keyboard.press("a");
  await expect(row).not.toContainText("You approved");
  // Whoever goes on meanwhile is not pulled back.
  await page.keyboard.press("j");
  await page.keyboard.press("j");
  await expect(rowOf(page, wallets[2] ?? "")).toBeFocused();
  release();
  await expect(row).toContainText("You approved this intent");
  expect(sentCount).toBe(1);
  await expect(row).toHaveCount(0);
  await expect(rowOf(page, wallets[2] ?? "")).toBeFocused();
});
