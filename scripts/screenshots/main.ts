// `npm run screenshots`: starts the product in a home of its own, lets agents ask for things, and takes the pictures of docs/images.
import { mkdirSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Browser, chromium } from "@playwright/test";
import { findChromium } from "@/tests/support/chromium";
import { type Demo, launchProduct, removeHome } from "@/tests/support/launched-product";
import { type Filled, fill } from "./fill";

const OUT = "docs/images";
const WIDE = { viewport: { width: 1440, height: 900 } };
const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, deviceScaleFactor: 2 };
const LOAD_MAX_MS = 30_000;

type Picture = {
  name: string;
  path: string;
  /** What is there when the screen has drawn itself. */
  shows: string | RegExp;
  /** Decided on with a thumb: taken on a phone, too. */
  isNear?: boolean;
};

function picturesOf({ drifted, doubtful }: Filled): Picture[] {
  return [
    { name: "inbox", path: "/", shows: "now also", isNear: true },
    { name: "intent", path: `/intents/${drifted}`, shows: "Including the shipping fee", isNear: true },
    { name: "in-doubt", path: `/intents/${doubtful}`, shows: "Nobody knows whether it happened", isNear: true },
    { name: "history", path: "/intents", shows: "Refund a payment" },
    { name: "overview", path: "/overview", shows: "Submissions and effects" },
    { name: "tool", path: "/tools/refund_payment", shows: "Refund a payment" },
    { name: "audit", path: "/audit", shows: "Intent opened" },
  ];
}

async function take(browser: Browser, demo: Demo, filled: Filled): Promise<void> {
  const pictures = picturesOf(filled);
  for (const { look, options, taken } of [
    { look: "", options: { ...WIDE, colorScheme: "light" as const }, taken: pictures },
    { look: "-dark", options: { ...WIDE, colorScheme: "dark" as const }, taken: pictures },
    {
      look: "-phone",
      options: { ...PHONE, colorScheme: "light" as const },
      taken: pictures.filter(({ isNear }) => isNear),
    },
  ]) {
    const context = await browser.newContext({ baseURL: demo.url, reducedMotion: "reduce", ...options });
    await context.request.post("/api/v1/session", { data: demo.operator });
    const page = await context.newPage();
    for (const { name, path, shows } of taken) {
      await page.goto(path);
      await page.getByRole("main").getByText(shows).first().waitFor({ timeout: LOAD_MAX_MS });
      await page.waitForFunction(() => document.querySelector("main .animate-breathe") === null);
      await page.evaluate(() => document.fonts.ready);
      await page.screenshot({ path: join(OUT, `${name}${look}.png`) });
      console.log(`  ${name}${look}`);
    }
    await context.close();
  }
}

mkdirSync(OUT, { recursive: true });
const home = mkdtempSync(join(tmpdir(), "interlock-screenshots-"));
const product = await launchProduct({ home });
const args = process.getuid?.() === 0 ? ["--no-sandbox"] : [];
const executablePath = await findChromium();
const browser = await chromium.launch({ args, ...(executablePath === undefined ? {} : { executablePath }) });
try {
  await take(browser, product.demo(), await fill(product.demo()));
} finally {
  await browser.close();
  await product.stop();
  await removeHome(home);
}
