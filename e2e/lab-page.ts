import type { Page } from "@playwright/test";

export const editor = (page: Page) => page.getByRole("textbox", { name: "Contract text" });
export const changes = (page: Page) => page.getByRole("region", { name: "What you changed" });
export const publishing = (page: Page) => page.getByRole("region", { name: "Publish" });
export const answer = (page: Page, words: string | RegExp) => page.getByRole("status").filter({ hasText: words });
