import { expect, test } from "./fixtures";
import { countIntents, publishOwnTool, signInAs } from "./own-tool";
import { makeAgent } from "./people";
import { NO_WAIT } from "./refund";

test("explain shows every step from the fields to the verdict, and writes nothing", async ({
  signedInPage: page,
  agent,
  demo,
}) => {
  const { tool, path } = await publishOwnTool(demo, {
    policy: [{ when: "args.amount <= 50.0", then: "clear" }, { then: "hold" }],
    limits: [{ per: "tool", sum: "/amount", max: 100, window: "day" }],
  });
  const { body } = await agent.submit({ tool, args: { orderId: "o1", amount: 80 }, run: "r", step: "s" }, NO_WAIT);
  expect(body.state).toBe("held");

  await page.goto(`${path}/explain`);
  await expect(page.getByText("Nothing is written")).toBeVisible();
  await expect(page.getByLabel("Args")).toHaveValue(/"orderId": "orderId_1"/);
  await page.getByLabel("Args").fill('{ "orderId": " o1 ", "amount": "70.0" }');
  await page.getByLabel("Run").fill("other");
  await page.getByLabel("Step").fill("s");
  await page.getByRole("button", { name: "Explain" }).click();

  const answer = page.getByRole("region", { name: "What would become of it" });
  await expect(answer.getByRole("status").filter({ hasText: "It would be held" })).toBeVisible();
  const fields = answer.getByRole("list", { name: "Fields" }).getByRole("listitem");
  await expect(fields.filter({ hasText: "orderId" })).toContainText('" o1 "');
  await expect(fields.filter({ hasText: "amount" })).toContainText('"70"');
  await expect(answer.getByRole("region", { name: "2. Key" })).toContainText("Fingerprint");
  const met = answer.getByRole("region", { name: "3. What it meets" });
  await expect(met.getByRole("link", { name: String(body.id) })).toBeVisible();
  await expect(met).toContainText("Variant");
  const rules = answer.getByRole("list", { name: "Policy rules" }).getByRole("listitem");
  await expect(rules.nth(0)).toContainText("No match");
  await expect(rules.nth(1)).toContainText("Matches");
  await expect(answer.getByRole("list", { name: "Limits" })).toContainText("70 more, at most 100");

  await page.getByLabel("Step").fill("t");
  await expect(answer.getByText("The form has changed since")).toBeVisible();
  expect(await countIntents(demo, tool)).toBe(1);
  await met.getByRole("link", { name: String(body.id) }).click();
  await expect(page).toHaveURL(`/intents/${String(body.id)}`);
});

test("what is wrong is told at the field that it is about", async ({ signedInPage: page, demo }) => {
  const { path } = await publishOwnTool(demo);
  await page.goto(`${path}/explain`);
  const ask = page.getByRole("button", { name: "Explain" });
  await page.getByLabel("Args").fill("{ not json");
  await page.getByLabel("Occurrence").fill("0");
  await ask.click();
  await expect(page.getByLabel("Args")).toHaveAccessibleDescription(/This is not JSON/);
  await expect(page.getByLabel("Occurrence")).toHaveAccessibleDescription(/whole number/);

  await page.getByLabel("Args").fill('{ "orderId": "o1", "amount": 9007199254740993 }');
  await page.getByLabel("Occurrence").fill("");
  await ask.click();
  const wrong = page.getByRole("list", { name: "What is wrong with the args" });
  await expect(wrong.getByRole("listitem")).toContainText("amount");
  await expect(wrong).toContainText("more digits");
  await expect(page.getByText("It would be refused before anything is recorded")).toBeVisible();

  await page.getByRole("button", { name: "Fill in an example from the schema" }).click();
  await page.getByLabel("Run").fill("");
  await page.getByRole("textbox", { name: "Args" }).press("Control+Enter");
  await expect(page.getByText("idempotency_key_required")).toBeVisible();
});

const TRUSTED_ONLY = { policy: [{ when: 'agent.labels.tier == "trusted"', then: "clear" }, { then: "hold" }] };

test("an admin picks the agent by its name", async ({ signedInPage: page, demo }) => {
  const { name } = await makeAgent(demo, { labels: { tier: "trusted" } });
  const { path } = await publishOwnTool(demo, TRUSTED_ONLY);
  await page.goto(`${path}/explain`);
  await page.getByRole("combobox", { name: "Agent" }).selectOption({ label: `${name} (default)` });
  await page.getByRole("button", { name: "Explain" }).click();
  await expect(page.getByText("It would run without a person")).toBeVisible();
});

test("whoever may not list the agents writes an id", async ({ page, demo }) => {
  const { id } = await makeAgent(demo, { labels: { tier: "trusted" } });
  const { path } = await publishOwnTool(demo, TRUSTED_ONLY);
  await signInAs(page, demo, "viewer");
  await page.goto(`${path}/explain`);
  const field = page.getByRole("textbox", { name: "Agent" });
  await field.fill("agt_nobody");
  await page.getByRole("button", { name: "Explain" }).click();
  await expect(field).toHaveAccessibleDescription(/no such agent/);
  await field.fill(id);
  await page.getByRole("button", { name: "Explain" }).click();
  await expect(page.getByText("It would run without a person")).toBeVisible();
});
