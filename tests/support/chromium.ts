// Finds a Chromium: the system's, Playwright's own, or the one that npm brought.
import { existsSync } from "node:fs";
import { chromium } from "@playwright/test";

const SYSTEM = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

/** Undefined: Playwright's own. */
export async function findChromium(): Promise<string | undefined> {
  const system = SYSTEM.find((path) => existsSync(path));
  if (system !== undefined) return system;
  if (existsSync(chromium.executablePath())) return undefined;
  try {
    const { default: packed } = await import("@sparticuz/chromium");
    return await packed.executablePath();
  } catch {
    return undefined; // Playwright then says how to install one
  }
}
