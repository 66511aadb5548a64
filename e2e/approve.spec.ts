import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures";
import { makeRefund, NO_WAIT } from "./refund";

/** High value: asked once more, with the amount and the target. */
async function approve(page: Page, amount: string): Promise<void> {
  await page.getByRole("button", { name: "Approve…", exact: true }).click();
  await page
    .getByRole("dialog")
    .getByRole("button", { name: `Approve ${amount}` })
    .click();
}

test("a held intent runs after an operator approved it, and only then", { tag: "@phone" }, async ({
  signedInPage: page,
  agent,
}) => {
  const refund = makeRefund(120);
  const { body } = await agent.submit(refund.body, NO_WAIT);
  expect(body.state).toBe("held");

  await page.goto(`/intents/${String(body.id)}`);
  const hold = page.getByRole("region", { name: "Waiting for a decision" });
  await expect(hold).toContainText("0 of 1");
  await expect(page.getByRole("table", { name: "Args", exact: true })).toContainText(refund.paymentId);
  await expect(page.getByText(String(body.argsDigest), { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Show JSON" }).click();
  await expect(page.getByRole("figure", { name: "Args", exact: true })).toContainText(`"${refund.paymentId}"`);

  const sent = page.waitForRequest((request) => request.method() === "POST" && request.url().endsWith("/decisions"));
  await hold.getByRole("button", { name: "Approve…", exact: true }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText("$120.00");
  await expect(dialog).toContainText(refund.paymentId);
  await dialog.getByRole("button", { name: "Approve $120.00" }).click();
  expect((await sent).postDataJSON()).toEqual({
    verdict: "approve",
    argsDigest: body.argsDigest,
    heldSince: expect.any(String),
  });
  await expect(page.getByText("You approved this intent")).toBeVisible();
  await expect(hold).toHaveCount(0);
  await expect(page.getByRole("status", { name: "State" })).toContainText("Succeeded", { timeout: 30_000 });

  const again = await agent.submit(refund.body);
  await expect(page.getByText(String(again.body.effectId), { exact: true }).first()).toBeVisible();
  await expect(page.getByRole("list", { name: "History" })).toContainText("Approved");
});

test("a denial needs a reason, and the agent gets it", { tag: "@phone" }, async ({ signedInPage: page, agent }) => {
  const refund = makeRefund(130);
  const { body } = await agent.submit(refund.body, NO_WAIT);
  await page.goto(`/intents/${String(body.id)}`);
  await page.getByRole("button", { name: "Deny…" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByLabel("Reason")).toBeFocused();
  await dialog.getByRole("button", { name: "Deny", exact: true }).click();
  await expect(dialog.getByLabel("Reason")).toHaveAccessibleDescription(/Say why/);
  await dialog.getByLabel("Reason").fill("The amount does not match the ticket.");
  await dialog.getByRole("button", { name: "Deny", exact: true }).click();

  await expect(page.getByText("You denied this intent")).toBeVisible();
  await expect(page.getByRole("status", { name: "State" })).toContainText("Denied");
  const again = await agent.submit(refund.body);
  expect(again.body).toMatchObject({ state: "denied", error: { message: "The amount does not match the ticket." } });
});

test("a decision that lost the race says what happened instead of looking decided", async ({
  signedInPage: page,
  agent,
  demo,
}) => {
  const refund = makeRefund(140);
  const { body } = await agent.submit(refund.body, NO_WAIT);
  const path = `/api/v1/intents/${String(body.id)}/decisions`;
  await page.goto(`/intents/${String(body.id)}`);
  await page.route(`**${path}`, async (route) => {
    if (route.request().method() !== "POST") return route.continue();
    await fetch(`${demo.url}${path}`, {
      method: "POST",
      headers: { authorization: `Bearer ${demo.operatorToken}`, "content-type": "application/json" },
      body: JSON.stringify({ verdict: "deny", reason: "Somebody else was faster." }),
    });
    await route.continue();
  });
  await approve(page, "$140.00");
  const alert = page.getByRole("alert").filter({ hasText: "You did not approve this intent" });
  await expect(alert).toContainText("It was decided before you: it is denied now.");
  await expect(alert).toContainText("Demo Operator denied it at");
  await expect(alert).toContainText("Somebody else was faster.");
  await expect(page.getByRole("button", { name: "Approve…", exact: true })).toHaveCount(0);
});

test("args that changed under the operator are not approved (L10)", async ({ signedInPage: page, agent }) => {
  const refund = makeRefund(150);
  const { body } = await agent.submit(refund.body, NO_WAIT);
  await page.goto(`/intents/${String(body.id)}`);
  const changed = JSON.stringify({ verdict: "approve", argsDigest: "0".repeat(64) });
  await page.route("**/decisions", (route) =>
    route.request().method() === "POST" ? route.continue({ postData: changed }) : route.continue(),
  );
  await approve(page, "$150.00");
  const alert = page.getByRole("alert").filter({ hasText: "You did not approve this intent" });
  await expect(alert).toContainText("What would run has changed since this page showed it.");
  await expect(page.getByRole("status", { name: "State" })).toContainText("Held");
});

test("no answer to a decision is told as not known, never as done", async ({ signedInPage: page, agent }) => {
  const refund = makeRefund(160);
  const { body } = await agent.submit(refund.body, NO_WAIT);
  await page.goto(`/intents/${String(body.id)}`);
  await page.route("**/decisions", (route) => (route.request().method() === "POST" ? route.abort() : route.continue()));
  await approve(page, "$160.00");
  await expect(
    page.getByRole("alert").filter({ hasText: "It is not known whether your decision arrived" }),
  ).toBeVisible();
  await expect(page.getByRole("status", { name: "State" })).toContainText("Held");
});
