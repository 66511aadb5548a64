import { expect, test } from "./fixtures";
import { makeOrder, openIntent, submitHeld } from "./own-intent";
import { asAdmin } from "./people";
import { makeRefund, NO_WAIT } from "./refund";

const HOSTILE = '<img src=x onerror="window.isHacked=1"> [press](https://evil.example) \u202Egnp.exe';

test("whatever an agent writes, anywhere in a submission, stays text", async ({ signedInPage: page, agent, demo }) => {
  const order = await makeOrder(demo);
  const hostile = {
    ...order,
    run: `${order.run} \u202E<b>`,
    reason: HOSTILE,
    args: { ...order.args, note: HOSTILE, "<script>window.isHacked=1</script>": "javascript:window.isHacked=1" },
  };
  const id = await submitHeld(agent, hostile);
  await agent.submit({
    ...hostile,
    args: { ...hostile.args, amount: 30, note: `${HOSTILE} ${"long ".repeat(2_000)}` },
  });
  await openIntent(page, id);
  const args = page.getByRole("table", { name: "Args", exact: true });
  await expect(args).toContainText("<script>window.isHacked=1</script>");
  await expect(args).toContainText("⟨U+202E⟩gnp.exe");
  const cluster = page.getByRole("list", { name: "Submissions" });
  await expect(cluster.getByRole("listitem").nth(1)).toContainText("<img src=x onerror");
  await page.getByRole("button", { name: "Show JSON" }).click();
  await cluster.getByText("Args as submitted").last().click();
  await expect(page.getByRole("figure", { name: "Args as submitted" })).toContainText("⟨U+202E⟩");
  for (const place of [page.getByRole("main").locator("img"), page.getByRole("main").locator("script")]) {
    await expect(place).toHaveCount(0);
  }
  await expect(page.getByRole("link", { name: /evil/ })).toHaveCount(0);
  expect(await page.locator('a[href*="evil"], a[href^="javascript"]').count()).toBe(0);
  expect(await page.evaluate(() => "isHacked" in window)).toBe(false);
  await page
    .getByRole("button", { name: /^Show all [\d,.]+ characters$/ })
    .first()
    .click();
  await expect(page.getByRole("button", { name: "Show less" }).first()).toBeVisible();
});

test("what names an intent is explained part by part, with what would join it", async ({
  signedInPage: page,
  agent,
}) => {
  const refund = makeRefund(120);
  const { body } = await agent.submit({ ...refund.body, args: { ...refund.body.args, amount: "$120" } }, NO_WAIT);
  await openIntent(page, String(body.id));
  const key = page.getByRole("region", { name: "The key, part by part" });
  await expect(key).toContainText("Step: once in each step of a run.");
  await expect(key).toContainText(refund.paymentId);
  await expect(key).toContainText(
    "in the same step of the same run, with the same paymentId and the same values: it joins",
  );
  await expect(key).toContainText("a look-alike: an intent of its own, held until somebody decides.");
  await expect(page.getByRole("table", { name: "Args", exact: true })).toContainText("$120.00 (12000 minor units)");
});

test("by keyboard alone an intent is approved, denied and linked to", async ({ signedInPage: page, agent, demo }) => {
  const low = await makeOrder(demo, { value: "low" });
  await openIntent(page, await submitHeld(agent, low));
  await page.keyboard.press("a");
  await expect(page.getByText("You approved this intent")).toBeVisible();
  await expect(page.getByRole("status", { name: "State" })).toContainText("Succeeded", { timeout: 30_000 });

  const id = await submitHeld(agent, await makeOrder(demo));
  await openIntent(page, id);
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.keyboard.press("c");
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toMatch(new RegExp(`/intents/${id}$`));
  await page.keyboard.press("a");
  await expect(page.getByRole("dialog")).toContainText("High value.");
  await page.keyboard.press("Escape");
  await page.keyboard.press("d");
  await expect(page.getByRole("dialog").getByLabel("Reason")).toBeFocused();
  await page.keyboard.type("Not this month: a, d and u are only letters here.");
  await page.keyboard.press("Control+Enter");
  await expect(page.getByText("You denied this intent")).toBeVisible();
});

test("an approval can be taken back while the ring is there, by whoever looks", async ({
  signedInPage: page,
  agent,
  demo,
}) => {
  const id = await submitHeld(agent, await makeOrder(demo, { value: "low", undo: "1h" }));
  const { argsDigest } = await asAdmin(demo, "GET", `/intents/${id}`);
  await asAdmin(demo, "POST", `/intents/${id}/decisions`, { verdict: "approve", argsDigest });
  await openIntent(page, id);
  const undo = page.getByRole("main").getByRole("region", { name: "Can be taken back" });
  await expect(undo).toContainText("Approved, not yet run");
  await undo.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByText("You took the approval back")).toBeVisible();
  await expect(page.getByRole("status", { name: "State" })).toContainText("Held");
  await expect(page.getByRole("list", { name: "Attempts" })).toHaveCount(0);
  await expect(page.getByRole("list", { name: "Decisions" })).toContainText("Void");
});

test("a pause, a missing setting and a contract that only observes are explained", async ({
  signedInPage: page,
  agent,
  demo,
}) => {
  const paused = await makeOrder(demo);
  const pausedId = await submitHeld(agent, paused);
  await asAdmin(demo, "POST", `/tools/${paused.tool}/pause`, { reason: "Their bank is down." });
  await openIntent(page, pausedId);
  const hold = page.getByRole("region", { name: "Waiting for a decision" });
  await expect(hold).toContainText("Their bank is down.");
  await expect(hold).toContainText("its clock stands still");

  const headers = { authorization: "Bearer {secret.NOBODY_SET_THIS}" };
  const request = { method: "POST", url: "{+config.LEDGER_URL}/corpus/x", headers };
  const execute = { connector: "http", request, timeout: "5s", effectId: "/id" };
  const unset = await agent.submit(await makeOrder(demo, { policy: [{ then: "clear" }], execute }), NO_WAIT);
  await openIntent(page, String(unset.body.id));
  await expect(hold).toContainText("INTERLOCK_SECRET_NOBODY_SET_THIS is not set on the worker.", { timeout: 30_000 });
  await expect(hold).toContainText("Mend the setting first, or it is held again.");

  const observed = await agent.submit(await makeOrder(demo, { mode: "observe" }));
  await openIntent(page, String(observed.body.id));
  await expect(page.getByText("Observed only: nothing held it back")).toBeVisible();
  await expect(page.getByText("Enforced, it would have held it for a person (approval).")).toBeVisible();
});

test("a look-alike leads to the other intent, and says what became of it", async ({ signedInPage: page, agent }) => {
  const refund = makeRefund(20);
  const first = await agent.submit(refund.body);
  expect(first.body.state).toBe("succeeded");
  const second = await agent.submit({ ...refund.body, run: `${refund.body.run}_again` }, NO_WAIT);
  await openIntent(page, String(second.body.id));
  const related = page.getByRole("list", { name: "Related" });
  await expect(related).toContainText("Look-alike");
  await expect(related).toContainText("Succeeded");
  const decisions = page.getByRole("list", { name: "Decisions" });
  await expect(decisions).toContainText("because it resembles another intent (look-alike).");
  await expect(decisions).toContainText("Policy alone would have cleared it");
  await related.getByRole("link", { name: String(first.body.id) }).click();
  await expect(page.getByRole("status", { name: "State" })).toContainText("Succeeded");
  await expect(page).toHaveURL(`/intents/${String(first.body.id)}`);
});
