import type { Page } from "@playwright/test";
import type { Demo } from "@/tests/support/launched-product";
import type { ContractText } from "@/tests/support/ledger-contract";
import { expect, test } from "./fixtures";
import { breakDownstream, makeOrder, type Order, openAsSomebodyElse } from "./own-intent";

const CLEARS = { policy: [{ then: "clear" }] };

/** Gives one of the three answers, with evidence. */
async function answer(page: Page, name: string, evidence: string): Promise<void> {
  await page
    .getByRole("list", { name: "What can be said" })
    .getByRole("button", { name: `${name}…` })
    .click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("textbox", { name: "Evidence" }).fill(evidence);
  // The doubt is young: to send it again takes a word of its own.
  if (name === "It did not happen. Send again") {
    await dialog.getByRole("button", { name, exact: true }).click();
    await expect(dialog.getByRole("alert")).toContainText("Confirm this");
    await dialog.getByRole("checkbox", { name: /first request may still land/ }).check();
  }
  await dialog.getByRole("button", { name, exact: true }).click();
}

/** Whose downstream acts, answers a 500, and cannot be asked about it. */
async function makeDoubtful(demo: Demo, more: ContractText = {}, probe: ContractText | null = null): Promise<Order> {
  const order = await makeOrder(demo, { ...CLEARS, ...more }, probe);
  await breakDownstream(demo, order);
  return order;
}

test("an operator looks into a doubt and says, with evidence, that it happened", { tag: "@phone" }, async ({
  signedInPage: page,
  agent,
  demo,
}) => {
  const order = await makeDoubtful(demo);
  const { status, body } = await agent.submit(order);
  expect([status, body.state]).toEqual([202, "in_doubt"]);

  await page.goto(`/intents/${String(body.id)}#doubt`);
  const doubt = page.getByRole("region", { name: "In doubt" });
  await expect(doubt).toContainText("Nobody knows whether it happened");
  await expect(doubt).toContainText("The downstream answered 500.");
  await expect(doubt).toContainText("a person has to find out");
  await expect(doubt).toContainText(`/corpus/${order.tool}`);
  await expect(doubt).toContainText("the downstream does not honour it");
  await expect(doubt.getByRole("link")).toHaveCount(0);
  const answers = page.getByRole("list", { name: "What can be said" });
  await expect(answers).toContainText("it may then happen twice");
  await answers.getByRole("button", { name: "It happened…" }).click();

  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText("every submission of it gets the effect id that you name");
  await dialog.getByRole("button", { name: "It happened" }).click();
  await expect(dialog.getByRole("textbox", { name: "Effect id" })).toHaveAccessibleDescription(/Name the effect/);
  await expect(dialog.getByRole("textbox", { name: "Evidence" })).toHaveAccessibleDescription(/Say how you know/);
  await dialog.getByRole("textbox", { name: "Effect id" }).fill("fx_seen");
  await dialog.getByRole("textbox", { name: "Evidence" }).fill("It is in their console.");
  await dialog.getByRole("button", { name: "It happened" }).click();

  await expect(page.getByText("You said that it happened")).toBeVisible();
  await expect(doubt).toHaveCount(0);
  await expect(page.getByRole("status", { name: "State" })).toContainText("Succeeded");
  await expect(page.getByRole("list", { name: "History" })).toContainText("Said what happened");
  const decisions = page.getByRole("list", { name: "Decisions" });
  await expect(decisions).toContainText("Resolved the doubt");
  await expect(decisions).toContainText("It happened, with the effect id fx_seen.");
  await expect(decisions).toContainText("It is in their console.");
  await expect(decisions).toContainText("Demo Operator");
  await expect(page.getByRole("list", { name: "History" })).toContainText("It is in their console.");
  expect(await agent.submit(order)).toMatchObject({ status: 200, body: { state: "succeeded", effectId: "fx_seen" } });
});

test("an operator says that it did not happen, and the same key goes out once more", async ({
  signedInPage: page,
  agent,
  demo,
}) => {
  const order = await makeDoubtful(demo);
  const { body } = await agent.submit(order);
  await page.goto(`/intents/${String(body.id)}`);
  await answer(page, "It did not happen. Send again", "It is not in their console.");
  await expect(page.getByText("You said that it did not happen")).toBeVisible();
  await expect(page.getByText("The same key goes out once more.")).toBeVisible();
  await expect(page.getByRole("status", { name: "State" })).toContainText("Succeeded", { timeout: 30_000 });
  const attempts = page.getByRole("list", { name: "Attempts" }).getByRole("listitem");
  await expect(attempts).toHaveCount(2);
  await expect(attempts.nth(0)).toContainText("Unknown");
  await expect(attempts.nth(1)).toContainText("Success");
});

test("an operator says that it did not happen, and ends it as failed", async ({ signedInPage: page, agent, demo }) => {
  const order = await makeDoubtful(demo);
  const { body } = await agent.submit(order);
  await page.goto(`/intents/${String(body.id)}`);
  await answer(page, "It did not happen. End as failed", "The customer withdrew the order.");
  await expect(page.getByText("The intent ended. Nothing more runs.")).toBeVisible();
  await expect(page.getByRole("status", { name: "State" })).toContainText("Failed");
  await expect(page.getByRole("list", { name: "Attempts" }).getByRole("listitem")).toHaveCount(1);
});

test("where two people must say the same, who says otherwise voids what was said, and both are on record", async ({
  signedInPage: page,
  browser,
  agent,
  demo,
}) => {
  const order = await makeDoubtful(demo, { resolution: { role: "approver", approvals: 2 } });
  const { body } = await agent.submit(order);
  const other = await browser.newContext({ baseURL: demo.url });
  try {
    const ann = await openAsSomebodyElse(other, demo, "approver");
    await ann.page.goto(`/intents/${String(body.id)}`);
    await answer(ann.page, "It did not happen. End as failed", "I called them.");
    await expect(ann.page.getByText("What you said is recorded")).toBeVisible();

    await page.goto(`/intents/${String(body.id)}`);
    const statements = page.getByRole("list", { name: "What people said" });
    await expect(statements).toContainText(`${ann.name}: It did not happen: end as failed.`);
    await answer(page, "It did not happen. Send again", "I looked twice.");
    await expect(statements).toContainText("Void: another person said otherwise since.");
    await expect(page.getByRole("status", { name: "State" })).toContainText("In doubt");

    await answer(ann.page, "It did not happen. Send again", "They were wrong on the phone.");
    await expect(page.getByRole("status", { name: "State" })).toContainText("Succeeded", { timeout: 30_000 });
  } finally {
    await other.close();
  }
});

test("the downstream's own record is a click away where no agent had a word in its address, and text where one had", async ({
  signedInPage: page,
  agent,
  demo,
}) => {
  const probed = async (url: string) => {
    const probe = { method: "GET", url, effectId: "/data/0/id", absentAfter: "24h" };
    const { body } = await agent.submit(await makeDoubtful(demo, {}, probe));
    await page.goto(`/intents/${String(body.id)}`);
    await expect(page.getByRole("list", { name: "Answers of the downstream" })).toBeVisible({ timeout: 30_000 });
    return page.getByRole("region", { name: "In doubt" }).getByRole("link", { name: /downstream’s record/ });
  };
  const link = await probed("{+config.LEDGER_URL}/nowhere?key={key}");
  await expect(link).toHaveAttribute("href", /^http:\/\/[^/]+\/nowhere\?key=[0-9a-f]{64}$/);
  await expect(link).toHaveAttribute("rel", /noopener/);
  await expect(await probed("{+config.LEDGER_URL}/nowhere/{args.orderId}")).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Copy the address that was asked" })).toBeVisible();
});
