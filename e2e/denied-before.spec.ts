// A no stays a no: whatever else an agent asks for about a target that was denied, the next operator sees who said no.
import type { Locator } from "@playwright/test";
import { expectAccessible } from "./accessible";
import { expect, test } from "./fixtures";
import { hold, openInbox, rowOf } from "./inbox";
import { openIntent } from "./own-intent";
import { asAdmin } from "./people";
import { makeRefund } from "./refund";

// Axe reads every node of a page several times; on a busy machine that takes its time.
test.describe.configure({ timeout: 120_000 });

const REASON = "The card was reported stolen.";

/** All that was asked about the target, in one list. */
const clusterOf = (part: Locator) => part.getByRole("list", { name: "What else was asked for" }).getByRole("listitem");

test("an operator denies $80; the agent asks for $50 and $40, and who denied what and why stands beside both @phone", async ({
  signedInPage: page,
  agent,
}) => {
  const refund = makeRefund(80);
  const { paymentId, body } = refund;
  await hold(agent, [body]);
  await openInbox(page, paymentId);
  const row = rowOf(page, paymentId);
  await row.getByRole("button", { name: "Deny…" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("textbox", { name: "Reason" }).fill(REASON);
  await dialog.getByRole("button", { name: "Deny", exact: true }).click();
  await expect(row).toContainText("You denied this intent");

  const other = { ...body, run: `${body.run}_again` };
  const [again, elsewhere] = await hold(agent, [
    { ...body, args: { ...body.args, amount: 50 } },
    { ...other, args: { ...body.args, amount: 40 } },
  ]);
  // An agent is told that a person said no, and not what they wrote.
  expect(again).toMatchObject({ generation: 2, hold: { reasons: ["denied_before"] } });
  expect(JSON.stringify([again, elsewhere])).not.toContain(REASON);

  await openInbox(page, body.run);
  await expect(row.getByRole("list", { name: "Why it waits" })).toContainText("Denied before");
  await expect(clusterOf(row)).toHaveCount(1);
  await expect(clusterOf(row)).toContainText(/Demo Operator denied \$80\.00 on .+: The card was reported stolen\./);
  await expectAccessible(page);

  await row.getByRole("button", { name: "Approve…" }).click();
  await expect(dialog).toContainText("High value. Once you approve, it runs at once.");
  await expect(dialog).toContainText("A person denied it before");
  await expect(clusterOf(dialog)).toContainText([REASON]);
  await expectAccessible(page, "[role=dialog]");
  await dialog.getByRole("button", { name: "Approve $50.00" }).click();
  await expect(row).toContainText("You approved this intent");
  await expect
    .poll(async () => (await agent.submit({ ...body, args: { ...body.args, amount: 50 } })).body)
    .toMatchObject({ id: again?.["id"], state: "succeeded" });

  // The approval was about that one: the next is asked about too, with all that was said and done before.
  await openInbox(page, other.run);
  await expect(clusterOf(row)).toHaveCount(2);
  await expect(clusterOf(row)).toContainText(["another intent asked for $50.00 and succeeded", REASON]);
  await row.getByRole("button", { name: "Approve…" }).click();
  await expect(dialog).toContainText("Something alike has happened already");
  await expect(clusterOf(dialog)).toContainText(["succeeded", REASON]);
});

test("the intent's page names the denial and leads to it, also before other args are approved", async ({
  signedInPage: page,
  agent,
  demo,
}) => {
  const { body } = makeRefund(80);
  const [denied] = await hold(agent, [body]);
  await asAdmin(demo, "POST", `/intents/${String(denied?.["id"])}/decisions`, { verdict: "deny", reason: REASON });
  const [held] = await hold(agent, [
    { ...body, args: { ...body.args, amount: 50 } },
    { ...body, args: { ...body.args, amount: 45 } },
  ]);
  await openIntent(page, String(held?.["id"]));
  const reasons = page.getByRole("list", { name: "Denied before" });
  await expect(reasons).toContainText(`Demo Operator denied $80.00`);
  await expect(reasons).toContainText(REASON);
  await expectAccessible(page);

  await page.getByRole("button", { name: "Approve these args instead" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText("$45.00 instead of $50.00");
  await expect(dialog.getByRole("list", { name: "Denied before" })).toContainText(REASON);
  await expectAccessible(page, "[role=dialog]");
  await page.keyboard.press("Escape");

  await reasons.getByRole("link", { name: "$80.00" }).click();
  await expect(page.getByRole("status", { name: "State" })).toContainText("Demo Operator said no. Nothing ran.");
});
