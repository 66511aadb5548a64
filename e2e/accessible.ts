// WCAG 2.2 AA as far as axe can tell.
import AxeBuilder from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

const RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];

/** WCAG 2.2 AA as far as axe can tell, in both themes; of the whole page, or of the part that was just opened. */
export async function expectAccessible(page: Page, part = "html"): Promise<void> {
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    await expect(page.locator("html")).toHaveAttribute("data-theme", colorScheme);
    const { violations } = await new AxeBuilder({ page })
      .options({ resultTypes: ["violations"] }) // first: it replaces what was chosen before
      .include(part)
      .withTags(RULES)
      .setLegacyMode() // there are no frames: nothing has to be put together on a page of its own
      .analyze();
    const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(" ")}`);
    expect(found, colorScheme).toEqual([]);
  }
}
