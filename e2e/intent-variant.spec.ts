import { expect, test } from "./fixtures";
import { IN_DOLLARS, makeOrder, openIntent, submitHeld } from "./own-intent";
import { makeRefund, NO_WAIT } from "./refund";

test("an operator compares the cluster field by field and approves the args of another submission, by their digest", async ({
  signedInPage: page,
  agent,
}) => {
  const refund = makeRefund(120);
  const { body } = await agent.submit(refund.body, NO_WAIT);
  const { args } = refund.body;
  await agent.submit({ ...refund.body, args: { ...args, amount: "$120.00", note: "Sorry" } }, NO_WAIT);
  await agent.submit({ ...refund.body, args: { ...args, amount: 90 } }, NO_WAIT);
  await openIntent(page, String(body.id));

  const rows = page.getByRole("list", { name: "Submissions" }).getByRole("listitem");
  await expect(rows.nth(0)).toContainText("These args run");
  await expect(rows.nth(1)).toContainText("Coalesced");
  await rows.nth(1).getByText("The same as what runs where it counts").click();
  const respelled = rows.nth(1).getByRole("table", { name: "Differences to what runs" });
  await expect(respelled.getByRole("row").filter({ hasText: "amount" })).toContainText("Same meaning");
  await expect(respelled.getByRole("row").filter({ hasText: "note" })).toContainText("Does not count");
  await expect(rows.nth(2)).toContainText("Drifted");
  await expect(rows.nth(2)).toContainText("after the previous");
  const differing = rows.nth(2).getByRole("table", { name: "Differences to what runs" });
  await expect(differing.getByRole("row").filter({ hasText: "amount" })).toContainText("Differs");
  await expect(rows.nth(2)).toContainText("3 fields are equal and not shown.");

  const sent = page.waitForRequest((request) => request.method() === "POST" && request.url().endsWith("/decisions"));
  await rows.nth(2).getByRole("button", { name: "Approve these args instead" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText("$90.00 instead of $120.00");
  await expect(dialog).toContainText(refund.paymentId);
  await expect(dialog).not.toContainText("void");
  await dialog.getByRole("button", { name: "Approve $90.00 instead" }).click();
  expect((await sent).postDataJSON()).toMatchObject({
    verdict: "approve",
    submissionId: expect.stringMatching(/^sub_/),
  });
  await expect(page.getByText("You approved this intent")).toBeVisible();
  await expect(rows.nth(1)).toContainText("Other args were chosen since: it gets the result of those.");
  await expect(page.getByRole("table", { name: "Args", exact: true })).toContainText("90");
  await expect(page.getByRole("list", { name: "Decisions" })).toContainText("Chose another submission");
  await expect(page.getByRole("status", { name: "State" })).toContainText("Succeeded", { timeout: 30_000 });
  await expect(page.getByText("Exactly the args that you saw ran.")).toBeVisible();
  const again = await agent.submit({ ...refund.body, args: { ...args, amount: 90 } });
  expect(again.body).toMatchObject({ state: "succeeded", args: { amount: 90 } });
});

test("other args that policy refuses cannot be approved, and why is said before anybody tries", async ({
  signedInPage: page,
  agent,
}) => {
  const refund = makeRefund(120);
  const { body } = await agent.submit(refund.body, NO_WAIT);
  await agent.submit({ ...refund.body, args: { ...refund.body.args, amount: 0 } }, NO_WAIT);
  await openIntent(page, String(body.id));
  await page.getByRole("button", { name: "Approve these args instead" }).click();
  const dialog = page.getByRole("dialog");
  const alert = dialog.getByRole("alert").filter({ hasText: "Policy refuses these args" });
  await expect(alert).toContainText("A refund must be more than zero.");
  await expect(dialog.getByRole("button", { name: "Approve $0.00 instead" })).toBeDisabled();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByRole("status", { name: "State" })).toContainText("Held");
});

test("edited args are checked, shown as a difference, approved under the operator's name, and run", async ({
  signedInPage: page,
  agent,
}) => {
  const refund = makeRefund(120);
  const { body } = await agent.submit(refund.body, NO_WAIT);
  await openIntent(page, String(body.id));
  await page.getByRole("button", { name: "Edit and approve…" }).click();
  const dialog = page.getByRole("dialog");
  const text = dialog.getByLabel("Args, as JSON");
  const args = { ...refund.body.args };
  const type = (value: unknown) => text.fill(typeof value === "string" ? value : JSON.stringify(value, null, 2));
  const review = () => dialog.getByRole("button", { name: "Review the difference" }).click();

  await review();
  await expect(dialog.getByRole("alert")).toContainText("Nothing is changed.");
  await type("{ nonsense");
  await review();
  await expect(dialog.getByRole("alert")).toContainText("This is not JSON");
  await type({ ...args, paymentId: "pay_other" });
  await review();
  await expect(dialog.getByRole("alert")).toContainText("cannot be edited");
  await type(JSON.stringify(args).replace("120", "9007199254740993"));
  await review();
  await expect(dialog.getByRole("alert")).toContainText("more digits than can be carried exactly");

  await type({ ...args, amount: "1.234,00" });
  await review();
  const fault = dialog.getByRole("alert");
  await expect(fault).toContainText("amount: Expected an amount in USD");
  await fault.getByRole("button", { name: "Go to line 3" }).click();
  await expect(text).toBeFocused();

  await type({ ...args, amount: 70 });
  await review();
  const difference = dialog.getByRole("table", { name: "What would run, and what you approve instead" });
  await expect(difference.getByRole("row").filter({ hasText: "amount" })).toContainText("$70.00 (7000 minor units)");
  await expect(dialog).toContainText("$70.00 instead of $120.00");
  await expect(dialog).toContainText(refund.paymentId);
  await expect(dialog).not.toContainText("void");
  await dialog.getByRole("button", { name: "Approve $70.00 as edited" }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText("You approved this intent")).toBeVisible();
  await expect(page.getByText("no agent asked for exactly this")).toBeVisible();
  await expect(page.getByRole("list", { name: "Submissions" }).getByRole("listitem").nth(1)).toContainText("Edited");
  await expect(page.getByRole("heading", { name: "Cluster: 1 submission and an edit by an operator" })).toBeVisible();
  await expect(page.getByRole("list", { name: "Submissions" })).not.toContainText("Drifted");
  await expect(page.getByRole("list", { name: "Decisions" })).toContainText("Edited args");
  await expect(page.getByRole("status", { name: "State" })).toContainText("Succeeded", { timeout: 30_000 });
});

test("edited args that cannot be taken back are typed before they run, as they are edited", async ({
  signedInPage: page,
  agent,
  demo,
}) => {
  const order = await makeOrder(demo, { ...IN_DOLLARS, effect: "irreversible" });
  await openIntent(page, await submitHeld(agent, order));
  await page.getByRole("button", { name: "Edit and approve…" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Args, as JSON").fill(JSON.stringify({ ...order.args, amount: 15 }));
  await dialog.getByRole("button", { name: "Review the difference" }).click();
  const proof = dialog.getByRole("textbox", { name: "To approve, type the amount" });
  await proof.fill("20.00");
  await proof.press("Enter");
  await expect(proof).toHaveAccessibleDescription(/That is not the amount/);
  await proof.fill("15.00");
  await dialog.getByRole("button", { name: "Approve $15.00 as edited" }).click();
  await expect(page.getByText("You approved this intent")).toBeVisible();
});

test("a hold for a limit says which one, how much is used and by how much it would be passed", async ({
  signedInPage: page,
  agent,
  demo,
}) => {
  const limits = [{ per: "tool", sum: "/amount", max: 50, window: "24h", over: "hold" }];
  const order = await makeOrder(demo, { ...IN_DOLLARS, policy: [{ then: "clear" }], limits });
  expect((await agent.submit({ ...order, args: { ...order.args, amount: 40 } })).body.state).toBe("succeeded");
  const more = { ...order, args: { orderId: `${order.args["orderId"]}-more`, amount: 20 }, step: "more" };
  const id = await submitHeld(agent, more);
  const words = "At most $50.00 for this tool in 24 hours: $40.00 is used, and with these $20.00 it is $10.00 over.";
  await openIntent(page, id);
  await expect(page.getByRole("region", { name: "Waiting for a decision" })).toContainText(words);
  await page.goto(`/?tool=${order.tool}`);
  await expect(page.getByRole("main")).toContainText(words);
});

test("what differs can be looked at alone among many submissions, and more are loaded when they are wanted", async ({
  signedInPage: page,
  agent,
  demo,
}) => {
  const order = await makeOrder(demo);
  const id = await submitHeld(agent, order);
  const others = Array.from({ length: 219 }, (_, index) => ({
    ...order,
    args: { ...order.args, note: `try ${index}`, ...(index === 100 ? { amount: 21 } : {}) },
  }));
  for (let from = 0; from < others.length; from += 20) {
    await Promise.all(others.slice(from, from + 20).map((body) => agent.submit(body, NO_WAIT)));
  }
  await openIntent(page, id);
  await expect(page.getByRole("heading", { name: "Cluster: 220 submissions" })).toBeVisible();
  const rows = page.getByRole("list", { name: "Submissions" }).getByRole("listitem");
  await expect(rows).toHaveCount(200);
  await page.getByRole("button", { name: "Load more" }).first().click();
  await expect(rows).toHaveCount(220);
  await page.getByRole("button", { name: "Only what differs (1)" }).click();
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText("Drifted");
});
