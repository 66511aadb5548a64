import { expect, test } from "./fixtures";
import { makeRefund, NO_WAIT } from "./refund";

test("the badge of the tab counts what waits, without a reload", async ({ signedInPage: page, agent }) => {
  await page.goto("/settings");
  const countIn = async () => Number(/^\((\d+)\+?\)/.exec(await page.title())?.[1] ?? 0);
  await expect(page.getByRole("navigation", { name: "Main" })).toContainText(/waiting|Inbox/);
  await agent.submit(makeRefund(120).body, NO_WAIT);
  await expect.poll(countIn).toBeGreaterThan(0);
  await page.getByRole("link", { name: "History" }).click();
  await expect(page.getByRole("heading", { name: "History", level: 1 })).toBeVisible();
  await expect.poll(countIn).toBeGreaterThan(0);
});

test("paused updates keep the screen as it is and count what came, until they are resumed", async ({
  signedInPage: page,
  agent,
}) => {
  const refund = makeRefund(130);
  await page.goto(`/?q=${refund.paymentId}`);
  await expect(page.getByText("Live", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Pause updates" }).click();
  await agent.submit(refund.body, NO_WAIT);
  await expect(page.getByText(/Updates paused · \d+ changes? since/)).toBeVisible();
  await expect(page.getByText(refund.paymentId)).toHaveCount(0);
  await page.getByRole("button", { name: "Resume updates" }).click();
  await expect(page.getByText(refund.paymentId).first()).toBeVisible();
});

test("a stream that is cut is said to be, and everything is read again when it is back", async ({
  signedInPage: page,
  agent,
}) => {
  const refund = makeRefund(140);
  await page.route("**/api/v1/stream", (route) => route.abort());
  await page.goto(`/?q=${refund.paymentId}`);
  await expect(page.getByText("Not live: reconnecting")).toBeVisible();
  await agent.submit(refund.body, NO_WAIT);
  await page.unroute("**/api/v1/stream");
  await expect(page.getByText("Live", { exact: true })).toBeVisible({ timeout: 20_000 });
  await expect(page.getByText(refund.paymentId).first()).toBeVisible();
});

test("two tabs of one browser share one stream, and both hear", async ({ signedInPage: page, agent, context }) => {
  const other = await context.newPage();
  const streams: string[] = [];
  context.on("request", (request) => {
    if (request.url().endsWith("/api/v1/stream")) streams.push(request.url());
  });
  const refund = makeRefund(150);
  await page.goto(`/?q=${refund.paymentId}`);
  await expect(page.getByText("Live", { exact: true })).toBeVisible();
  await other.goto(`/?q=${refund.paymentId}`);
  await expect(other.getByText("Live", { exact: true })).toBeVisible({ timeout: 20_000 });
  await agent.submit(refund.body, NO_WAIT);
  for (const tab of [page, other]) await expect(tab.getByText(refund.paymentId).first()).toBeVisible();
  expect(streams).toHaveLength(1);
});

test("what happens between the tab that listened and the one that takes over is not missed", async ({
  signedInPage: page,
  agent,
  context,
}) => {
  const refund = makeRefund(160);
  await page.goto(`/?q=${refund.paymentId}`);
  await expect(page.getByText("Live", { exact: true })).toBeVisible();
  const other = await context.newPage();
  await other.goto(`/?q=${refund.paymentId}`);
  await expect(other.getByText("Live", { exact: true })).toBeVisible({ timeout: 20_000 });
  let goOn: () => void = () => undefined;
  const mayGoOn = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  await other.route("**/api/v1/stream", (route) => mayGoOn.then(() => route.continue()));
  const takesOver = other.waitForRequest("**/api/v1/stream");
  await page.close();
  await takesOver;
  await agent.submit(refund.body, NO_WAIT);
  goOn();
  await expect(other.getByText(refund.paymentId).first()).toBeVisible();
});
