import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures";

async function signIn(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
}

test("a wrong password is told as such and lets nobody in", async ({ page, demo }) => {
  await page.goto("/sign-in");
  await signIn(page, demo.operator.email, "not the password");
  await expect(page.getByRole("alert").filter({ hasText: "do not belong together" })).toBeVisible();
  await expect(page).toHaveURL(/\/sign-in$/);
});

test("an empty form says what is missing, field by field", async ({ page }) => {
  await page.goto("/sign-in");
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByLabel("E-mail")).toHaveAccessibleDescription("Enter your e-mail address.");
  await expect(page.getByLabel("Password")).toHaveAccessibleDescription("Enter your password.");
});

test("the right password leads to what waits", { tag: "@phone" }, async ({ page, demo }) => {
  await page.goto("/");
  await expect(page).toHaveURL("/sign-in");
  await signIn(page, demo.operator.email, demo.operator.password);
  await expect(page).toHaveURL("/");
  await expect(page.getByRole("heading", { name: "Inbox", level: 1 })).toBeVisible();
});

test("after signing in, the operator is where the link pointed", async ({ page, demo }) => {
  await page.goto("/intents?state=held");
  await expect(page).toHaveURL("/sign-in?next=%2Fintents%3Fstate%3Dheld");
  await signIn(page, demo.operator.email, demo.operator.password);
  await expect(page).toHaveURL("/intents?state=held");
});

test("a link cannot send a fresh session to another host", async ({ page, demo }) => {
  await page.goto("/sign-in?next=//evil.example/intents");
  await signIn(page, demo.operator.email, demo.operator.password);
  // The whole address: what was asked for would match a pattern of its end.
  await expect(page).toHaveURL(new URL("/", demo.url).href);
});

test("an API that does not answer is not blamed on the password", async ({ page, demo }) => {
  await page.goto("/sign-in");
  await page.route("**/api/v1/session", (route) => route.abort());
  await signIn(page, demo.operator.email, demo.operator.password);
  await expect(page.getByRole("alert").filter({ hasText: "Interlock did not answer" })).toBeVisible();
});

test("signing out closes the console", { tag: "@phone" }, async ({ page, demo }) => {
  await page.goto("/");
  await signIn(page, demo.operator.email, demo.operator.password);
  await page.getByRole("button", { name: /operator menu/ }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await expect(page).toHaveURL("/sign-in");
  await page.goto("/intents");
  await expect(page).toHaveURL("/sign-in?next=%2Fintents");
});

test("a session that ended elsewhere sends the operator to sign in, and back", async ({ signedInPage: page }) => {
  await page.goto("/intents?state=succeeded");
  await page.route("**/api/v1/intents?*", (route) =>
    route.fulfill({
      status: 401,
      contentType: "application/problem+json",
      json: {
        type: "about:blank",
        title: "Credentials are missing or wrong.",
        status: 401,
        code: "unauthenticated",
        retriable: false,
        correctiveAction: "Sign in.",
      },
    }),
  );
  await expect(page).toHaveURL("/sign-in?next=%2Fintents%3Fstate%3Dsucceeded");
});
