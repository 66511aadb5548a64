import { expect, test } from "./fixtures";
import { payOnce, statementOf } from "./statement";

test("a statement is uploaded, compared while somebody watches, and leads to its findings", async ({
  signedInPage: page,
  agent,
  demo,
}) => {
  const { tool, effectId, orphanId } = await payOnce(demo, agent);
  await page.goto("/findings/reconciliations");
  await page.getByRole("button", { name: "Upload a statement…" }).click();
  const dialog = page.getByRole("dialog", { name: "Upload a statement" });
  await dialog.getByRole("button", { name: "Upload and compare" }).click();
  await expect(dialog.getByLabel("Tool")).toHaveAccessibleDescription(/Choose the tool/);
  await expect(dialog.getByLabel("File")).toHaveAccessibleDescription("Choose the file.");

  await dialog.getByLabel("Tool").selectOption(tool);
  const wrong = Buffer.from("colour,shape\nred,round\n");
  await dialog.getByLabel("File").setInputFiles({ name: "november.csv", mimeType: "text/csv", buffer: wrong });
  await dialog.getByRole("button", { name: "Upload and compare" }).click();
  await expect(dialog.getByRole("alert")).toContainText("Nothing of the statement was kept");

  const buffer = Buffer.from(statementOf(effectId, orphanId));
  await dialog.getByLabel("File").setInputFiles({ name: "november.csv", mimeType: "text/csv", buffer });
  await dialog.getByRole("button", { name: "Upload and compare" }).click();

  await expect(page).toHaveURL(/\/findings\/reconciliations\/rec_/);
  const outcome = page.getByRole("region", { name: "What it came to" });
  await expect(outcome).toContainText("1 orphan; 1 new finding", { timeout: 30_000 });
  await expect(outcome).toContainText("Not everything was compared: 1 of 3 rows could not be read");
  await expect(page.getByRole("row", { name: /^Orphan/ })).toContainText("1");
  await expect(page.getByRole("region", { name: "Rows that could not be read" })).toContainText("row 4");
  await page.getByRole("link", { name: "Show its findings" }).click();
  await expect(page.getByRole("list", { name: "Findings" }).getByRole("link")).toHaveCount(1);
});

test("a tool is compared by its listing; one that declares none is told apart", async ({
  signedInPage: page,
  agent,
  demo,
}) => {
  const { tool } = await payOnce(demo, agent);
  await page.goto(`/findings/reconciliations?tool=${tool}`);
  await expect(page.getByRole("heading", { name: "Nobody has compared this tool yet" })).toBeVisible();
  await page.getByRole("button", { name: "Compare now…" }).click();
  const dialog = page.getByRole("dialog", { name: "Compare with the downstream" });
  await expect(dialog).toContainText("declares neither a listing nor a probe");
  await dialog.getByLabel("Tool").selectOption("refund_payment");
  await expect(dialog.getByRole("radio", { name: /By its listing/ })).toBeChecked();
  await dialog.getByRole("button", { name: "Compare" }).click();
  await expect(page.getByRole("heading", { level: 1, name: /Reconciliation of refund_payment/ })).toBeVisible();
  await expect(page.getByRole("region", { name: "What it came to" })).toBeVisible({ timeout: 30_000 });
});

test("what is coming in is seen and can be stopped", async ({ signedInPage: page, agent, demo }) => {
  const { tool } = await payOnce(demo, agent);
  const ending = new AbortController();
  // A statement that never ends: it begins, and waits.
  const body = new ReadableStream({
    start: (controller) => controller.enqueue(new TextEncoder().encode("effectId,amount\nre_1,5\n")),
  });
  const headers = { authorization: `Bearer ${demo.operatorToken}`, "content-type": "text/csv" };
  const send = { method: "POST", headers, body, duplex: "half", signal: ending.signal } as RequestInit;
  const upload = fetch(`${demo.url}/api/v1/reconciliations?tool=${tool}`, send).catch(() => null);
  try {
    await page.goto(`/findings/reconciliations?tool=${tool}`);
    const row = page.getByRole("list", { name: "Reconciliations" }).getByRole("link");
    await expect(row).toContainText("Coming in", { timeout: 30_000 });
    await row.click();
    await page.getByRole("button", { name: "Stop it" }).click();
    await expect(page.getByRole("region", { name: "What it came to" })).toContainText("Stopped before its end");
    await expect(page.getByRole("button", { name: "Stop it" })).toHaveCount(0);
  } finally {
    ending.abort();
    await upload;
  }
});
