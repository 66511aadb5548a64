import { expect, test } from "./fixtures";
import { chooseSubmission, makeOrder, openIntent, submitHeld, tokenOfSomebodyElse } from "./own-intent";
import { NO_WAIT } from "./refund";

/** Approved with one press; a drift waits for a person all the same. */
const LOW = { value: "low", duplicates: { drift: "hold" } };
const DRIFT = "A drift arrived since you opened this";

test("a drift that arrives while the page is open is shown with its difference, and stands in the way of approving", async ({
  signedInPage: page,
  agent,
  demo,
}) => {
  const order = await makeOrder(demo, LOW);
  const id = await submitHeld(agent, order);
  await openIntent(page, id);
  const hold = page.getByRole("region", { name: "Waiting for a decision" });
  await expect(hold.getByRole("button", { name: "Approve", exact: true })).toBeVisible();

  await agent.submit({ ...order, args: { ...order.args, amount: 35 } }, NO_WAIT);
  const notice = page.getByRole("alert").filter({ hasText: DRIFT });
  await expect(notice).toBeVisible();
  const table = notice.getByRole("table", { name: "What runs, and what was submitted" });
  await expect(table.getByRole("row").filter({ hasText: "amount" })).toContainText("Material");
  await expect(table.getByRole("cell", { name: "20", exact: true })).toBeVisible();
  await expect(table.getByRole("cell", { name: "35", exact: true })).toBeVisible();
  await expect(hold).toContainText("Look at what changed first");
  await expect(hold.getByRole("button", { name: "Approve", exact: true })).toHaveCount(0);
  await page.keyboard.press("a");
  await expect(page.getByText("You approved this intent")).toHaveCount(0);

  await notice.getByRole("button", { name: "I have seen it" }).click();
  await expect(notice).toHaveCount(0);
  await expect(hold).toContainText("Drift.");
  await hold.getByRole("button", { name: "Approve", exact: true }).click();
  await expect(page.getByText("You approved this intent")).toBeVisible();
  await expect(page.getByRole("status", { name: "State" })).toContainText("Succeeded", { timeout: 30_000 });
  expect((await agent.submit(order)).body).toMatchObject({ state: "succeeded", args: { amount: 20 } });
});

test("a drift that the page has not heard of yet is not approved past: the server refuses, and the page shows it", async ({
  signedInPage: page,
  agent,
  demo,
}) => {
  const order = await makeOrder(demo, LOW);
  const id = await submitHeld(agent, order);
  await openIntent(page, id);
  await page.getByRole("button", { name: "Pause updates" }).click();
  await agent.submit({ ...order, args: { ...order.args, amount: 35 } }, NO_WAIT);
  await page.getByRole("button", { name: "Approve", exact: true }).click();
  await expect(page.getByRole("alert").filter({ hasText: "You did not approve this intent" })).toContainText(
    "a drift came",
  );
  await expect(page.getByRole("alert").filter({ hasText: DRIFT })).toBeVisible();
  await expect(page.getByRole("status", { name: "State" })).toContainText("Held");
});

test("args that somebody else chose meanwhile are not what the button means until the operator asks for them", async ({
  signedInPage: page,
  agent,
  demo,
}) => {
  const order = await makeOrder(demo, { ...LOW, policy: [{ then: "hold", approvals: 2 }] });
  const id = await submitHeld(agent, order);
  await agent.submit({ ...order, args: { ...order.args, amount: 35 } }, NO_WAIT);
  await openIntent(page, id);
  const args = page.getByRole("table", { name: "Args", exact: true });
  await expect(args).toContainText("20");
  const digest = await page
    .getByText(/^[0-9a-f]{64}$/)
    .first()
    .textContent();

  await chooseSubmission(demo, await tokenOfSomebodyElse(demo, "approver"), id, 1);
  const notice = page.getByRole("alert").filter({ hasText: "What would run has changed since you opened this" });
  await expect(notice.getByRole("columnheader", { name: "You were shown" })).toBeVisible();
  await expect(notice.getByRole("cell", { name: "35", exact: true })).toBeVisible();
  await expect(args).toContainText("20");
  await expect(page.getByText(String(digest), { exact: true })).toBeVisible();
  await expect(page.getByRole("button", { name: "Approve", exact: true })).toHaveCount(0);

  await notice.getByRole("button", { name: "Show the new one" }).click();
  await expect(args).toContainText("35");
  const sent = page.waitForRequest((request) => request.method() === "POST" && request.url().endsWith("/decisions"));
  await page.getByRole("button", { name: "Approve", exact: true }).click();
  expect((await sent).postDataJSON().argsDigest).not.toBe(digest);
  await expect(page.getByText("You approved this intent")).toBeVisible();
  await expect(page.getByRole("status", { name: "State" })).toContainText("Succeeded", { timeout: 30_000 });
});
