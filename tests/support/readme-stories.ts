// Tells the README's stories in curl to a running product, as somebody who pastes them would.
import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";

const TOLD_WITHIN_MS = 120_000;
const DEMO_FILE = "<.interlock/demo.json";
const EXPORT_FILE = "log.jsonl";

/** What each line answered, and what commands said; the one thing changed is where files are kept. */
export async function tellReadme(home: string): Promise<{ answers: Record<string, unknown>[]; said: string }> {
  const readme = readFileSync("README.md", "utf8");
  const part = readme.slice(readme.indexOf("## The whole story in curl"), readme.indexOf("## Without the demo"));
  const blocks = [...part.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, block]) => block ?? "");
  const script = blocks.join("\n");
  if (!script.includes(DEMO_FILE)) throw new Error(`The README's stories no longer begin with ${DEMO_FILE}.`);
  const told = script
    .replace(DEMO_FILE, () => `<'${join(home, "demo.json")}'`)
    .replaceAll(EXPORT_FILE, () => `'${join(home, EXPORT_FILE)}'`);
  const { stdout } = await promisify(execFile)("bash", ["-euo", "pipefail", "-c", told], {
    env: { ...process.env, INTERLOCK_HOME: home, DATABASE_URL: "" },
    timeout: TOLD_WITHIN_MS,
  });
  const lines = stdout.split("\n").filter((line) => line !== "");
  const isAnswer = (line: string) => line.startsWith("{");
  return {
    answers: lines.filter(isAnswer).map((line) => JSON.parse(line) as Record<string, unknown>),
    said: lines.filter((line) => !isAnswer(line)).join("\n"),
  };
}
