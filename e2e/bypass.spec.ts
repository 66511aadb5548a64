import type { Page } from "@playwright/test";
import type { Demo } from "@/tests/support/launched-product";
import { expect, test } from "./fixtures";
import { IN_DOLLARS, makeOrder, openAsSomebodyElse, openIntent, submitHeld } from "./own-intent";
import { asAdmin } from "./people";
import { makeRefund } from "./refund";

/** High value: two admins must order it. The first word comes from somebody else. */
async function orderAsSomebodyElse(demo: Demo, id: string): Promise<void> {
  const mark = crypto.randomUUID().slice(0, 8);
  const call = async (token: string, path: string, body: unknown) => {
    const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
    const answer = await fetch(`${demo.url}/api/v1${path}`, { method: "POST", headers, body: JSON.stringify(body) });
    expect(answer.ok).toBe(true);
    return (await answer.json()) as Record<string, string>;
  };
  const person = { email: `${mark}@people.test`, name: `Ann ${mark}`, role: "admin" };
  const { id: operatorId } = await call(demo.operatorToken, "/operators", person);
  const { token } = await call(demo.operatorToken, `/operators/${operatorId}/tokens`, { name: "e2e" });
  await call(token ?? "", `/intents/${id}/bypass`, { reason: "The first refund bounced." });
}

async function writeReason(page: Page, button: string, reason: string): Promise<void> {
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: button }).click();
  await expect(dialog.getByLabel("Reason")).toHaveAccessibleDescription(/Say why/);
  await dialog.getByLabel("Reason").fill(reason);
  await dialog.getByRole("button", { name: button }).click();
}

test("a second effect takes two people, and the new generation names them both", async ({
  signedInPage: page,
  agent,
  demo,
}) => {
  const refund = makeRefund(20);
  const { body } = await agent.submit(refund.body);
  expect(body.state).toBe("succeeded");
  const id = String(body.id);

  await page.goto(`/intents/${id}`);
  const panel = page.getByRole("region", { name: "Bypass" });
  await expect(panel).toContainText("It happened. People can order it a second time, on purpose");
  await panel.getByRole("button", { name: "Bypass…" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText("It takes two admins: you, and another one within 24 hours. Nothing runs before.");
  await expect(dialog).toContainText("$20.00");
  await expect(dialog).toContainText(refund.paymentId);
  await expect(dialog).toContainText("demo-agent");
  await writeReason(page, "Order the bypass", "I looked: it bounced.");
  await expect(page.getByText("Your order is recorded")).toBeVisible();
  await expect(panel).toContainText("A bypass waits for more people");
  await expect(panel.getByRole("button", { name: "Take the order back" })).toBeVisible();
  await expect(panel.getByRole("button", { name: "Confirm…" })).toHaveCount(0);
  await page.route("**/bypass", (route) => route.abort(), { times: 1 });
  await panel.getByRole("button", { name: "Take the order back" }).click();
  await expect(page.getByText("It is not known whether the order was taken back")).toBeVisible();
  await panel.getByRole("button", { name: "Take the order back" }).click();
  await expect(page.getByText("It is not known")).toHaveCount(0);
  await expect(panel.getByRole("button", { name: "Bypass…" })).toBeVisible();
  await expect(page.getByText("Your order is recorded")).toHaveCount(0);

  await orderAsSomebodyElse(demo, id);
  await page.reload();
  await expect(panel).toContainText("The first refund bounced.");
  await panel.getByRole("button", { name: "Confirm…" }).click();
  await expect(dialog).toContainText("It takes two admins: you are the second. It runs as soon as you confirm.");
  await expect(dialog).toContainText("$20.00");
  await expect(dialog).toContainText(refund.paymentId);
  await writeReason(page, "Confirm the bypass", "I looked: it bounced.");
  await expect(page.getByText("The bypass is ordered")).toBeVisible();
  const decisions = page.getByRole("list", { name: "Decisions" });
  await expect(decisions).toContainText("Ordered a bypass");
  await expect(decisions).toContainText("Confirmed the bypass");
  await expect(decisions).toContainText("The first refund bounced.");
  await page.getByRole("link", { name: "Show the new generation" }).click();

  await expect(panel).toContainText("Ordered by people, on purpose");
  await expect(panel.getByRole("list", { name: "Who ordered it" }).getByRole("listitem")).toHaveCount(2);
  await expect(page.getByRole("status", { name: "State" })).toContainText("Succeeded", { timeout: 30_000 });
  await expect(page.getByRole("link", { name: id })).toBeVisible();
  const again = await agent.submit(refund.body);
  expect(again.body).toMatchObject({ generation: 2, state: "succeeded" });
  expect(again.body.effectId).not.toBe(body.effectId);
});

test("a second person confirms, in another browser, the order of the args that the first chose", async ({
  signedInPage: page,
  browser,
  agent,
  demo,
}) => {
  const order = await makeOrder(demo, { policy: [{ then: "clear" }] });
  const { body } = await agent.submit(order);
  expect(body.state).toBe("succeeded");
  await agent.submit({ ...order, args: { ...order.args, amount: 35 } });
  await openIntent(page, String(body.id));
  const panel = page.getByRole("region", { name: "Bypass" });
  await panel.getByRole("button", { name: "Bypass…" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Which args run again").selectOption({ index: 1 });
  const table = dialog.getByRole("table", { name: "What this intent is about, and what would run again" });
  await expect(table.getByRole("row").filter({ hasText: "amount" })).toContainText("35");
  await writeReason(page, "Order the bypass", "They were right the second time.");
  await expect(page.getByText("Your order is recorded")).toBeVisible();

  const other = await browser.newContext({ baseURL: demo.url });
  try {
    const ann = await openAsSomebodyElse(other, demo, "admin");
    await openIntent(ann.page, String(body.id));
    await ann.page.getByRole("region", { name: "Bypass" }).getByRole("button", { name: "Confirm…" }).click();
    const confirming = ann.page.getByRole("dialog");
    await expect(confirming.getByLabel("Which args run again")).toHaveCount(0);
    await expect(confirming.getByRole("table")).toContainText("35");
    await writeReason(ann.page, "Confirm the bypass", "I called them.");
    await ann.page.getByRole("link", { name: "Show the new generation" }).click();
    await expect(ann.page.getByRole("status", { name: "State" })).toContainText("Succeeded", { timeout: 30_000 });
    await expect(ann.page.getByRole("table", { name: "Args", exact: true })).toContainText("35");
    await expect(page.getByRole("list", { name: "Related" })).toContainText("Successor");
    const banner = page.getByRole("status").filter({ hasText: "Your order is confirmed" });
    await expect(banner).toContainText(`${ann.name} confirmed it.`);
    await expect(banner.getByRole("link", { name: "Show the new generation" })).toBeVisible();
    await expect(page.getByText("Your order is recorded")).toHaveCount(0);
    await expect(page.getByRole("link", { name: "Show it" })).toBeVisible();
  } finally {
    await other.close();
  }
});

test("what was denied can be ordered all the same, and says so; what cannot be taken back is typed", async ({
  signedInPage: page,
  agent,
  demo,
}) => {
  const terms = { ...IN_DOLLARS, effect: "irreversible", bypass: { role: "approver", approvals: 1 } };
  const order = await makeOrder(demo, terms);
  const id = await submitHeld(agent, order);
  await asAdmin(demo, "POST", `/intents/${id}/decisions`, { verdict: "deny", reason: "Not yet." });
  await openIntent(page, id);
  const state = page.getByRole("status", { name: "State" });
  await expect(state).not.toContainText("An operator");
  await expect(state).toContainText("said no. Nothing ran.");
  await expect(page.getByText("denied it on")).toBeVisible();
  const panel = page.getByRole("region", { name: "Bypass" });
  await expect(panel).toContainText("It did not happen. People can order it all the same");
  await panel.getByRole("button", { name: "Bypass…" }).click();
  const dialog = page.getByRole("dialog", { name: /all the same/ });
  await expect(dialog).toContainText("It takes one approver: it runs as soon as you order it.");
  await dialog.getByLabel("Reason").fill("They asked once more.");
  await dialog.getByRole("button", { name: "Order the bypass" }).click();
  const proof = dialog.getByRole("textbox", { name: /^To order it, type/ });
  await expect(proof).toHaveAccessibleDescription(/Type exactly: /);
  await proof.fill("20.00");
  await dialog.getByRole("button", { name: "Order the bypass" }).click();
  await expect(page.getByText("The bypass is ordered")).toBeVisible();
});
