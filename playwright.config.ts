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
  // Every story has an intent and a page of its own.
  fullyParallel: true,
  workers: 2,
  forbidOnly: process.env["CI"] !== undefined,
  retries: 0,
  timeout: 45_000,
  expect: { timeout: 10_000 },
  reporter: [["list"]],
  use: {
    // What the page was at every step can be read from its DOM; filming it slows every story down.
    trace: { mode: "retain-on-failure", screenshots: false },
    screenshot: "only-on-failure",
    launchOptions: { executablePath: await findChromium(), args: [...(isRoot ? ["--no-sandbox"] : []), ...QUIET] },
  },
  projects: [
    { name: "desktop", use: { viewport: { width: 1440, height: 900 } } },
    {
      name: "phone",
      // Accessibility, and one story for each control that looks or opens differently there.
      grep: /accessibility\.spec|@phone/,
      use: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, deviceScaleFactor: 2 },
    },
  ],
});
