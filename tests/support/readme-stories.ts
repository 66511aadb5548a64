// Tells the README's stories in curl to a running product, as somebody who pastes them would.
import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";

const TOLD_WITHIN_MS = 120_000;
const DEMO_FILE = "<.interlock/demo.json";

/** What each line answered; the one thing changed is where the product keeps its state. */
export async function tellReadme(home: string): Promise<Record<string, unknown>[]> {
  const readme = readFileSync("README.md", "utf8");
  const part = readme.slice(readme.indexOf("## The whole story in curl"), readme.indexOf("## Without the demo"));
  const blocks = [...part.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, block]) => block ?? "");
  const script = blocks.join("\n");
  if (!script.includes(DEMO_FILE)) throw new Error(`The README's stories no longer begin with ${DEMO_FILE}.`);
  const told = script.replace(DEMO_FILE, () => `<'${join(home, "demo.json")}'`);
  const { stdout } = await promisify(execFile)("bash", ["-euo", "pipefail", "-c", told], {
    env: { ...process.env, INTERLOCK_HOME: home, DATABASE_URL: "" },
    timeout: TOLD_WITHIN_MS,
  });
  const lines = stdout.split("\n").filter((line) => line !== "");
  return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
}
