import { expectAccessible } from "./accessible";
import { expect, test } from "./fixtures";
import { NO_WAIT } from "./refund";

test("two keys lead to a place, and never from inside a field", async ({ signedInPage: page }) => {
  await page.goto("/settings");
  await expect(page.getByRole("heading", { name: "Settings", level: 1 })).toBeVisible();
  await page.keyboard.press("g");
  await page.keyboard.press("h");
  await expect(page).toHaveURL(/\/intents$/);
  await page.keyboard.press("/");
  await expect(page.getByRole("searchbox").first()).toBeFocused();
  await page.keyboard.type("gi");
  await expect(page.getByRole("searchbox").first()).toHaveValue("gi");
  await expect(page).toHaveURL(/\/intents/);
});

test("the palette finds places, tools and commands by name, and gives the focus back", async ({
  signedInPage: page,
}) => {
  await page.goto("/settings");
  const opener = page.getByRole("button", { name: /^Search or do/ });
  await opener.focus();
  await page.keyboard.press("ControlOrMeta+k");
  const palette = page.getByRole("dialog", { name: "What do you want to do?" });
  await expect(palette.getByRole("combobox")).toBeFocused();
  await expectAccessible(page, "[role=dialog]");
  await page.keyboard.type("refund");
  await expect(palette.getByRole("option", { name: /Refund a payment/ })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(palette).toHaveCount(0);
  await expect(opener).toBeFocused();
  await page.keyboard.press("ControlOrMeta+k");
  await page.keyboard.type("overview");
  await expect(palette.getByRole("option", { name: /Go to Overview/ })).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/overview$/);
});

test("an id that is pasted into the palette opens its intent", async ({ signedInPage: page, agent }) => {
  const mark = crypto.randomUUID().slice(0, 8);
  const args = { paymentId: `pay_${mark}`, amount: 5 };
  const { body } = await agent.submit({ tool: "refund_payment", run: `run_${mark}`, step: "1", args });
  await page.goto("/settings");
  await page.getByRole("button", { name: /^Search or do/ }).click();
  await page.getByRole("combobox").fill(String(body.id));
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(`/intents/${String(body.id)}`);
});

test("the palette finds an intent by its target, and says that it waits", async ({ signedInPage: page, agent }) => {
  const mark = crypto.randomUUID().slice(0, 8);
  const args = { paymentId: `pay_${mark}`, amount: 80 };
  const { body } = await agent.submit({ tool: "refund_payment", run: `run_${mark}`, step: "1", args }, NO_WAIT);
  await page.goto("/settings");
  await page.getByRole("button", { name: /^Search or do/ }).click();
  const palette = page.getByRole("dialog", { name: "What do you want to do?" });
  await page.getByRole("combobox").fill(`pay_${mark}`);
  const found = palette.getByRole("option", { name: new RegExp(`pay_${mark} ?Waiting`) });
  await expect(found).toBeVisible();
  await expect(palette.getByText("Nothing here has that name")).toHaveCount(0);
  await expectAccessible(page, "[role=dialog]");
  await found.click();
  await expect(page).toHaveURL(`/intents/${String(body.id)}`);
});

test("the keys of a screen are listed on request, and can be switched off", async ({ signedInPage: page }) => {
  await page.goto("/settings");
  await expect(page.getByRole("heading", { name: "Settings", level: 1 })).toBeVisible();
  await page.keyboard.press("?");
  const list = page.getByRole("dialog", { name: "Keys" });
  await expect(list).toContainText("Go to Inbox");
  await expectAccessible(page, "[role=dialog]");
  await page.keyboard.press("Escape");
  await page.getByRole("switch", { name: "Keys" }).click();
  await expect(page.getByRole("switch", { name: "Keys" })).toHaveAttribute("aria-checked", "false");
  await page.keyboard.press("?");
  await page.keyboard.press("ControlOrMeta+k");
  await page.keyboard.press("g");
  await page.keyboard.press("i");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page).toHaveURL(/\/settings$/);
});

test("settings and first steps can be used by everybody", async ({ signedInPage: page }) => {
  test.setTimeout(120_000);
  for (const [path, heading] of [
    ["/settings", "Settings"],
    ["/welcome", "First steps"],
  ] as const) {
    await page.goto(path);
    await expect(page.getByRole("heading", { name: heading, level: 1 })).toBeVisible();
    await expect(page.getByRole("main").getByRole("heading", { level: 2 }).first()).toBeVisible();
    await expectAccessible(page);
  }
});
