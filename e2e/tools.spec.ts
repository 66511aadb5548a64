import { expect, test } from "./fixtures";
import { publishAgain, publishOwnTool } from "./own-tool";

test("an operator who has never seen YAML reads what a tool does and may do @phone", async ({
  signedInPage: page,
  demo,
}) => {
  const { tool, title, path } = await publishOwnTool(demo, {
    description: "Gives somebody money for good work.",
    policy: [
      { when: "args.amount <= 50.0", then: "clear" },
      { then: "hold", approvals: 2, roles: ["admin"], expiresIn: "2h" },
    ],
    limits: [{ per: "agent", count: true, max: 3, window: "day", over: "refuse" }],
  });
  await page.goto("/tools");
  await page.getByLabel("Search by title or name").fill(tool);
  const row = page.getByRole("link", { name: new RegExp(title) });
  await expect(page.getByRole("list", { name: "Tools" }).getByRole("link")).toHaveCount(1);
  await expect(page).toHaveURL(`/tools?q=${tool}`);
  await row.click();

  await expect(page).toHaveURL(path);
  await expect(page.getByRole("heading", { name: title, level: 1 })).toBeVisible();
  const part = (name: string) => page.getByRole("region", { name, exact: true });
  await expect(part("What it does")).toContainText("Gives somebody money for good work.");
  await expect(part("Fields").getByRole("listitem").filter({ hasText: "orderId" })).toContainText("Identity");
  await expect(part("Key")).toContainText("The same orderId, in the same step of the same run, is the same action.");
  await expect(part("Duplicates")).toContainText("It joins the intent that is there and gets the same result.");
  const rules = part("Policy").getByRole("listitem");
  await expect(rules.nth(0)).toContainText("If amount is at most 50, it is cleared: it runs without a person.");
  await expect(rules.nth(0)).toContainText("args.amount <= 50.0");
  await expect(rules.nth(1)).toContainText("it is held until 2 different admins approve it");
  await expect(part("Limits")).toContainText("For each agent: at most 3 intents in a calendar day (UTC).");
  await expect(part("How it is performed")).toContainText("There is no probe.");
  await expect(page.getByRole("list", { name: "Warnings" })).toContainText("honours no key");

  const stored = page.getByRole("figure", { name: "The definition as it is stored" });
  await expect(stored).toBeHidden();
  await page.getByText("The definition as it is stored").first().click();
  await expect(stored).toContainText(`"tool": "${tool}"`);
});

test("two versions are compared in words, then line by line, and the address leads there again", async ({
  signedInPage: page,
  demo,
}) => {
  const { tool, title, path } = await publishOwnTool(demo);
  await page.goto(`${path}/versions`);
  await expect(page.getByText("There is one version so far")).toBeVisible();
  await publishAgain(demo, tool, { title, undo: "10s" });
  await publishAgain(demo, tool, { title, undo: "10s", key: { scope: "run", window: "7d" } });

  await page.goto(`${path}/versions`);
  const versions = page.getByRole("list", { name: "Versions" }).getByRole("listitem");
  await expect(versions).toHaveCount(3);
  await expect(versions.first()).toContainText("Version 3Active");
  await expect(page.getByRole("heading", { name: "From version 2 to version 3" })).toBeVisible();
  await expect(page.getByText("Keys change", { exact: true })).toBeVisible();
  const changes = page.getByRole("list", { name: "What changes" });
  await expect(changes).toContainText("No longer: The same orderId, in the same step of the same run");
  await expect(changes).toContainText("Now: The same orderId, in the same run, whichever step asks");

  await page.getByRole("link", { name: "Compare with version 1" }).click();
  await expect(page).toHaveURL(`${path}/versions?from=1&to=2`);
  await expect(page.getByText("Keys do not change", { exact: true })).toBeVisible();
  await expect(changes).toContainText("Now: After an approval nothing runs for 10 seconds");
  const lines = page.getByRole("table", { name: "Version 1 against version 2" });
  await expect(lines.getByRole("row").filter({ hasText: "undo" })).toContainText("added");

  await page.getByLabel("To", { exact: true }).selectOption("3");
  await expect(page).toHaveURL(`${path}/versions?from=1&to=3`);
  await page.reload();
  await expect(page.getByRole("heading", { name: "From version 1 to version 3" })).toBeVisible();
});

test("a contract that only observes says so before anything else", async ({ signedInPage: page, demo }) => {
  const { tool, title, path } = await publishOwnTool(demo, { mode: "observe" });
  await page.goto(`/tools?q=${tool}`);
  await expect(page.getByRole("link", { name: new RegExp(title) })).toContainText("Only observes");
  await page.goto(path);
  await expect(page.getByText("everything runs as if it were cleared").first()).toBeVisible();
});

test("a name that nobody published is told as such, and an API that is away is not", async ({ signedInPage: page }) => {
  await page.goto("/tools/no_such_tool");
  await expect(page.getByText("There is no such tool")).toBeVisible();
  await expect(page.getByRole("navigation", { name: "Parts of this tool" })).toHaveCount(0);
  await page.route("**/api/v1/contracts?*", (route) => route.abort());
  await page.goto("/tools");
  await expect(page.getByRole("alert").filter({ hasText: "The tools could not be loaded" })).toBeVisible();
  await expect(page.getByText("No contract is published yet")).toHaveCount(0);
});
