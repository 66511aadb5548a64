import { expect, test } from "./fixtures";

/** What a newcomer pastes, sent as the shell would send it. */
async function paste(command: string): Promise<void> {
  const [, url = ""] = /curl -sS (\S+)/.exec(command) ?? [];
  const [, key = ""] = /Bearer (\S+)"/.exec(command) ?? [];
  const [, body = ""] = /-d '(.*)'/s.exec(command) ?? [];
  const answer = await fetch(url, { method: "POST", headers: { authorization: `Bearer ${key}` }, body });
  expect(answer.ok).toBe(true);
  await answer.text();
}

test("a newcomer gets from nothing to a first approved intent, and sees that asking again does nothing", async ({
  signedInPage: page,
}) => {
  await page.goto("/settings");
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "First steps" }).click();
  await expect(page).toHaveURL("/welcome");
  await page.getByRole("button", { name: "Make an agent for this walk instead" }).click();
  await expect(page.getByText(/The agent walk_\w+ exists now/)).toBeVisible();
  await expect(page.getByText("run this first")).toHaveCount(0);
  const first = page.getByRole("figure", { name: "Ask for a refund" });
  await expect(first).toContainText("Bearer ilk_");

  await paste((await first.textContent()) ?? "");
  await expect(page.getByText("It has arrived.")).toBeVisible();
  await page.getByRole("link", { name: "Look at it and decide" }).click();
  await page.getByRole("button", { name: "Approve" }).first().click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: /^Approve/ }).click();
  await expect(page.getByRole("status", { name: "State" })).toContainText("Succeeded", { timeout: 30_000 });

  await page.goBack();
  await expect(page.getByText(/It ran once, and the ledger calls it/)).toBeVisible();
  await paste((await page.getByRole("figure", { name: "Ask for the same refund again" }).textContent()) ?? "");
  await expect(page.getByText("2 submissions, one intent: the second got the answer of the first.")).toBeVisible();
});

test("whoever is new finds First steps under their own name @phone", async ({ signedInPage: page }) => {
  await page.goto("/settings");
  await page.getByRole("button", { name: /operator menu/ }).click();
  await page.getByRole("menuitem", { name: "First steps" }).click();
  await expect(page.getByRole("heading", { name: "First steps", level: 1 })).toBeVisible();
});
