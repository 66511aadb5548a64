import type { Demo } from "@/tests/support/launched-product";
import { expect, test } from "./fixtures";
import { publishOwnTool, signInAs } from "./own-tool";
import { asAdmin, callWith, makeAgent, newMark, type OwnAgent } from "./people";

const DAY_MS = 86_400_000;

/** A tool that waits for a person unless somebody grants otherwise, with money in it. */
function publishHeldTool(demo: Demo) {
  return publishOwnTool(demo, {
    args: {
      type: "object",
      required: ["orderId", "amount", "currency"],
      properties: {
        orderId: { type: "string", description: "The order that the bonus is for" },
        amount: { type: ["number", "string"] },
        currency: { type: "string" },
      },
    },
    fields: {
      "/orderId": { role: "identity", as: "id" },
      "/amount": { role: "material", as: "money", currency: "/currency" },
    },
    policy: [{ then: "hold" }],
  });
}

async function submit(demo: Demo, { key }: OwnAgent, tool: string, amount: number): Promise<Record<string, unknown>> {
  const mark = newMark();
  const asked = { tool, args: { orderId: mark, amount, currency: "USD" }, run: mark, step: "s" };
  return (await callWith(demo, key, "POST", "/intents", asked)).body;
}

async function giveGrant(demo: Demo, tool: string, more: Record<string, unknown> = {}) {
  const where = { "/amount": { lte: 50 }, "/currency": { eq: "USD" } };
  const expiresAt = new Date(Date.now() + DAY_MS).toISOString();
  return asAdmin(demo, "POST", "/grants", { tool, where, expiresAt, ...more });
}

test("a grant is read as a sentence before it is given, clears what it covers, and shows what it cleared", {
  tag: "@phone",
}, async ({ signedInPage: page, demo }) => {
  const [{ tool, title }, agent] = [await publishHeldTool(demo), await makeAgent(demo)];
  expect(await submit(demo, agent, tool, 40)).toMatchObject({ state: "held" });
  await page.goto("/grants");
  await expect(page.getByText("It never overrides a refusal, a limit, a pause, drift")).toBeVisible();
  await page.getByRole("link", { name: "New grant" }).click();
  await page.getByLabel("Tool", { exact: true }).selectOption(tool);
  await page.getByRole("button", { name: "Give the grant" }).click();
  await expect(page.getByText("Pin at least one argument: a grant that pins nothing")).toBeVisible();
  await expect(page.getByLabel("Agent", { exact: true })).toHaveAccessibleDescription("Choose an agent.");

  await page.getByLabel("What amount must be").selectOption("is up to");
  await page.getByLabel("Value of amount").fill("50");
  await page.getByLabel("What currency must be").selectOption("is");
  await page.getByLabel("Value of currency").fill("usd");
  await page.getByLabel("Agent", { exact: true }).selectOption({ label: `${agent.name} (default)` });
  await page.getByLabel(/Uses at most/).fill("10");
  await page.getByLabel(/All uses together at most, in USD/).fill("500");
  await page.getByLabel(/Reason/).fill("Small bonuses are always approved.");
  const preview = page.getByRole("region", { name: "What you are about to give" });
  await expect(preview).toContainText(`${title} with amount up to $50.00 and currency usd, by agent ${agent.name}`);
  await expect(preview).toContainText("at most 10 times, $500.00 in all");
  await page.getByRole("button", { name: "Give the grant" }).click();
  await expect(page.getByText("The grant is given")).toBeVisible();

  const covered = await submit(demo, agent, tool, 40);
  expect(covered).not.toMatchObject({ state: "held" });
  expect(await submit(demo, agent, tool, 51)).toMatchObject({ state: "held" });
  await page.getByRole("link", { name: "Show the grant" }).click();
  await expect(page.getByRole("region", { name: "What it allows" })).toContainText("1 of 10 uses, $40.00 of $500.00");
  const uses = page.getByRole("list", { name: "Uses" }).getByRole("link");
  await expect(uses).toHaveCount(1);
  await expect(uses).toContainText("$40.00");
  await expect(uses).toHaveAttribute("href", `/intents/${String(covered["id"])}`);
});

test("what the server refuses is told beside its field, and what was typed stays", async ({
  signedInPage: page,
  demo,
}) => {
  const [{ tool }, agent] = [await publishHeldTool(demo), await makeAgent(demo)];
  await page.goto(`/grants/new?tool=${tool}`);
  await page.getByLabel("What amount must be").selectOption("is up to");
  await page.getByLabel("Value of amount").fill("fifty");
  await page.getByLabel("Agent", { exact: true }).selectOption({ label: `${agent.name} (default)` });
  await page.getByLabel(/All uses together/).fill("500");
  await page.getByRole("button", { name: "Give the grant" }).click();
  await expect(page.getByRole("alert").filter({ hasText: "The grant was not given" })).toBeVisible();
  await expect(page.getByLabel("Value of amount")).toHaveAttribute("aria-invalid", "true");
  await expect(page.getByLabel("Value of amount")).toBeFocused();
  await expect(page.getByLabel("Value of amount")).toHaveValue("fifty");
  await expect(page.getByLabel(/All uses together/)).toHaveAccessibleDescription(/needs one currency/);
});

test("a grant without a pinned currency is given with a warning", async ({ signedInPage: page, demo }) => {
  const { tool } = await publishHeldTool(demo);
  await page.goto(`/grants/new?tool=${tool}`);
  await page.getByLabel("What amount must be").selectOption("is between");
  await page.getByLabel("Least value of amount").fill("1");
  await page.getByLabel("Greatest value of amount").fill("5");
  await page.getByLabel("Every agent of a namespace").check();
  await page.getByRole("button", { name: "In 1 hour" }).click();
  await page.getByRole("button", { name: "Give the grant" }).click();
  await expect(page.getByText("The grant is given")).toBeVisible();
  await expect(page.getByText("/currency is not pinned")).toBeVisible();
  await expect(page.getByText(/with amount from 1 to 5, by any agent of default/)).toBeVisible();
});

test("a revoked grant clears nothing more, and what it cleared stays", async ({ signedInPage: page, demo }) => {
  const [{ tool }, agent] = [await publishHeldTool(demo), await makeAgent(demo)];
  const { id } = await giveGrant(demo, tool, { agentId: agent.id });
  expect(await submit(demo, agent, tool, 20)).not.toMatchObject({ state: "held" });
  await page.goto(`/grants/${id}`);
  await page.getByRole("button", { name: "Revoke the grant…" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText("What it cleared before stays cleared");
  await dialog.getByRole("button", { name: "Revoke the grant" }).click();
  await expect(page.getByRole("status").filter({ hasText: "The grant is revoked" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Revoke the grant…" })).toHaveCount(0);
  expect(await submit(demo, agent, tool, 20)).toMatchObject({ state: "held" });
});

test("grants are found by tool, agent and state, and the address keeps it", async ({ signedInPage: page, demo }) => {
  const [{ tool, title }, agent] = [await publishHeldTool(demo), await makeAgent(demo)];
  await giveGrant(demo, tool, { agentId: agent.id });
  const { id } = await giveGrant(demo, tool);
  await asAdmin(demo, "DELETE", `/grants/${id}`);
  const rows = page.getByRole("list", { name: "Grants" }).getByRole("listitem");
  await page.goto(`/grants?tool=${tool}`);
  await expect(rows).toHaveCount(2);
  await expect(rows.first()).toContainText(`${title} with amount up to $50.00 and currency USD`);
  await page.getByRole("button", { name: /^State/ }).click();
  await page.getByRole("menuitemradio", { name: "Revoked" }).click();
  await expect(page).toHaveURL(`/grants?state=revoked&tool=${tool}`);
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText("by any agent of default");
  await page.goto(`/grants?agent=${agent.id}`);
  await expect(rows).toHaveCount(1);
  await expect(page.getByRole("search")).toContainText(agent.name);
  await page.goto(`/grants?tool=${tool}&state=used_up`);
  await expect(page.getByText("No grant matches these filters")).toBeVisible();
});

test("a tool that people must approve says so instead of offering a form", async ({ signedInPage: page, demo }) => {
  const { tool } = await publishOwnTool(demo, { effect: "irreversible", policy: [{ then: "hold" }] });
  await page.goto(`/grants/new?tool=${tool}`);
  await expect(page.getByText("No grant can stand in for people here")).toBeVisible();
  await expect(page.getByRole("button", { name: "Give the grant" })).toHaveCount(0);
});

test("whoever is no admin is told what grants are, and is refused nothing without words", async ({ page, demo }) => {
  await signInAs(page, demo, "approver");
  for (const path of ["/grants", "/grants/new"]) {
    await page.goto(path);
    await expect(page.getByText("Only admins see and give grants")).toBeVisible();
    await expect(page.getByText("Your role is approver.")).toBeVisible();
  }
});
