import type { Page } from "@playwright/test";
import { expectAccessible } from "./accessible";
import { expect, test } from "./fixtures";
import { answer, changes, editor, publishing } from "./lab-page";
import { activeVersion, labContract, publishLabTool, publishText } from "./lab-tool";
import { publishOwnTool } from "./own-tool";

// Axe reads every node of a page several times; on a busy machine that takes its time.
test.describe.configure({ timeout: 120_000 });

test("a change is edited, replayed over history, seen to merge, and published", async ({
  signedInPage: page,
  agent,
  demo,
}) => {
  const { tool, text, path } = await publishLabTool(demo);
  const args = { id: "thing-1", amount: 5 };
  const { body: first } = await agent.submit({ tool, args, run: "run-1" }, { prefer: "wait=0" });
  const { body: second } = await agent.submit({ tool, args, run: "run-2" }, { prefer: "wait=0" });
  expect(second.id).not.toBe(first.id);

  await page.goto(path);
  await expect(editor(page)).toHaveValue(text);
  await expect(publishing(page)).toContainText("There is nothing to publish");
  await editor(page).fill(text.replace("scope: run", "scope: business"));
  await expect(changes(page)).toContainText("1 line added, 1 line removed");
  await expect(changes(page).getByRole("row", { name: "added key: { scope: business }" })).toBeVisible();
  await expect(publishing(page)).toContainText("Keys change.");
  await expect(publishing(page)).toContainText("Not replayed");

  const replay = page.getByRole("region", { name: "Replay over history" });
  await replay.getByRole("button", { name: "Replay" }).click();
  await expect(replay.getByRole("heading", { name: /^Of 2 submissions, 1 would be treated otherwise/ })).toBeVisible();
  const merged = replay.getByRole("listitem").filter({ hasText: "1 submission would join another intent" });
  await merged.getByText("1 submission would join another intent").click();
  await expect(merged).toContainText("Joins an intent");
  await expect(merged).toContainText("Differs from the one it would join in run.");
  await expect(merged.getByRole("link", { name: String(first.id) })).toBeVisible();
  await expect(merged.getByRole("link", { name: String(second.id) })).toHaveAttribute("href", `/intents/${second.id}`);
  await expect(publishing(page)).toContainText("Replayed: 1 would join another intent");
  await expectAccessible(page);

  await publishing(page).getByRole("button", { name: "Publish…" }).click();
  const dialog = page.getByRole("dialog", { name: `Publish version 2 of ${tool}` });
  await expect(dialog).toContainText("Replayed: 1 would join another intent");
  await expect(dialog.getByRole("row", { name: "removed key: { scope: run }" })).toBeVisible();
  await expectAccessible(page, "[role=dialog]");
  expect(await activeVersion(demo, tool)).toBe(1);
  await dialog.getByRole("button", { name: "Publish version 2" }).click();
  await expect(answer(page, "Version 2 is published and active")).toBeFocused();
  expect(await activeVersion(demo, tool)).toBe(2);
  await expect(page.getByText("Version 2 is active", { exact: true })).toBeVisible();
  await expect(publishing(page)).toContainText("This is the text of version 2");
  // What the replay foretold: another run is no longer another intent.
  const { body: third } = await agent.submit({ tool, args, run: "run-3" }, { prefer: "wait=0" });
  const { body: fourth } = await agent.submit({ tool, args, run: "run-4" }, { prefer: "wait=0" });
  expect(fourth.id).toBe(third.id);
  await page.getByRole("link", { name: "Show the contract" }).click();
  await expect(page).toHaveURL(`/tools/${tool}`);
});

test("a contract that cannot be read says where, and is not published", async ({ signedInPage: page, demo }) => {
  const { tool, text, path } = await publishLabTool(demo);
  await page.goto(path);
  await editor(page).fill(
    text.replace("  - { name: ask a person, then: hold }", "  - { name: ask, when: 'args.', then: hold }"),
  );
  const mistakes = page.getByRole("list", { name: "Mistakes" });
  const line = text.split("\n").findIndex((one) => one.includes("ask a person")) + 1;
  await expect(mistakes.getByRole("listitem").filter({ hasText: "/policy/0/when" })).toContainText(`Line ${line}`);
  await expect(editor(page)).toHaveAttribute("aria-invalid", "true");
  await expectAccessible(page);
  await mistakes
    .getByRole("button", { name: `Line ${line}` })
    .first()
    .click();
  await expect(editor(page)).toBeFocused();
  expect(await selected(page)).toContain("'args.'");

  await editor(page).fill(`${text}\nlimits: [`);
  await expect(mistakes.getByRole("button", { name: /^Line \d+$/ }).first()).toBeVisible();
  const publish = publishing(page).getByRole("button", { name: "Publish…" });
  await expect(publish).toHaveAttribute("aria-disabled", "true");
  await expect(publish).toHaveAccessibleDescription("Correct the mistakes first.");
  await publish.click({ force: true });
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await page.getByRole("button", { name: "Replay" }).click();
  await expect(page.getByRole("alert").filter({ hasText: "It was not replayed" })).toBeVisible();
  expect(await activeVersion(demo, tool)).toBe(1);
});

test("JSON that came in one line opens in many, and says what it said", async ({ signedInPage: page, demo }) => {
  const { tool, path } = await publishOwnTool(demo);
  await page.goto(`${path}/lab`);
  await expect(editor(page)).toHaveValue(new RegExp(`^\\{\\n  "tool": "${tool}",\\n`));
  await expect(publishing(page)).toContainText("There is nothing to publish");
  await editor(page).press("ControlOrMeta+End");
  await page.keyboard.press("Enter");
  await expect(publishing(page)).toContainText("Only comments or layout differ");
});

test("comments alone are nothing to publish", async ({ signedInPage: page, demo }) => {
  const { text, path } = await publishLabTool(demo);
  await page.goto(path);
  await editor(page).fill(`# A remark.\n${text}`);
  await expect(publishing(page)).toContainText("Only comments or layout differ");
  await expect(publishing(page).getByRole("button")).toHaveAttribute("aria-disabled", "true");
});

test("what is not published survives a reload, and there is a way back and forth", async ({
  signedInPage: page,
  demo,
}) => {
  const { text, path } = await publishLabTool(demo);
  const changed = `${text}undo: 5s\n`;
  await page.goto(path);
  await editor(page).fill(changed);
  await page.reload();
  await expect(page.getByText("This is your text from before")).toBeVisible();
  await expect(editor(page)).toHaveValue(changed);
  await page.getByRole("button", { name: "Back to version 1" }).click();
  await expect(editor(page)).toHaveValue(text);
  await page.getByRole("button", { name: "Bring my text back" }).click();
  await expect(editor(page)).toHaveValue(changed);
  await page.getByRole("button", { name: "Discard my changes" }).click();
  await page.reload();
  await expect(editor(page)).toHaveValue(text);
  await expect(page.getByText("This is your text from before")).toHaveCount(0);
});

test("what somebody published meanwhile is shown, and not published over unseen", async ({
  signedInPage: page,
  demo,
}) => {
  const { tool, text, path } = await publishLabTool(demo);
  await page.goto(path);
  await editor(page).fill(text.replace("value: low", "value: high"));
  await publishing(page).getByRole("button", { name: "Publish…" }).click();
  // Somebody is faster by so little that the page has not heard of it when it asks.
  await page.route(/expectedVersion=1$/, async (route) => {
    expect(await publishText(demo, tool, `${text}undo: 9s\n`)).toBe(201);
    await route.continue();
  });
  await page.getByRole("button", { name: "Publish version 2" }).click();
  await expect(page.getByRole("alert").filter({ hasText: "You did not publish it" })).toContainText(
    "Somebody published another version meanwhile",
  );
  expect(await activeVersion(demo, tool)).toBe(2);
  const notice = page.getByRole("status").filter({ hasText: "while you were editing" });
  await expect(notice).toContainText("Version 2 was published by Demo Operator");
  await notice.getByRole("button", { name: "Show what it changed" }).click();
  await expect(notice.getByRole("row", { name: "added undo: 9s" })).toBeVisible();
  await expect(publishing(page).getByRole("button", { name: "Publish…" })).toHaveAttribute("aria-disabled", "true");
  await expectAccessible(page);
  await notice.getByRole("button", { name: "Keep my text, over version 2" }).click();
  await expect(changes(page).getByRole("row", { name: "removed undo: 9s" })).toBeVisible();
  await publishing(page).getByRole("button", { name: "Publish…" }).click();
  await page.getByRole("button", { name: "Publish version 3" }).click();
  await expect(answer(page, "Version 3 is published and active")).toBeVisible();
});

test("the editor is left with the keyboard, and Tab indents in it", async ({ signedInPage: page, demo }) => {
  const { path } = await publishLabTool(demo);
  await page.goto(path);
  await editor(page).fill("key:");
  await page.keyboard.press("Enter");
  await page.keyboard.type("scope: run");
  await expect(editor(page)).toHaveValue("key:\n  scope: run");
  await page.keyboard.press("Shift+Tab");
  await expect(editor(page)).toHaveValue("key:\nscope: run");
  await page.keyboard.press("Home");
  await page.keyboard.press("Tab");
  await expect(editor(page)).toHaveValue("key:\n  scope: run");
  await expect(editor(page)).toBeFocused();
  await page.keyboard.press("Control+z");
  await expect(editor(page)).toHaveValue("key:\nscope: run");
  await page.keyboard.press("Escape");
  await page.keyboard.press("Tab");
  await expect(editor(page)).not.toBeFocused();
});

test("a replay can be stopped", async ({ signedInPage: page, demo }) => {
  const { text, path } = await publishLabTool(demo);
  await page.goto(path);
  await editor(page).fill(text.replace("scope: run", "scope: business"));
  let release = () => undefined as unknown;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route("**/replay", async (route) => {
    await held;
    await route.abort();
  });
  await page.getByRole("button", { name: "Replay" }).click();
  await expect(page.getByRole("progressbar", { name: "Replay" })).toBeVisible();
  await page.getByRole("button", { name: "Stop" }).click();
  await expect(page.getByText("Stopped. There is no result.")).toBeVisible();
  release();
  await expect(page.getByRole("button", { name: "Replay" })).toBeVisible();
});

test("a tool that there is not, and a server that does not answer", async ({ signedInPage: page, demo }) => {
  await page.goto("/tools/no_such_tool/lab");
  await expect(page.getByRole("heading", { name: "There is no such tool" })).toBeVisible();
  await expectAccessible(page);
  const { path } = await publishLabTool(demo);
  await page.route("**/api/v1/contracts/**", (route) => route.abort());
  await page.goto(path);
  await expect(page.getByRole("alert").filter({ hasText: "The contract could not be loaded" })).toBeVisible();
});

test("nothing is wider than a phone", async ({ signedInPage: page, demo }) => {
  const { tool, text, path } = await publishLabTool(demo, "publish: { approvals: 2 }\n");
  expect(await publishText(demo, tool, `${text}undo: 5s\n`)).toBe(202);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(path);
  await editor(page).fill(labContract(tool, `# ${"wide ".repeat(80)}\n`));
  await expect(changes(page).getByRole("row").first()).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
});

function selected(page: Page): Promise<string> {
  return editor(page).evaluate((area) => {
    const { value, selectionStart, selectionEnd } = area as HTMLTextAreaElement;
    return value.slice(selectionStart, selectionEnd);
  });
}
