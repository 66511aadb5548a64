import { expect, test } from "./fixtures";
import { signInAs } from "./own-tool";
import { callWith, makeOperator, newMark } from "./people";

test("a new operator is told the rule for passwords before, and signs in with it after", { tag: "@phone" }, async ({
  signedInPage: page,
  demo,
}) => {
  const mark = newMark();
  const [email, password] = [`${mark}@people.test`, `correct horse ${mark}`];
  await page.goto("/operators");
  await page.getByRole("button", { name: "New operator" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByLabel(/^Password/)).toHaveAccessibleDescription(/At least 12 characters/);
  await expect(dialog).toContainText("Looks: sees everything");
  await expect(dialog).toContainText("Decides: approves, denies");
  await expect(dialog).toContainText("Manages: contracts, agents, operators");
  await dialog.getByRole("button", { name: "Create the operator" }).click();
  await expect(dialog.getByText("Choose what they may do.")).toBeVisible();
  await expect(dialog.getByLabel("Name")).toBeFocused();
  await dialog.getByLabel("Name").fill(`Ann ${mark}`);
  await dialog.getByLabel("E-mail").fill(email);
  await dialog.getByLabel(/^Approver/).check();
  await dialog.getByLabel(/^Password/).fill("short");
  await dialog.getByRole("button", { name: "Create the operator" }).click();
  await expect(dialog.getByLabel(/^Password/)).toHaveAccessibleDescription(/7 more characters needed/);
  await dialog.getByLabel(/^Password/).fill(password);
  await dialog.getByRole("button", { name: "Create the operator" }).click();
  await expect(page.getByRole("status").filter({ hasText: "The operator is there" })).toBeVisible();
  const row = page
    .getByRole("list", { name: "Operators" })
    .getByRole("link", { name: new RegExp(mark) })
    .first();
  await expect(row).toContainText("Approver");
  await expect(row).toContainText("Has a password");
  await expect(row).toContainText("No tokens");
  const signedIn = await fetch(`${demo.url}/api/v1/session`, {
    method: "POST",
    headers: { "content-type": "application/json", origin: demo.url },
    body: JSON.stringify({ email, password }),
  });
  expect(signedIn.status).toBe(200);
});

test("an address that somebody has is told at its field", async ({ signedInPage: page, demo }) => {
  const { email } = await makeOperator(demo, "viewer");
  await page.goto("/operators");
  await page.getByRole("button", { name: "New operator" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name").fill("Somebody");
  await dialog.getByLabel("E-mail").fill(email);
  await dialog.getByLabel(/^Viewer/).check();
  await dialog.getByRole("button", { name: "Create the operator" }).click();
  await expect(dialog.getByRole("alert")).toContainText("The operator was not created");
  await expect(dialog.getByLabel("E-mail")).toHaveAccessibleDescription(/An operator has this address already/);
});

test("a role and a name are changed, and count at once", async ({ signedInPage: page, demo }) => {
  const { id } = await makeOperator(demo, "viewer");
  await page.goto(`/operators/${id}`);
  await page.getByRole("button", { name: "Change…" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name").fill("Renamed");
  await dialog.getByLabel(/^Admin/).check();
  await dialog.getByRole("button", { name: "Save the change" }).click();
  await expect(page.getByRole("status").filter({ hasText: "The operator is changed" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Renamed", level: 1 })).toBeVisible();
  await expect(page.getByRole("region", { name: "Account" })).toContainText("Manages:");
});

test("a token is shown once, acts as its operator, and stops when it is revoked", async ({
  signedInPage: page,
  demo,
}) => {
  const { id } = await makeOperator(demo, "viewer");
  await page.goto(`/operators/${id}`);
  await expect(page.getByText("No tokens. With one, a script can")).toBeVisible();
  await page.getByRole("button", { name: "New token…" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Make the token" }).click();
  await expect(dialog.getByLabel("Name")).toHaveAccessibleDescription(/Give it a name/);
  await dialog.getByLabel("Name").fill("nightly");
  await dialog.getByLabel("Works for").selectOption("30 days");
  await dialog.getByRole("button", { name: "Make the token" }).click();
  const token = (await dialog.getByRole("code").first().textContent()) ?? "";
  expect(token).toMatch(/^ilo_/);
  expect((await callWith(demo, token, "GET", "/session")).body).toMatchObject({ operator: { id, role: "viewer" } });
  await page.keyboard.press("Escape");
  await dialog.getByLabel("I have stored it").check();
  await dialog.getByRole("button", { name: "Done" }).click();
  expect(await page.content()).not.toContain(token);

  const item = page.getByRole("list", { name: "Tokens" }).getByRole("listitem");
  await expect(item).toContainText("nightly");
  await expect(item).toContainText("in 29 d 23 h");
  await item.getByRole("button", { name: "Revoke the token nightly" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Revoke the token" }).click();
  await expect(page.getByRole("status").filter({ hasText: "The token is revoked" })).toBeVisible();
  await expect(item).toContainText("Revoked");
  expect((await callWith(demo, token, "GET", "/session")).status).toBe(401);
});

test("a disabled operator is out for good", async ({ signedInPage: page, demo }) => {
  const { id, name } = await makeOperator(demo, "approver");
  await page.goto(`/operators/${id}`);
  await page.getByRole("button", { name: "Disable the operator…" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText("All sessions end and all tokens are refused");
  await dialog.getByRole("button", { name: "Disable for good" }).click();
  await expect(page.getByRole("status").filter({ hasText: "The operator is disabled" })).toBeVisible();
  await expect(page.getByRole("button", { name: /Change…|New token…/ })).toHaveCount(0);
  await page.getByRole("link", { name: "Operators" }).first().click();
  await expect(page.getByRole("link", { name: new RegExp(name) })).toContainText("Disabled");
});

test("the last admin is refused in words, and stays", async ({ signedInPage: page, demo }) => {
  const { id } = await makeOperator(demo, "admin");
  // Others are admins while the stories run: only the server's answer is made up here.
  await page.route(`**/api/v1/operators/${id}`, (route) =>
    route.request().method() === "DELETE"
      ? route.fulfill({
          status: 409,
          contentType: "application/problem+json",
          json: {
            type: "about:blank",
            title: "Conflict",
            status: 409,
            detail: "This is the last admin.",
            code: "last_admin",
            retriable: false,
            correctiveAction: "Make somebody else an admin first.",
          },
        })
      : route.fallback(),
  );
  await page.goto(`/operators/${id}`);
  await expect(page.getByText("The last admin cannot be disabled")).toBeVisible();
  await page.getByRole("button", { name: "Disable the operator…" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Disable for good" }).click();
  const alert = page.getByRole("alert").filter({ hasText: "The operator was not disabled" });
  await expect(alert).toContainText("Make somebody else an admin first");
  await expect(page.getByRole("button", { name: "Disable the operator…" })).toBeVisible();
});

test("whoever lowers their own role is warned, and then sees what they may no longer do", async ({ page, demo }) => {
  await signInAs(page, demo, "admin");
  await page.goto("/operators");
  await page.getByRole("link", { name: /You/ }).click();
  await page.getByRole("button", { name: "Change…" }).click();
  const dialog = page.getByRole("dialog", { name: "Change yourself" });
  await dialog.getByLabel(/^Viewer/).check();
  await expect(dialog.getByRole("status")).toContainText("you cannot take this back yourself");
  await dialog.getByRole("button", { name: "Lower my own role" }).click();
  await expect(page.getByText("Only admins manage operators")).toBeVisible();
  await expect(page.getByText("Your role is viewer.")).toBeVisible();
});
