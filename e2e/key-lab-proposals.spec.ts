import { expectAccessible } from "./accessible";
import { expect, test } from "./fixtures";
import { answer, editor, publishing } from "./lab-page";
import { activeVersion, addAdmin, publishLabTool, publishText } from "./lab-tool";

// Axe reads every node of a page several times; on a busy machine that takes its time.
test.describe.configure({ timeout: 120_000 });

test("a contract that takes two people is proposed by one and published by the other", async ({
  signedInPage: page,
  browser,
  demo,
}) => {
  const { tool, text, path } = await publishLabTool(demo, "publish: { approvals: 2 }\n");
  const ann = await addAdmin(demo);
  await page.goto(path);
  await editor(page).fill(text.replace("publish: { approvals: 2 }", "undo: 5s"));
  await expect(publishing(page)).toContainText("Version 1 asks for 2 people");
  await publishing(page).getByRole("button", { name: "Propose…" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Propose it" }).click();
  await expect(answer(page, "Your proposal waits for people")).toContainText("until one more person has confirmed it");
  const mine = page.getByRole("region", { name: "A proposal waits for people" });
  await expect(mine).toContainText("You proposed it. Somebody else confirms.");
  await expect(mine.getByRole("button", { name: "Confirm…" })).toHaveCount(0);
  expect(await activeVersion(demo, tool)).toBe(1);

  const other = await browser.newContext({ baseURL: demo.url });
  try {
    await other.request.post("/api/v1/session", { data: { email: ann.email, password: ann.password } });
    const hers = await other.newPage();
    await hers.goto(path);
    const waiting = hers.getByRole("region", { name: "A proposal waits for people" });
    await expect(waiting.getByRole("list", { name: "Who stands behind it" })).toContainText(
      "Demo Operator proposed it",
    );
    await expect(waiting.getByRole("row", { name: "removed publish: { approvals: 2 }" })).toBeVisible();
    await expectAccessible(hers);
    await waiting.getByRole("button", { name: "Open it in the editor" }).click();
    await expect(editor(hers)).toHaveValue(/undo: 5s/);
    await expect(publishing(hers)).toContainText("A proposal of Demo Operator waits.");
    await waiting.getByRole("button", { name: "Confirm…" }).click();
    const dialog = hers.getByRole("dialog");
    await expect(dialog).toContainText("Yours is the last word that is needed");
    await expectAccessible(hers, "[role=dialog]");
    await dialog.getByRole("button", { name: "Confirm and publish" }).click();
    await expect(answer(hers, "Version 2 is published and active")).toBeVisible();
    await expect(waiting).toHaveCount(0);
    expect(await activeVersion(demo, tool)).toBe(2);
  } finally {
    await other.close();
  }
  await expect(mine).toHaveCount(0);
});

test("a proposal is taken back, and whoever confirms it too late is told", async ({
  signedInPage: page,
  browser,
  demo,
}) => {
  const { tool, text, path } = await publishLabTool(demo, "publish: { approvals: 2 }\n");
  const ann = await addAdmin(demo);
  expect(await publishText(demo, tool, `${text}undo: 5s\n`)).toBe(202);
  const other = await browser.newContext({ baseURL: demo.url });
  try {
    await other.request.post("/api/v1/session", { data: { email: ann.email, password: ann.password } });
    const hers = await other.newPage();
    await hers.goto(path);
    await hers.getByRole("button", { name: "Confirm…" }).click();
    // From here on her page learns nothing new.
    await hers.route("**/api/v1/contracts/**", (route) =>
      route.request().method() === "GET" ? route.abort() : route.continue(),
    );
    await page.goto(path);
    await page.getByRole("button", { name: "Take the proposal back" }).click();
    await expect(answer(page, "The proposal is taken back")).toBeVisible();
    await hers.getByRole("button", { name: "Confirm and publish" }).click();
    const told = hers.getByRole("alert").filter({ hasText: "You did not confirm it" });
    await expect(told).toContainText("It was withdrawn by Demo Operator");
    expect(await activeVersion(demo, tool)).toBe(1);
  } finally {
    await other.close();
  }
});

test("a proposal that ends while somebody is about to confirm it says how", async ({
  signedInPage: page,
  browser,
  demo,
}) => {
  const { tool, text, path } = await publishLabTool(demo, "publish: { approvals: 2 }\n");
  const ann = await addAdmin(demo);
  expect(await publishText(demo, tool, `${text}undo: 5s\n`)).toBe(202);
  const other = await browser.newContext({ baseURL: demo.url });
  try {
    await other.request.post("/api/v1/session", { data: { email: ann.email, password: ann.password } });
    const hers = await other.newPage();
    await hers.goto(path);
    await hers.getByRole("button", { name: "Confirm…" }).click();
    await expect(hers.getByRole("dialog")).toContainText("Yours is the last word that is needed");
    await page.goto(path);
    await page.getByRole("button", { name: "Take the proposal back" }).click();
    await expect(hers.getByRole("status").filter({ hasText: "The proposal is over" })).toContainText(
      "It was taken back by Demo Operator. Nothing was published.",
    );
    await expect(hers.getByRole("dialog")).toHaveCount(0);
    // Whoever took it back was answered, and is not told a second time.
    await expect(page.getByText("The proposal is over")).toHaveCount(0);
  } finally {
    await other.close();
  }
});
