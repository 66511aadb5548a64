import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures";
import { signInAs } from "./own-tool";
import { asAdmin, callWith, makeAgent, newMark } from "./people";

/** Reads what is shown once, then says that it is stored. */
async function storeSecret(page: Page, name: string): Promise<string> {
  const dialog = page.getByRole("dialog");
  const secret =
    (await dialog
      .getByRole("term")
      .filter({ hasText: new RegExp(`^${name}$`) })
      .locator("..")
      .getByRole("code")
      .textContent()) ?? "";
  await dialog.getByLabel("I have stored it").check();
  await dialog.getByRole("button", { name: "Done" }).click();
  await expect(dialog).toHaveCount(0);
  return secret;
}

test("a new agent's key is shown once, works, and is nowhere afterwards", { tag: "@phone" }, async ({
  signedInPage: page,
  demo,
}) => {
  const name = `billing ${newMark()}`;
  await page.goto("/agents");
  await page.getByRole("button", { name: "New agent" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name", { exact: true }).fill(name);
  await dialog.getByRole("button", { name: "Add a label" }).click();
  await expect(dialog.getByLabel("Name of label 1")).toBeFocused();
  await dialog.getByLabel("Name of label 1").fill("tier");
  await dialog.getByLabel("Value of label 1").fill("trusted");
  await dialog.getByLabel("Only some").check();
  await dialog.getByRole("button", { name: "Create the agent" }).click();
  await expect(dialog.getByText("Tick at least one tool")).toBeVisible();
  await dialog.getByLabel(/Refund a payment/).check();
  await dialog.getByRole("button", { name: "Create the agent" }).click();

  await expect(dialog.getByRole("heading", { name: "Store this key now" })).toBeVisible();
  await expect(dialog.getByRole("button", { name: "Close" })).toHaveCount(0);
  await page.keyboard.press("Escape");
  await dialog.getByRole("button", { name: "Done" }).click();
  await expect(dialog.getByRole("alert")).toContainText("Store it first");
  await expect(dialog).toContainText(`curl -sS '${demo.url}/api/v1/intents?limit=1'`);
  await expect(dialog).toContainText("whsec_");
  const key = await storeSecret(page, "Key");
  expect(key).toMatch(/^ilk_/);

  expect((await callWith(demo, key, "GET", "/intents?limit=1")).status).toBe(200);
  expect((await callWith(demo, key, "POST", "/intents", { tool: "send_email", args: {} })).status).toBe(403);
  const row = page.getByRole("list", { name: "Agents" }).getByRole("link", { name: new RegExp(name) });
  await expect(row).toContainText("tier=trusted");
  await expect(row).toContainText("refund_payment");
  await expect(row).toContainText("1 key");
  const left = await page.evaluate(() => [
    document.documentElement.outerHTML,
    location.href,
    JSON.stringify({ ...localStorage }),
    JSON.stringify({ ...sessionStorage }),
  ]);
  for (const text of left) expect(text).not.toContain(key);
  await page.reload();
  await expect(row).toBeVisible();
  expect(await page.content()).not.toContain(key);
});

test("a name that is taken is told at its field, and nothing is made", async ({ signedInPage: page, demo }) => {
  const { name } = await makeAgent(demo);
  await page.goto("/agents");
  await page.getByRole("button", { name: "New agent" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name", { exact: true }).fill(name);
  await dialog.getByRole("button", { name: "Create the agent" }).click();
  await expect(dialog.getByRole("alert")).toContainText("The agent was not created");
  await expect(dialog.getByLabel("Name", { exact: true })).toHaveAccessibleDescription(/has this name already/);
  await dialog.getByLabel("Namespace").fill("Not A Namespace");
  await dialog.getByRole("button", { name: "Create the agent" }).click();
  await expect(dialog.getByLabel("Namespace")).toHaveAccessibleDescription(/lower-case letters/);
});

test("a rotated key overlaps with the old one, and both show their end; a revoked one stops at once", async ({
  signedInPage: page,
  demo,
}) => {
  const { id, name, key: old } = await makeAgent(demo);
  await page.goto(`/agents/${id}`);
  await expect(page.getByRole("heading", { name, level: 1 })).toBeVisible();
  await page.getByRole("button", { name: "Rotate…" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("1 hour").check();
  await dialog.getByLabel("The new key works").selectOption("90 days");
  await dialog.getByRole("button", { name: "Make the new key" }).click();
  const now = dialog.getByRole("list", { name: "Keys that work now" }).getByRole("listitem");
  await expect(now).toHaveCount(2);
  await expect(now.filter({ hasText: "(new)" })).toContainText("in 89 d 23 h");
  await expect(now.filter({ hasNotText: "(new)" })).toContainText("in 59 min");
  const fresh = await storeSecret(page, "Key");

  const statusWith = async (key: string) => (await callWith(demo, key, "GET", "/intents?limit=1")).status;
  expect([await statusWith(old), await statusWith(fresh)]).toEqual([200, 200]);
  const working = page.getByRole("list", { name: "Keys that work" }).getByRole("listitem");
  await expect(working).toHaveCount(2);
  await working
    .filter({ hasText: "in 59 min" })
    .getByRole("button", { name: /^Revoke the key/ })
    .click();
  await expect(page.getByRole("dialog")).toContainText("whoever uses this key is refused");
  await expect(page.getByRole("dialog")).toContainText("other keys go on working");
  await page.getByRole("dialog").getByRole("button", { name: "Revoke the key" }).click();
  await expect(page.getByRole("status").filter({ hasText: "The key is revoked" })).toBeVisible();
  await expect(working).toHaveCount(1);
  await page.getByText("1 key that ended").click();
  await expect(page.getByRole("list", { name: "Keys that ended" })).toContainText("Revoked");
  expect([await statusWith(old), await statusWith(fresh)]).toEqual([401, 200]);
});

test("a revocation of which no answer came is not told as done", async ({ signedInPage: page, demo }) => {
  const { id } = await makeAgent(demo);
  await page.route("**/keys/*", (route) => route.abort());
  await page.goto(`/agents/${id}`);
  await page.getByRole("button", { name: /^Revoke the key/ }).click();
  await expect(page.getByRole("dialog")).toContainText("can submit nothing and gets no callbacks until");
  await page.getByRole("dialog").getByRole("button", { name: "Revoke the key" }).click();
  await expect(
    page.getByRole("alert").filter({ hasText: "It is not known whether the key was revoked" }),
  ).toBeVisible();
  await expect(page.getByRole("list", { name: "Keys that work" }).getByRole("listitem")).toHaveCount(1);
});

test("changed labels and tools count for the next submission", async ({ signedInPage: page, demo }) => {
  const { id, key } = await makeAgent(demo, { labels: { tier: "new" } });
  await page.goto(`/agents/${id}`);
  await page.getByRole("button", { name: "Change…" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Value of label 1").fill("trusted");
  await dialog.getByLabel("Only some").check();
  await dialog.getByLabel(/Send an e-mail/).check();
  await dialog.getByLabel(/a second time, on purpose/).uncheck();
  await dialog.getByRole("button", { name: "Save the change" }).click();
  await expect(page.getByRole("status").filter({ hasText: "The agent is changed" })).toBeVisible();
  const panel = page.getByRole("region", { name: "What it may do" });
  await expect(panel).toContainText("tier=trusted");
  await expect(panel).toContainText("send_email");
  await expect(panel).toContainText("May not ask for the same action again");
  const answer = await callWith(demo, key, "POST", "/intents", { tool: "refund_payment", args: {} });
  expect(answer.status).toBe(403);
});

test("an approver pauses and resumes an agent with a reason, and sees nothing of its keys", async ({ page, demo }) => {
  const { id, key } = await makeAgent(demo);
  await signInAs(page, demo, "approver");
  await page.goto("/agents");
  await expect(page.getByText("Only admins see the agents and their keys")).toBeVisible();
  await page.goto(`/agents/${id}`);
  await page.getByRole("button", { name: "Pause…" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Pause", exact: true }).click();
  await expect(dialog.getByLabel("Reason")).toHaveAccessibleDescription(/Say why/);
  await dialog.getByLabel("Reason").fill("It loops.");
  await dialog.getByRole("button", { name: "Pause", exact: true }).click();
  await expect(page.getByRole("status").filter({ hasText: "The agent is paused" })).toBeVisible();
  const paused = page.getByRole("region", { name: "Paused" });
  await expect(paused).toContainText("It loops.");
  await expect(page.getByRole("list", { name: "Keys that work" })).toHaveCount(0);

  const paymentId = `pay_${newMark()}`;
  const body = { tool: "refund_payment", args: { paymentId, amount: 5, currency: "USD" }, run: paymentId, step: "s" };
  const held = await callWith(demo, key, "POST", "/intents", body);
  expect(held.body).toMatchObject({ state: "held", hold: { reasons: ["paused"] } });
  await paused.getByRole("button", { name: "Resume…" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Resume" }).click();
  await expect(page.getByRole("status").filter({ hasText: "The agent is resumed" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Pause…" })).toBeVisible();
});

test("a disabled agent stops for good, and says so before and after", async ({ signedInPage: page, demo }) => {
  const { id, name, key } = await makeAgent(demo);
  await page.goto(`/agents/${id}`);
  await page.getByRole("button", { name: "Disable the agent…" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText("cannot be enabled again");
  await expect(dialog).toContainText("held ones can be approved, cleared ones run");
  await expect(dialog.getByRole("button", { name: "Cancel" })).toBeFocused();
  await dialog.getByRole("button", { name: "Disable for good" }).click();
  await expect(page.getByRole("status").filter({ hasText: "The agent is disabled" })).toBeVisible();
  await expect(page.getByRole("button", { name: /Rotate|New key|Change…|Pause…/ })).toHaveCount(0);
  expect((await callWith(demo, key, "GET", "/intents?limit=1")).status).toBe(401);
  await page.getByRole("link", { name: "Agents" }).first().click();
  await expect(page.getByRole("link", { name: new RegExp(name) })).toContainText("Disabled");
});

test("a list narrowed to a namespace lives in the address; its intents are a link away", async ({
  signedInPage: page,
  demo,
}) => {
  const namespace = `team-${newMark()}`;
  const { id, name } = await makeAgent(demo, { namespace });
  await page.goto("/agents");
  await page.getByLabel("Namespace").fill(namespace);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(`/agents?namespace=${namespace}`);
  const rows = page.getByRole("list", { name: "Agents" }).getByRole("listitem");
  await expect(rows).toHaveCount(1);
  await rows.getByRole("link", { name: new RegExp(name) }).click();
  await expect(page.getByRole("link", { name: "Its intents" })).toHaveAttribute("href", `/intents?agent=${id}`);
  await page.goto("/agents?namespace=no-such-namespace");
  await expect(page.getByText("No agent has this namespace")).toBeVisible();
});

test("an API that is down reads as an alert, never as no agents", async ({ signedInPage: page }) => {
  await page.route("**/api/v1/agents?*", (route) => route.abort());
  await page.goto("/agents");
  await expect(page.getByRole("alert").filter({ hasText: "The agents could not be loaded" })).toBeVisible();
  await expect(page.getByText("No agent can submit yet")).toHaveCount(0);
});

test("a name that an agent was given stays text", async ({ signedInPage: page, demo }) => {
  const { id } = await asAdmin(demo, "POST", "/agents", { name: `<b>x</b>\u202E ${newMark()}` });
  await page.goto(`/agents/${id}`);
  await expect(page.getByRole("heading", { level: 1 })).toContainText("<b>x</b>⟨U+202E⟩");
});

test("agents, operators and grants keep their title where the API is away, and say what could not be loaded", async ({
  signedInPage: page,
}) => {
  await page.route("**/api/v1/**", (route) => route.abort());
  for (const [path, title] of [
    ["/agents", "Agents"],
    ["/operators", "Operators"],
    ["/grants", "Grants"],
  ] as const) {
    await page.goto(path);
    await expect(page.getByRole("heading", { name: title, level: 1 })).toBeVisible();
    const said = `The ${title.toLowerCase()} could not be loaded`;
    await expect(page.getByRole("main").getByRole("alert").filter({ hasText: said })).toBeVisible();
  }
});
