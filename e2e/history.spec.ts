import { readFile } from "node:fs/promises";
import { expectAccessible } from "./accessible";
import { expect, test } from "./fixtures";
import { historyRow } from "./history-row";
import { ManyIntents } from "./many-intents";
import { makeOperator, newMark } from "./people";
import { makeRefund, NO_WAIT } from "./refund";

test("one search finds an intent by its id, its run, its effect id or an identity value, and says as what", {
  tag: "@phone",
}, async ({ signedInPage: page, agent }) => {
  const refund = makeRefund(12);
  const { body } = await agent.submit(refund.body);
  await page.goto("/intents");
  await expect(page.getByRole("heading", { name: "History", level: 1 })).toBeVisible();
  const search = page.getByRole("searchbox", { name: "Search" });
  for (const [text, meaning] of [
    [refund.paymentId, "Found as a value of an identity field."],
    [refund.body.run, "Found as a run."],
    [String(body.id), "Found as an intent’s id."],
    [String(body.effectId), "Found as an effect id."],
    ["nobody has this", "Searched whole, as an intent’s id, an effect id, a run and a value of an identity field."],
  ] as const) {
    await search.fill(text);
    await expect(page.getByRole("status").filter({ hasText: meaning })).toBeVisible();
    await expect(search).toBeFocused();
    await expect(page).toHaveURL(/\/intents\?q=/);
    await expect(historyRow(page, refund.paymentId)).toHaveCount(text === "nobody has this" ? 0 : 1);
  }
  await expect(page.getByText("No intent matches these filters")).toBeVisible();
  await expect(page.getByText("the list is narrowed by search")).toBeVisible();
});

test("every filter can be set, is in the address, and has a chip that removes it", async ({
  signedInPage: page,
  agent,
}) => {
  const refund = makeRefund(33);
  await agent.submit(refund.body);
  await page.goto("/intents");
  const ask = async (entry: string) => {
    await page.getByRole("button", { name: "Filter", exact: true }).click();
    await page.getByRole("menuitem", { name: entry }).click();
  };
  await ask("Run…");
  await page.getByRole("dialog").getByRole("button", { name: "Filter" }).click();
  await expect(page.getByText("Write what to look for.")).toBeVisible();
  await page.getByRole("textbox", { name: "Run" }).fill(refund.body.run);
  await page.keyboard.press("Enter");
  await ask("Identity value…");
  await page.getByRole("textbox", { name: "Identity value" }).fill(refund.paymentId);
  await page.keyboard.press("Enter");
  await ask("Agent…");
  await page.getByRole("combobox", { name: "Agent" }).selectOption({ label: "demo-agent" });
  await page.getByRole("dialog").getByRole("button", { name: "Filter" }).click();
  await ask("Amount…");
  await page.getByRole("textbox", { name: "At least" }).fill("30");
  await page.getByRole("textbox", { name: "At most" }).fill("20");
  await page.getByRole("textbox", { name: "Currency" }).fill("usd");
  await page.keyboard.press("Enter");
  await expect(page.getByText("This is less than the amount that it begins with.")).toBeVisible();
  await page.getByRole("textbox", { name: "At most" }).fill("40");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: /^Time/ }).click();
  await page.getByRole("menuitemradio", { name: "Today" }).click();
  await expect(historyRow(page, refund.paymentId)).toBeVisible();
  const { searchParams } = new URL(page.url());
  expect(Object.fromEntries(searchParams)).toEqual({
    agent: expect.stringMatching(/^agt_/),
    run: refund.body.run,
    identity: refund.paymentId,
    period: "today",
    amountFrom: "30",
    amountTo: "40",
    currency: "USD",
  });
  await page.reload();
  await expect(historyRow(page, refund.paymentId)).toBeVisible();
  await expect(page.getByText("$30.00 – $40.00")).toBeVisible();
  for (const name of ["Run", "Identity value", "Agent", "Amount"]) {
    await page.getByRole("button", { name: `Remove the filter ${name}`, exact: true }).click();
  }
  await expect(page).toHaveURL("/intents?period=today");
});

test("a time of one's own is picked, and one that ends before it begins is told", async ({ signedInPage: page }) => {
  await page.goto("/intents");
  await page.getByRole("button", { name: /^Time/ }).click();
  await page.getByRole("menuitem", { name: "From when to when…" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("From", { exact: true }).fill("2026-11-02T10:00");
  await dialog.getByLabel("To", { exact: true }).fill("2026-11-01T10:00");
  await dialog.getByRole("button", { name: "Filter" }).click();
  await expect(dialog.getByText("The end must be later than the beginning.")).toBeVisible();
  await dialog.getByLabel("To", { exact: true }).fill("2026-11-03T10:00");
  await dialog.getByRole("button", { name: "Filter" }).click();
  await expect(page).toHaveURL(/from=2026-11-0.*&to=2026-11-0/);
  await expect(page.getByRole("button", { name: /^Time/ })).toContainText("–");
});

test("what an address says and nobody can answer is told, and the rest is followed", async ({ signedInPage: page }) => {
  await page.goto("/intents?state=queued&tool=refund_payment&amount=5&colour=red&columns=state,shape");
  const alert = page.getByRole("alert").filter({ hasText: "Parts of this address are not followed" });
  await expect(alert).toContainText("state “queued” is not a state.");
  await expect(alert).toContainText("amount “5” needs a currency beside it.");
  await expect(alert).toContainText("“colour” is not a filter.");
  await expect(alert).toContainText("columns “shape” is not the name of a column.");
  await expectAccessible(page);
  await alert.getByRole("button", { name: "Remove them from the address" }).click();
  await expect(page).toHaveURL("/intents?tool=refund_payment");
  await expect(alert).toHaveCount(0);
});

test("columns are chosen, remembered, and travel with a link", async ({ signedInPage: page }) => {
  const many = new ManyIntents(20);
  await many.serve(page);
  await page.goto("/intents");
  const head = page.getByRole("columnheader");
  await expect(head).toHaveText(["State", "Tool", "Target", "Amount", "Submissions", "Agent", "Run", "Submitted"]);
  await page.getByRole("button", { name: "Columns" }).click();
  await page.getByRole("menuitemcheckbox", { name: "Run" }).click();
  await page.getByRole("menuitemcheckbox", { name: "Effect id" }).click();
  await page.keyboard.press("Escape");
  const chosen = ["State", "Tool", "Target", "Amount", "Submissions", "Agent", "Effect id", "Submitted"];
  await expect(head).toHaveText(chosen);
  await page.reload();
  await expect(head).toHaveText(chosen);
  await page.goto("/intents?columns=created,state");
  await expect(head).toHaveText(["State", "Tool", "Submitted"]);
  await page.goto("/intents");
  await expect(head).toHaveText(chosen);
});

test("a view is saved under a name, found again, renamed, sent as a link and deleted", async ({
  signedInPage: page,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto("/intents?state=in_doubt&tool=refund_payment");
  const views = page.getByRole("button", { name: /^View: / });
  await expect(views).toContainText("Views");
  await views.click();
  await page.getByRole("menuitem", { name: "Save this view…" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Give it a name.")).toBeVisible();
  await page.getByRole("textbox", { name: "Name" }).fill("Refunds in doubt");
  await page.keyboard.press("Enter");
  await expect(views).toContainText("Refunds in doubt");
  await views.click();
  await page.getByRole("menuitemradio", { name: "Failed today" }).click();
  await expect(page).toHaveURL("/intents?state=failed&period=today");
  await page.reload();
  await views.click();
  await page.getByRole("menuitemradio", { name: "Refunds in doubt" }).click();
  await expect(page).toHaveURL(/state=in_doubt&tool=refund_payment&columns=/);
  await views.click();
  await page.getByRole("menuitem", { name: "Rename, copy or delete…" }).click();
  await page.getByRole("textbox", { name: "Name of the view Refunds in doubt" }).fill("Doubtful refunds");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Copy the link to Doubtful refunds" }).click();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(new URL(link).searchParams.get("tool")).toBe("refund_payment");
  await expectAccessible(page, "[role=dialog]");
  await page.getByRole("button", { name: "Delete the view Doubtful refunds" }).click();
  await expect(page.getByText("None are left.")).toBeVisible();
  await page.getByRole("button", { name: "Done" }).click();
  await views.click();
  await expect(page.getByRole("menuitemradio", { name: "Doubtful refunds" })).toHaveCount(0);
});

test("totals are of the filter: how many by state, and sums by currency", { tag: "@phone" }, async ({
  signedInPage: page,
  agent,
}) => {
  const { body } = makeRefund(20);
  const run = body.run;
  for (const [step, amount] of [
    ["a", 20],
    ["b", 30.5],
    ["c", 400],
  ] as const) {
    const args = { ...body.args, paymentId: `${body.args.paymentId}_${step}`, amount };
    await agent.submit({ ...body, step, args }, amount > 50 ? NO_WAIT : {});
  }
  await page.goto(`/intents?run=${run}`);
  const totals = page.getByRole("region", { name: "Totals" });
  await expect(totals).toContainText("3 intents");
  await expect(totals.getByRole("list", { name: "By state" })).toContainText("Held 1");
  await expect(totals).toContainText("$450.50 asked for, $50.50 succeeded", { timeout: 30_000 });
  await totals.getByRole("button", { name: /Held/ }).click();
  await expect(page).toHaveURL(`/intents?state=held&run=${run}`);
  await expect(totals).toContainText("$400.00 asked for, none succeeded");
});

test("what a filter finds is exported as CSV, and that is on record", async ({ signedInPage: page, agent, demo }) => {
  const refund = makeRefund(41.5);
  const { body } = await agent.submit(refund.body);
  await page.goto(`/intents?run=${refund.body.run}`);
  await page.getByRole("button", { name: "Export" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText(refund.body.run);
  await expect(dialog).toContainText("recorded in the audit log");
  await expectAccessible(page, "[role=dialog]");
  const started = page.waitForEvent("download");
  await dialog.getByRole("link", { name: "Download" }).click();
  const download = await started;
  expect(download.suggestedFilename()).toMatch(/^interlock-intents-.*Z\.csv$/);
  const lines = (await readFile(await download.path(), "utf8")).split("\r\n");
  expect(lines).toHaveLength(3);
  expect(lines[0]).toMatch(/^id,state,tool,/);
  expect(lines[1]).toContain(`${String(body.id)},succeeded,refund_payment,`);
  expect(lines[1]).toContain(",41.5,USD,");
  const events = await fetch(`${demo.url}/api/v1/audit/events?type=intents.exported&limit=1`, {
    headers: { authorization: `Bearer ${demo.operatorToken}` },
  });
  expect(await events.json()).toMatchObject({ items: [{ data: { untold: ["run"] } }] });
});

test("a viewer reads totals, and is told who may take the history away", async ({ page, demo }) => {
  const password = `a long passphrase ${newMark()}`;
  const { email } = await makeOperator(demo, "viewer", { password });
  expect((await page.request.post("/api/v1/session", { data: { email, password } })).status()).toBe(200);
  await page.goto("/intents");
  await expect(page.getByRole("region", { name: "Totals" })).toContainText("intents");
  await page.getByRole("button", { name: "Export" }).click();
  await expect(page.getByRole("dialog")).toContainText("needs the role approver");
  await expect(page.getByRole("dialog").getByRole("link", { name: "Download" })).toHaveCount(0);
  expect((await page.request.get("/api/v1/intents/export")).status()).toBe(403);
});

test("the table, its menus and a filter's dialog are accessible", { tag: "@phone" }, async ({ signedInPage: page }) => {
  test.slow();
  const many = new ManyIntents(300);
  await many.serve(page);
  await page.goto("/intents?currency=USD&period=30d");
  await expect(historyRow(page, "pay_row0").first()).toBeVisible();
  await expectAccessible(page);
  const sorted = page.locator("th[aria-sort=descending]");
  if ((page.viewportSize()?.width ?? 0) > 1_023) await expect(sorted).toHaveText("Amount");
  await page.getByRole("button", { name: /^View: / }).click();
  await expect(page.getByRole("menu")).toBeVisible();
  await expectAccessible(page, "[role=menu]");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Filter", exact: true }).click();
  await page.getByRole("menuitem", { name: "Amount…" }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await expectAccessible(page, "[role=dialog]");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: "Filter", exact: true })).toBeFocused();
});
