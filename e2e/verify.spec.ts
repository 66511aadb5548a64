import { generateKeyPairSync } from "node:crypto";
import type { Page } from "@playwright/test";
import type { Demo } from "@/tests/support/launched-product";
import { expect, test } from "./fixtures";
import { payOnce } from "./statement";

async function read(demo: Demo, path: string): Promise<string> {
  const answer = await fetch(`${demo.url}/api/v1/audit/${path}`, {
    headers: { authorization: `Bearer ${demo.operatorToken}` },
  });
  expect(answer.status).toBe(200);
  return answer.text();
}

async function publicKey(demo: Demo): Promise<string> {
  const { items } = JSON.parse(await read(demo, "key")) as { items: { publicKey: string }[] };
  return items.map((key) => key.publicKey).join("\n");
}

async function chooseFile(page: Page, text: string): Promise<void> {
  await page.getByRole("radio", { name: /A file/ }).check();
  const file = { name: "export.jsonl", mimeType: "application/x-ndjson", buffer: Buffer.from(text) };
  await page.getByLabel("Export", { exact: true }).setInputFiles(file);
}

const verify = (page: Page) => page.getByRole("button", { name: "Verify", exact: true }).click();
const result = (page: Page) => page.getByRole("region", { name: "Result" });

test("the log is verified in the browser, and the browser remembers the last seal", async ({
  signedInPage: page,
  agent,
  demo,
}) => {
  await payOnce(demo, agent);
  await page.goto("/audit/verify");
  await verify(page);
  await expect(result(page)).toContainText("Every event is as it was sealed", { timeout: 30_000 });
  const checks = result(page).getByRole("list", { name: "What was checked" });
  await expect(checks).toContainText(/Checked: [\d,]+ signatures? by the key/);
  await expect(checks).toContainText("Not checked: The key is the one that this Interlock tells");
  await expect(checks).toContainText("Not checked: The end");
  await expect(result(page)).toContainText("That what was recorded is true");

  await page.reload();
  await expect(page.getByText(/This browser found seal [\d,]+ here on/)).toBeVisible();
  await page.getByRole("radio", { name: /a key that I keep/ }).check();
  await page.getByLabel("Public key").fill(await publicKey(demo));
  await verify(page);
  await expect(checks).toContainText(/Checked: Seal [\d,]+, which this browser found here before, is in it/, {
    timeout: 30_000,
  });
  await expect(checks).toContainText("Checked: The key is the one that you keep.");
});

test("an export that was edited, cut or made by others is named where it is broken", async ({
  signedInPage: page,
  agent,
  demo,
}) => {
  const { intentId } = await payOnce(demo, agent);
  let lines: string[] = [];
  await expect
    .poll(async () => {
      lines = (await read(demo, "export")).split(/(?<=\n)/);
      return lines.some((line) => line.includes(intentId) && line.includes('"intent.settle"'));
    }, "the intent's events are sealed")
    .toBe(true);
  const at = lines.findIndex((line) => line.includes(intentId) && line.includes('"intent.settle"'));

  await page.goto("/audit/verify");
  await chooseFile(page, lines.with(at, (lines[at] ?? "").replace('"succeeded"', '"failed"')).join(""));
  await verify(page);
  await expect(result(page).getByRole("alert")).toContainText(`Broken at line ${(at + 1).toLocaleString("en-US")}`);
  await expect(result(page).getByRole("alert")).toContainText(
    /The event evt_\w+ was changed: it is not what was sealed/,
  );
  await result(page).getByText("What stands there").click();
  await expect(result(page).getByRole("figure")).toContainText('"failed"');

  await chooseFile(page, lines.slice(0, -1).join(""));
  await verify(page);
  await expect(result(page).getByRole("alert")).toContainText("The file ends without its trailer");

  await chooseFile(page, lines.join(""));
  await page.getByRole("radio", { name: /a key that I keep/ }).check();
  const { publicKey: strange } = generateKeyPairSync("ed25519");
  await page.getByLabel("Public key").fill(String(strange.export({ format: "pem", type: "spki" })));
  await verify(page);
  await expect(result(page).getByRole("alert")).toContainText("which is not one that you trust");

  await page.getByLabel("Public key").fill(await publicKey(demo));
  await page.getByLabel(/A seal that you know of/).fill(`1:${"a".repeat(64)}`);
  await verify(page);
  await expect(result(page).getByRole("alert")).toContainText("Seal 1 is not the one that was published");
  await page.getByLabel(/A seal that you know of/).fill("");
  await verify(page);
  await expect(result(page).getByRole("status")).toContainText("Every event is as it was sealed");
});

test("without Ed25519 and without workers the rest is checked, and that is said", async ({
  signedInPage: page,
  demo,
}) => {
  await page.addInitScript(() => {
    Object.defineProperty(Crypto.prototype, "subtle", { value: undefined });
    Reflect.deleteProperty(globalThis, "Worker");
  });
  const text = await read(demo, "export");
  await page.goto("/audit/verify");
  await chooseFile(page, text);
  await verify(page);
  await expect(result(page)).toContainText("no signature was checked", { timeout: 30_000 });
  await expect(result(page)).toContainText("this browser has no Ed25519");
});

test("a verification can be cancelled, and then says nothing about the log", async ({ signedInPage: page }) => {
  // An export that begins and does not go on.
  await page.context().route("**/api/v1/audit/export", () => undefined);
  await page.goto("/audit/verify");
  await verify(page);
  await expect(page.getByRole("progressbar", { name: "Verification" })).toBeVisible();
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByRole("status").filter({ hasText: "You cancelled it" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Verify", exact: true })).toBeVisible();
});

test("the key that somebody keeps is compared with the one that seals", async ({ signedInPage: page, demo }) => {
  await page.goto("/audit/seals");
  await expect(page.getByRole("table", { name: /Seals/ })).toBeVisible();
  const kept = page.getByLabel("Compare with the key that you keep");
  await kept.fill(await publicKey(demo));
  await expect(page.getByRole("status").filter({ hasText: "The same key" })).toBeVisible();
  const { publicKey: strange } = generateKeyPairSync("ed25519");
  await kept.fill(String(strange.export({ format: "pem", type: "spki" })));
  await expect(page.getByRole("status").filter({ hasText: "Not a key of this Interlock" })).toBeVisible();
});
