import { gzipSync } from "node:zlib";
import { expect, test } from "./fixtures";
import { makeRefund } from "./refund";

const LIMIT_KB = 200;

// What a cold browser must fetch before a screen can be used; parts that load when they are used come later.
test("first-load JavaScript of every screen is under 200 kB gzip", async ({ signedInPage: page, agent, baseURL }) => {
  const { body } = await agent.submit(makeRefund(5).body);
  const screens = [
    "/sign-in",
    "/",
    "/intents",
    `/intents/${String(body.id)}`,
    "/overview",
    "/tools",
    "/tools/refund_payment",
    "/tools/refund_payment/versions",
    "/tools/refund_payment/explain",
    "/tools/refund_payment/lab",
    "/findings",
    "/findings/reconciliations",
    "/findings/key-audits",
    "/audit",
    "/audit/seals",
    "/audit/verify",
    "/agents",
    `/agents/${(body.agent as { id: string }).id}`,
    "/operators",
    "/grants",
    "/grants/new",
    "/settings",
    "/welcome",
  ];
  const weights: Record<string, number> = {};
  for (const path of screens) {
    const html = await (await page.request.get(path)).text();
    const scripts = new Set([...html.matchAll(/<script[^>]+src="([^"]+)"/g)].map(([, src]) => src ?? ""));
    expect(scripts.size, path).toBeGreaterThan(0);
    let bytes = 0;
    for (const src of scripts) {
      if (html.includes(`src="${src}" noModule`) || src.includes("polyfill")) continue;
      bytes += gzipSync(await (await page.request.get(new URL(src, baseURL).href)).body()).length;
    }
    weights[path] = Math.round(bytes / 1_000);
  }
  test.info().annotations.push({ type: "kB gzip", description: JSON.stringify(weights) });
  expect(Object.entries(weights).filter(([, kb]) => kb >= LIMIT_KB)).toEqual([]);
});
