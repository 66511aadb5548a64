// A downstream that does not answer: operators see it, and the intents that wait for it say so.
import type { Demo } from "@/tests/support/launched-product";
import { expectAccessible } from "./accessible";
import { type Agent, expect, test } from "./fixtures";
import { publishOwnTool, signInAs } from "./own-tool";
import { NO_WAIT } from "./refund";

/** More than can be tried while the story is told: the last one waits for nothing but the downstream. */
const INTENTS = 30;

async function setHang(demo: Demo, tool: string, method: "PUT" | "DELETE"): Promise<void> {
  const route = `/corpus/${tool}`;
  const body = method === "PUT" ? { body: JSON.stringify({ route, kind: "hang" }) } : {};
  const headers = { "content-type": "application/json" };
  const answer = await fetch(`${demo.ledgerUrl}/faults?route=${encodeURIComponent(route)}`, {
    method,
    headers,
    ...body,
  });
  expect(answer.status).toBe(200);
}

/** A tool of its own whose route of the ledger hangs until a worker gives it a rest. */
async function restOwnTool(demo: Demo, agent: Agent) {
  const mark = crypto.randomUUID().slice(0, 8);
  const own = await publishOwnTool(demo, {
    execute: {
      connector: "http",
      request: {
        method: "POST",
        url: `{+config.LEDGER_URL}/corpus/rests_${mark}`,
        headers: { authorization: "Bearer {secret.LEDGER_TOKEN}" },
      },
      ...{ timeout: "150ms", retries: { max: 50, base: "20ms", cap: "1h" }, effectId: "/id" },
      idempotency: { header: "Idempotency-Key", window: "7d" },
    },
  });
  const route = `rests_${mark}`;
  await setHang(demo, route, "PUT");
  const submit = async (n: number) =>
    (await agent.submit({ tool: own.tool, args: { orderId: `o${n}`, amount: 5 }, run: `r${n}`, step: "s" }, NO_WAIT))
      .body;
  for (let n = 0; n < INTENTS; n += 1) await submit(n);
  const headers = { authorization: `Bearer ${demo.operatorToken}` };
  await expect
    .poll(async () => (await fetch(`${demo.url}/api/v1/downstreams`, { headers })).text(), { timeout: 30_000 })
    .toContain(own.tool);
  return { ...own, route, lastId: String((await submit(INTENTS))["id"]) };
}

test("a downstream that rests is listed, its intents say so, and trying it now lets everything run @phone", async ({
  signedInPage: page,
  agent,
  demo,
}) => {
  const { title, route, lastId } = await restOwnTool(demo, agent);
  await page.goto(`/intents/${lastId}`);
  const notice = page.getByText(/does not answer\. (Next try at|It is being tried)/);
  await expect(notice).toContainText(`The downstream ${demo.ledgerUrl} does not answer.`);
  await page.getByRole("link", { name: "Try it now under Tools" }).click();

  const list = page.getByRole("region", { name: "Resting downstreams" });
  const item = list.getByRole("listitem").filter({ hasText: title });
  await expect(item).toContainText("The downstream did not answer in time.");
  await expect(item).toContainText(/Next try (in|now)/);
  await expectAccessible(page, "#resting");

  await setHang(demo, route, "DELETE");
  await item.getByRole("button", { name: `Try ${title} now` }).click();
  await expect(page.getByText("It is being tried now")).toBeVisible();
  await expect(item).toHaveCount(0, { timeout: 30_000 });
  await page.goto(`/intents/${lastId}`);
  await expect(page.getByRole("status", { name: "State" })).toContainText("Succeeded", { timeout: 30_000 });
  await expect(notice).toHaveCount(0);
});

test("a viewer sees what rests, on the overview too, and no button", async ({ page, agent, demo }) => {
  const { title, route } = await restOwnTool(demo, agent);
  await signInAs(page, demo, "viewer");
  for (const path of ["/overview", "/tools"]) {
    await page.goto(path);
    const item = page
      .getByRole("region", { name: "Resting downstreams" })
      .getByRole("listitem")
      .filter({ hasText: title });
    await expect(item).toBeVisible();
    await expect(item.getByRole("button")).toHaveCount(0);
  }
  await setHang(demo, route, "DELETE");
});
