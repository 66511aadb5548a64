import type { Demo } from "@/tests/support/launched-product";
import { expect, test } from "./fixtures";
import { signInAs } from "./own-tool";
import { makeDivergence } from "./statement";

/** Somebody else says what came of a finding. */
async function acknowledgeAsSomebodyElse(demo: Demo, findingId: string): Promise<string> {
  const mark = crypto.randomUUID().slice(0, 8);
  const call = async (token: string, path: string, body: unknown) => {
    const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
    const answer = await fetch(`${demo.url}/api/v1${path}`, { method: "POST", headers, body: JSON.stringify(body) });
    expect(answer.ok).toBe(true);
    return (await answer.json()) as Record<string, string>;
  };
  const person = { email: `${mark}@people.test`, name: `Ann ${mark}`, role: "approver" };
  const { id } = await call(demo.operatorToken, "/operators", person);
  const { token } = await call(demo.operatorToken, `/operators/${id}/tokens`, { name: "e2e" });
  await call(token ?? "", `/findings/${findingId}/state`, { state: "acknowledged", note: "I look at it." });
  return person.name;
}

test("a finding says what diverged; who resolves it second is told who was first", async ({
  signedInPage: page,
  agent,
  demo,
}) => {
  const { tool, orphanId } = await makeDivergence(demo, agent);
  await page.goto(`/findings?tool=${tool}`);
  const row = page.getByRole("list", { name: "Findings" }).getByRole("link", { name: /Orphan/ });
  await expect(row).toContainText(`has the effect ${orphanId}`);
  await expect(row).toContainText("which no intent asked for");
  await row.click();

  await expect(page.getByRole("heading", { level: 1, name: "Orphan" })).toBeVisible();
  await expect(page.getByRole("region", { name: "What to do" })).toContainText("Find out who else can act there");
  await expect(page.getByRole("row", { name: /Effect id/ })).toContainText(orphanId);
  const panel = page.getByRole("region", { name: "What came of it" });
  await expect(panel).toContainText("Nobody has said anything about it yet.");
  await panel.getByRole("button", { name: "Resolve" }).click();
  await expect(panel.getByLabel("Note")).toHaveAccessibleDescription("To resolve it, say what came of it.");
  await expect(panel.getByLabel("Note")).toBeFocused();

  await panel.getByLabel("Note").fill("Booked by hand on the 3rd.");
  let name = "";
  await page.route(
    "**/state",
    async (route) => {
      name = await acknowledgeAsSomebodyElse(demo, page.url().split("/").at(-1) ?? "");
      await route.continue();
    },
    { times: 1 },
  );
  await panel.getByRole("button", { name: "Resolve" }).click();
  const refusal = page.getByRole("alert").filter({ hasText: "You did not resolve this finding" });
  await expect(refusal).toContainText("The finding is acknowledged now");
  await expect(refusal).toContainText(name);
  await expect(refusal).toBeFocused();
  await expect(panel).toContainText("I look at it.");
  await expect(panel.getByLabel("Note")).toHaveValue("Booked by hand on the 3rd.");

  await panel.getByRole("button", { name: "Resolve" }).click();
  await expect(page.getByRole("status").filter({ hasText: "You resolved this finding" })).toBeVisible();
  await expect(panel).toContainText("Booked by hand on the 3rd.");
  await expect(panel.getByRole("button", { name: "Open again" })).toBeVisible();
});

test("filters live in the address, and say when nothing matches", async ({ signedInPage: page, agent, demo }) => {
  const { tool, title, runId } = await makeDivergence(demo, agent);
  await page.goto("/findings");
  await page.getByRole("button", { name: /^Tool/ }).click();
  await page.getByRole("menuitemradio", { name: title }).click();
  await page.getByRole("button", { name: /^Kind/ }).click();
  await page.getByRole("menuitemradio", { name: "Orphan" }).click();
  await expect(page).toHaveURL(new RegExp(`/findings\\?kind=orphan&tool=${tool}$`));
  await expect(page.getByRole("list", { name: "Findings" }).getByRole("link")).toHaveCount(1);
  await page.reload();
  await expect(page.getByRole("list", { name: "Findings" }).getByRole("link")).toHaveCount(1);
  await page.goBack();
  await expect(page).toHaveURL(new RegExp(`/findings\\?tool=${tool}$`));

  await page.goto(`/findings?state=resolved&reconciliation=${runId}`);
  await expect(page.getByRole("heading", { name: "No finding matches these filters" })).toBeVisible();
  await page.getByRole("button", { name: "Remove the filter Seen by" }).click();
  await expect(page).toHaveURL(/\/findings\?state=resolved$/);
});

test("the keyboard walks the list and opens a finding", async ({ signedInPage: page, agent, demo }) => {
  const { tool } = await makeDivergence(demo, agent);
  await page.goto(`/findings?tool=${tool}`);
  const row = page.getByRole("list", { name: "Findings" }).getByRole("link").first();
  await expect(row).toBeVisible();
  await page.keyboard.press("j");
  await expect(row).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("region", { name: "What diverged" })).toBeVisible();
});

test("a viewer reads a finding and is told who may answer it", async ({ page, agent, demo }) => {
  const { tool } = await makeDivergence(demo, agent);
  await signInAs(page, demo, "viewer");
  await page.goto(`/findings?tool=${tool}`);
  await page
    .getByRole("list", { name: "Findings" })
    .getByRole("link", { name: /Orphan/ })
    .click();
  await expect(page.getByText("Approvers and admins say what came of it; you may look.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Resolve" })).toHaveCount(0);
});

test("a list that cannot be loaded does not look like one without findings", async ({ signedInPage: page }) => {
  await page.route("**/api/v1/findings?*", (route) => route.abort());
  await page.goto("/findings");
  await expect(page.getByRole("alert").filter({ hasText: "The findings could not be loaded" })).toBeVisible();
  await expect(page.getByText("No finding is open")).toHaveCount(0);
});
