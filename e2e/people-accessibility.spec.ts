import type { Page } from "@playwright/test";
import { expectAccessible } from "./accessible";
import { expect, test } from "./fixtures";
import { asAdmin, makeAgent, makeOperator } from "./people";

// Axe reads every node of a page several times; on a busy machine that takes its time.
test.describe.configure({ timeout: 180_000 });

async function expectNotTooWide(page: Page): Promise<void> {
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
}

test("the agents, with the dialog that makes one", async ({ signedInPage: page, demo }) => {
  await makeAgent(demo, { labels: { tier: "trusted", team: "payments", region: "eu" }, tools: ["refund_payment"] });
  await page.goto("/agents");
  await expect(page.getByRole("list", { name: "Agents" })).toBeVisible();
  await expectAccessible(page);
  await expectNotTooWide(page);
  await page.getByRole("button", { name: "New agent" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Add a label" }).click();
  await dialog.getByLabel("Only some").check();
  await dialog.getByRole("button", { name: "Create the agent" }).click();
  await expect(dialog.getByText("Give it a name.")).toBeVisible();
  await expectAccessible(page, "[role=dialog]");
});

test("an agent that is paused, and a key that is shown once", async ({ signedInPage: page, demo }) => {
  const { id } = await makeAgent(demo, { labels: { tier: "trusted" } });
  await asAdmin(demo, "POST", `/agents/${id}/pause`, { reason: "It loops." });
  await page.goto(`/agents/${id}`);
  await expect(page.getByText("This agent is paused")).toBeVisible();
  await expectAccessible(page);
  await expectNotTooWide(page);
  await page.getByRole("button", { name: "Rotate…" }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await expectAccessible(page, "[role=dialog]");
  await page.getByRole("button", { name: "Make the new key" }).click();
  await expect(page.getByText("Store this key now")).toBeVisible();
  await expectAccessible(page, "[role=dialog]");
});

test("the operators, with the dialog that makes one", async ({ signedInPage: page }) => {
  await page.goto("/operators");
  await expect(page.getByRole("list", { name: "Operators" })).toBeVisible();
  await expectAccessible(page);
  await expectNotTooWide(page);
  await page.getByRole("button", { name: "New operator" }).click();
  await page.getByRole("button", { name: "Create the operator" }).click();
  await expect(page.getByText("Give them a name.")).toBeVisible();
  await expectAccessible(page, "[role=dialog]");
});

test("an operator with a token", async ({ signedInPage: page, demo }) => {
  const { id } = await makeOperator(demo, "viewer");
  await asAdmin(demo, "POST", `/operators/${id}/tokens`, { name: "nightly", expiresIn: "30d" });
  await page.goto(`/operators/${id}`);
  await expect(page.getByRole("list", { name: "Tokens" })).toBeVisible();
  await expectAccessible(page);
  await expectNotTooWide(page);
  await page.getByRole("button", { name: "Change…" }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await expectAccessible(page, "[role=dialog]");
});

test("the grants, one of them, and the form that gives one", async ({ signedInPage: page, demo }) => {
  const { id } = await asAdmin(demo, "POST", "/grants", {
    tool: "charge_card",
    where: { "/orderId": { eq: crypto.randomUUID() }, "/currency": { eq: "USD" } },
    expiresAt: new Date(Date.now() + 86_400_000).toISOString(),
    usesMax: 3,
    sumMax: 100,
  });
  await page.goto("/grants");
  await expect(page.getByRole("list", { name: "Grants" })).toBeVisible();
  await expectAccessible(page);
  await expectNotTooWide(page);
  await page.goto(`/grants/${id}`);
  await expect(page.getByText("Not used yet")).toBeVisible();
  await expectAccessible(page);
  await expectNotTooWide(page);
  await page.goto("/grants/new?tool=refund_payment");
  await page.getByLabel("What amount must be").selectOption("is between");
  await page.getByRole("button", { name: "Give the grant" }).click();
  await expect(page.getByText("Write a value, or allow any.")).toBeVisible();
  await expectAccessible(page);
  await expectNotTooWide(page);
});
