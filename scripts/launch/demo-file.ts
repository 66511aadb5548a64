// `.interlock/demo.json`: where scripts and people find the demo's address and credentials.
import * as z from "zod";
import { type Home, readJsonFile, writePrivateFile } from "./home";

const DemoCredentials = z.object({
  agentKey: z.string(),
  webhookSecret: z.string().optional(),
  operatorToken: z.string(),
  operator: z.object({ email: z.string(), password: z.string() }),
});
export type DemoCredentials = z.infer<typeof DemoCredentials>;

export interface Demo extends DemoCredentials {
  url: string;
  ledgerUrl: string;
}

/** What an earlier start handed out, so that it stays valid; null on the first one. */
export function findDemoCredentials(home: Home): DemoCredentials | null {
  return DemoCredentials.safeParse(readJsonFile(home.file("demo.json"))).data ?? null;
}

export function writeDemo(home: Home, demo: Demo): void {
  const { url, agentKey, webhookSecret, operatorToken, operator, ledgerUrl } = demo;
  writePrivateFile(
    home.file("demo.json"),
    `${JSON.stringify({ url, agentKey, webhookSecret, operatorToken, operator, ledgerUrl }, null, 2)}\n`,
  );
}
