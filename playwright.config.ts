import { defineConfig } from "@playwright/test";
import { findChromium } from "./tests/support/chromium";

const isRoot = process.getuid?.() === 0;

// A test's browser asks nobody outside: no updates, no field trials, no password checks.
const QUIET = [
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-default-apps",
  "--disable-domain-reliability",
  "--disable-sync",
  "--disable-features=OptimizationHints,MediaRouter,AutofillServerCommunication",
  "--no-first-run",
  "--no-pings",
];

export default defineConfig({
  testDir: "e2e",
  outputDir: "test-results",
  globalSetup: "./tests/support/e2e-product.ts",
  fullyParallel: false,
  workers: process.env["CI"] === undefined ? 2 : 1,
  forbidOnly: process.env["CI"] !== undefined,
  retries: 0,
  timeout: 45_000,
  expect: { timeout: 10_000 },
  reporter: [["list"]],
  use: {
    trace: "retain-on-failure",
    screenshot: "only-on-failure",
    launchOptions: { executablePath: await findChromium(), args: [...(isRoot ? ["--no-sandbox"] : []), ...QUIET] },
  },
  projects: [
    { name: "desktop", use: { viewport: { width: 1440, height: 900 } } },
    {
      name: "phone",
      use: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, deviceScaleFactor: 2 },
    },
  ],
});
