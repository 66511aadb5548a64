import type { Locator, Page } from "@playwright/test";

/** An intent in the history: a row of the table on a wide screen, a card on a narrow one. */
export function historyRow(page: Page, text: string): Locator {
  const cards = page.getByRole("list", { name: "Intents" }).getByRole("listitem");
  return page.getByRole("row").or(cards).filter({ hasText: text });
}
