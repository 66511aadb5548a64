import type { Demo } from "@/tests/support/launched-product";
import { ledgerContract } from "@/tests/support/ledger-contract";
import { expect, test } from "./fixtures";

/** A payment of its own, whose downstream acts, answers a 500, and cannot be asked about it. */
async function makeDoubtful(demo: Demo) {
  const mark = crypto.randomUUID().slice(0, 8);
  const tool = `pay_${mark}`;
  const put = async (url: string, body: unknown, headers: Record<string, string> = {}) => {
    const sent = { method: "PUT", headers: { "content-type": "application/json", ...headers } };
    const answer = await fetch(url, { ...sent, body: JSON.stringify(body) });
    expect(answer.ok).toBe(true);
    await answer.text();
  };
  const contract = ledgerContract(tool, { title: `Pay ${mark}` });
  await put(`${demo.url}/api/v1/contracts/${tool}`, contract, { authorization: `Bearer ${demo.operatorToken}` });
  await put(`${demo.ledgerUrl}/faults`, { route: `/corpus/${tool}`, kind: "effect_then_500", times: 1 });
  return { tool, args: { orderId: `order-${mark}`, amount: 20 }, run: `run_${mark}`, step: "pay" };
}

test("an operator looks into a doubt and says, with evidence, that it happened", async ({
  signedInPage: page,
  agent,
  demo,
}) => {
  const order = await makeDoubtful(demo);
  const { status, body } = await agent.submit(order);
  expect([status, body.state]).toEqual([202, "in_doubt"]);

  await page.goto(`/intents/${String(body.id)}`);
  const doubt = page.getByRole("region", { name: "In doubt" });
  await expect(doubt).toContainText("Nobody knows whether it happened");
  await expect(doubt).toContainText("The downstream answered 500.");
  await expect(doubt).toContainText("a person has to find out");
  await doubt.getByRole("button", { name: "Resolve…" }).click();

  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Resolve" }).click();
  await expect(dialog.getByRole("alert")).toContainText("Say what happened.");
  await expect(dialog.getByText("it may then happen twice")).toBeVisible();
  await dialog.getByRole("radio", { name: /^It happened/ }).check();
  await dialog.getByRole("button", { name: "It happened" }).click();
  await expect(dialog.getByRole("textbox", { name: "Effect id" })).toHaveAccessibleDescription(/Name the effect/);
  await expect(dialog.getByRole("textbox", { name: "Evidence" })).toHaveAccessibleDescription(/Say how you know/);
  await dialog.getByRole("textbox", { name: "Effect id" }).fill("fx_seen");
  await dialog.getByRole("textbox", { name: "Evidence" }).fill("It is in their console.");
  await dialog.getByRole("button", { name: "It happened" }).click();

  await expect(page.getByText("You said that it happened")).toBeVisible();
  await expect(doubt).toHaveCount(0);
  await expect(page.getByRole("status", { name: "State" })).toContainText("Succeeded");
  await expect(page.getByRole("list", { name: "History" })).toContainText("Somebody said what happened");
  expect(await agent.submit(order)).toMatchObject({ status: 200, body: { state: "succeeded", effectId: "fx_seen" } });
});
