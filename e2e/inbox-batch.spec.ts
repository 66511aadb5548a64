import { expect, test } from "./fixtures";
import { hold, openInbox, rowOf } from "./inbox";
import { makeRefund } from "./refund";
import { makeCredits, publishWallet } from "./wallet";

test.beforeAll(({ demo }) => publishWallet(demo, "e2e_credit_wallet"));

test("a batch states count and total, and one that was decided before keeps none of the others back", {
  tag: "@phone",
}, async ({ signedInPage: page, agent, demo }) => {
  const { run, bodies, wallets } = makeCredits("e2e_credit_wallet", [10, 20, 30.5]);
  const held = await hold(agent, bodies);
  const refund = makeRefund(500);
  await hold(agent, [{ ...refund.body, run }]);
  await openInbox(page, run);
  await expect(page.getByRole("article")).toHaveCount(4);
  await rowOf(page, wallets[0] ?? "")
    .getByRole("checkbox")
    .check();
  const bar = page.getByRole("region", { name: "Selected" });
  await bar.getByRole("button", { name: "Select all 4 that match" }).click();
  await expect(bar).toContainText("4 selected · $560.50");
  await expect(bar).toContainText("1 of high value: approved one by one, never together.");

  await fetch(`${demo.url}/api/v1/intents/${String(held[1]?.["id"])}/decisions`, {
    method: "POST",
    headers: { authorization: `Bearer ${demo.operatorToken}`, "content-type": "application/json" },
    body: JSON.stringify({ verdict: "deny", reason: "Not this one." }),
  });
  await bar.getByRole("button", { name: "Approve 3…" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText("Approve 3 intents?");
  await expect(dialog).toContainText("$60.50");
  await expect(dialog).toContainText("Left out: 1 of high value");
  await dialog.getByRole("button", { name: "Approve 3" }).click();

  await expect(bar.getByRole("heading")).toHaveText("2 intents approved and 1 not approved.");
  await expect(bar.getByRole("heading")).toBeFocused();
  const open = bar.getByRole("list", { name: "Not decided" }).getByRole("listitem");
  await expect(open).toHaveCount(1);
  await expect(open).toContainText(/It was decided before you: it is denied now\. .* denied it at .*Not this one\./);
  await expect(open.getByRole("link")).toHaveAttribute("href", `/intents/${String(held[1]?.["id"])}`);
  await bar.getByRole("button", { name: "Put away" }).click();
  // What was not decided stays selected.
  await expect(bar).toContainText("2 selected");
  expect((await agent.submit(bodies[0] ?? {})).body).toMatchObject({ state: "succeeded" });
  expect((await agent.submit(bodies[2] ?? {})).body).toMatchObject({ state: "succeeded" });
  expect((await agent.submit({ ...refund.body, run }, { prefer: "wait=0" })).body).toMatchObject({ state: "held" });
});

test("many are denied with one reason, whatever their value", async ({ signedInPage: page, agent }) => {
  const { run, bodies, wallets } = makeCredits("e2e_credit_wallet", [10, 20, 30]);
  const refund = { ...makeRefund(700).body, run };
  await hold(agent, [...bodies, refund]);
  await openInbox(page, run);
  await rowOf(page, wallets[0] ?? "")
    .getByRole("checkbox")
    .click();
  await page
    .getByRole("article")
    .last()
    .getByRole("checkbox")
    .click({ modifiers: ["Shift"] });
  const bar = page.getByRole("region", { name: "Selected" });
  await expect(bar).toContainText("4 selected");
  await bar.getByRole("button", { name: "Deny 4…" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Not allowed by policy" }).click();
  await dialog.getByRole("button", { name: "Deny 4" }).click();
  await expect(bar.getByRole("heading")).toHaveText("4 intents denied.");
  expect((await agent.submit(refund)).body).toMatchObject({
    state: "denied",
    error: { message: "Not allowed by policy" },
  });
});

test("a batch without an answer is told as not known, and stays selected", async ({ signedInPage: page, agent }) => {
  const { run, bodies, wallets } = makeCredits("e2e_credit_wallet", [10, 20]);
  await hold(agent, bodies);
  await openInbox(page, run);
  await rowOf(page, wallets[0] ?? "")
    .getByRole("checkbox")
    .click();
  await rowOf(page, wallets[1] ?? "")
    .getByRole("checkbox")
    .click();
  await page.route("**/api/v1/decisions", (route) => route.abort());
  const bar = page.getByRole("region", { name: "Selected" });
  await bar.getByRole("button", { name: "Approve 2…" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Approve 2" }).click();
  await expect(bar.getByRole("heading")).toHaveText("2 intents not known.");
  await bar.getByRole("button", { name: "Put away" }).click();
  await expect(bar).toContainText("2 selected");
});

test("while what matches is still collected no question is asked about it, and another filter ends it", async ({
  signedInPage: page,
  agent,
}) => {
  const { run, bodies, wallets } = makeCredits("e2e_credit_wallet", [10, 20, 30]);
  await hold(agent, bodies);
  await openInbox(page, run);
  await rowOf(page, wallets[0] ?? "")
    .getByRole("checkbox")
    .check();
  const bar = page.getByRole("region", { name: "Selected" });
  let goOn: () => void = () => undefined;
  const mayGoOn = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  await page.route("**/api/v1/inbox?*limit=200*", (route) => mayGoOn.then(() => route.continue()));
  const answer = page.waitForResponse("**/api/v1/inbox?*limit=200*");
  await bar.getByRole("button", { name: "Select all 3 that match" }).click();
  await expect(bar).toContainText("Selecting 0 of 3");
  await page.keyboard.press("a");
  await expect(page.getByText("still being collected or sent")).toBeAttached();
  await expect(page.getByRole("dialog")).toHaveCount(0);

  await page.getByRole("button", { name: /^Approval/ }).click();
  await expect(bar).toHaveCount(0);
  goOn();
  await (await answer).finished();
  await expect(page.getByRole("article")).toHaveCount(3);
  await expect(bar).toHaveCount(0);
});

test("whoever selects by click goes on by key", async ({ signedInPage: page, agent }) => {
  const { run, bodies, wallets } = makeCredits("e2e_credit_wallet", [10, 20]);
  await hold(agent, bodies);
  await openInbox(page, run);
  await rowOf(page, wallets[0] ?? "")
    .getByRole("checkbox")
    .check();
  await page.keyboard.press("a");
  await expect(page.getByRole("dialog")).toContainText("Approve 1 intent?");
});
