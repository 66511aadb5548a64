// Playwright's global setup: the built product, started as a user would, for all specs together.
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { launchProduct, removeHome } from "./launched-product";

export const DEMO_VARIABLE = "INTERLOCK_E2E_DEMO";

export default async function setup(): Promise<() => Promise<void>> {
  const home = mkdtempSync(join(tmpdir(), "interlock-e2e-"));
  try {
    const product = await launchProduct({ home });
    process.env[DEMO_VARIABLE] = JSON.stringify(product.demo()); // the workers inherit it
    return async () => {
      const code = await product.stop();
      await removeHome(home);
      if (code !== 0) throw new Error(`the product did not stop in order (code ${code}):\n${product.output()}`);
    };
  } catch (error) {
    await removeHome(home);
    throw error;
  }
}
