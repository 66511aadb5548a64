import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures";
import { publishOwnTool, signInAs } from "./own-tool";
import { NO_WAIT } from "./refund";

async function pauseWith(page: Page, button: string, reason: string): Promise<void> {
  await page.getByRole("button", { name: `${button}…` }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: button }).click();
  await expect(dialog.getByLabel("Reason")).toHaveAccessibleDescription(/Say why/);
  await dialog.getByLabel("Reason").fill(reason);
}

test("a paused tool runs nothing and loses nothing; it says who stopped it and why, and goes on", async ({
  signedInPage: page,
  agent,
  demo,
}) => {
  const { tool, title, path } = await publishOwnTool(demo);
  await page.goto(path);
  await pauseWith(page, "Pause this tool", "The bank called.");
  await page.getByRole("dialog").getByRole("button", { name: "Pause this tool" }).click();
  await expect(page.getByText("You paused this tool")).toBeVisible();
  await expect(page.getByText("This tool is paused")).toBeVisible();
  await expect(page.getByText("The bank called.")).toBeVisible();

  const asked = { tool, args: { orderId: "o1", amount: 5 }, run: "r", step: "s" };
  const { body } = await agent.submit(asked, NO_WAIT);
  expect(body).toMatchObject({ state: "held", hold: { reasons: ["paused"] } });
  await page.goto(`/tools?q=${tool}`);
  await expect(page.getByRole("link", { name: new RegExp(title) })).toContainText("Paused");

  await page.goto(path);
  await page.getByRole("button", { name: "Resume this tool…" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Resume this tool" }).click();
  await expect(page.getByText("You resumed this tool")).toBeVisible();
  await expect(page.getByRole("button", { name: "Pause this tool…" })).toBeVisible();
  await expect.poll(async () => (await agent.submit(asked)).body.state, { timeout: 30_000 }).toBe("succeeded");
});

test("a pause of which no answer came is not told as done", async ({ signedInPage: page, demo }) => {
  const { path } = await publishOwnTool(demo);
  await page.route("**/pause", (route) => (route.request().method() === "POST" ? route.abort() : route.fallback()));
  await page.goto(path);
  await pauseWith(page, "Pause this tool", "The bank called.");
  await page.getByRole("dialog").getByRole("button", { name: "Pause this tool" }).click();
  await expect(page.getByText("It is not known whether this tool is paused")).toBeVisible();
  await expect(page.getByRole("button", { name: "Pause this tool…" })).toBeVisible();
});

// Whether everything stops is proven elsewhere: here it would stop the other stories too.
test("everything is paused only with a reason and a confirmation", async ({ signedInPage: page }) => {
  const sent: unknown[] = [];
  await page.route("**/api/v1/pause", (route) => {
    if (route.request().method() !== "POST") return route.fallback();
    sent.push(route.request().postDataJSON());
    return route.abort();
  });
  await page.goto("/tools");
  await pauseWith(page, "Pause everything", "Something is wrong.");
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Pause everything" }).click();
  await expect(dialog.getByRole("alert")).toContainText("Confirm that you mean everything");
  expect(sent).toEqual([]);
  await dialog.getByLabel(/Every tool of every agent stops/).check();
  await dialog.getByRole("button", { name: "Pause everything" }).click();
  await expect(page.getByText("It is not known whether everything is paused")).toBeVisible();
  expect(sent).toEqual([{ reason: "Something is wrong." }]);
});

test("a viewer sees what is stopped, by whom and why, and no switch", async ({ page, demo }) => {
  const { tool, path } = await publishOwnTool(demo);
  const headers = { authorization: `Bearer ${demo.operatorToken}`, "content-type": "application/json" };
  const body = JSON.stringify({ reason: "The bank called." });
  await fetch(`${demo.url}/api/v1/tools/${tool}/pause`, { method: "POST", headers, body });
  await signInAs(page, demo, "viewer");
  await page.goto(path);
  await expect(page.getByText("The bank called.")).toBeVisible();
  await expect(page.getByRole("button", { name: /Resume|Pause this/ })).toHaveCount(0);
  await page.goto("/tools");
  await expect(page.getByRole("list", { name: "Tools" })).toBeVisible();
  await expect(page.getByRole("button", { name: /Pause everything/ })).toHaveCount(0);
});
