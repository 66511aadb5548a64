import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { test as base, describe, expect } from "vitest";
import { type Ledger, startLedger } from "./ledger/server";
import { startStandInGate } from "./stand-in-gate";

const MAIN = fileURLToPath(new URL("./agent/main.ts", import.meta.url));

interface Finished {
  code: number | null;
  text: string;
}

type Demo = { process: ReturnType<typeof spawn>; finished: Promise<Finished>; textSoFar: () => string };

interface Fixtures {
  home: string;
  ledger: Ledger;
  /** writes demo.json for this ledger and a stand-in gate */
  prepare: (options?: { folds?: boolean }) => Promise<Awaited<ReturnType<typeof startStandInGate>>>;
  demo: (...args: string[]) => Demo;
}

const test = base.extend<Fixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: vitest reads the fixture's needs from the pattern
  home: async ({}, use) => {
    const dir = await mkdtemp(join(tmpdir(), "demo-test-"));
    await use(dir);
    await rm(dir, { recursive: true });
  },
  ledger: async ({ home }, use) => {
    const ledger = await startLedger({ dataDir: join(home, "ledger") });
    await use(ledger);
    await ledger.close();
  },
  prepare: async ({ home, ledger }, use) => {
    const gates: { close(): void }[] = [];
    await use(async (options) => {
      const gate = await startStandInGate(ledger.url, options);
      gates.push(gate);
      const operator = { email: "operator@example.com", password: "x" };
      const demo = { url: gate.url, agentKey: "agent-key", operatorToken: "operator-token", operator };
      await writeFile(join(home, "demo.json"), JSON.stringify({ ...demo, ledgerUrl: ledger.url }));
      return gate;
    });
    for (const gate of gates) gate.close();
  },
  demo: async ({ home }, use) => {
    const started: Demo[] = [];
    await use((...args) => {
      const demo = startDemo(home, args);
      started.push(demo);
      return demo;
    });
    for (const demo of started) {
      demo.process.kill("SIGKILL");
      await demo.finished;
    }
  },
});

function startDemo(home: string, args: string[]): Demo {
  const env = { ...process.env, INTERLOCK_HOME: home };
  const child = spawn(process.execPath, ["--import", "tsx", MAIN, ...args], { env, stdio: ["ignore", "pipe", "pipe"] });
  let text = "";
  const collect = (chunk: Buffer) => {
    text += chunk;
  };
  child.stdout.on("data", collect);
  child.stderr.on("data", collect);
  const finished = once(child, "close").then(() => ({ code: child.exitCode, text }));
  return { process: child, finished, textSoFar: () => text };
}

async function faultsAt(ledger: Ledger): Promise<unknown[]> {
  const res = await fetch(`${ledger.url}/faults`);
  return ((await res.json()) as { data: unknown[] }).data;
}

describe("npm run demo", { timeout: 120_000 }, () => {
  test("tells how often the agent asked and how many effects the ledger saw", async ({ prepare, demo }) => {
    const gate = await prepare();
    const { code, text } = await demo("--fast").finished;
    const [, asked] = /The agent asked (\d+) times for 12 actions; the ledger saw 10 effects\./.exec(text) ?? [];
    expect(text).toContain("2 intents wait for a person: approve at");
    // The stand-in has also counted three look-ups, which are no actions.
    expect(Number(asked)).toBe(gate.askedCount() - 3);
    expect(code).toBe(0);
  });

  test("--approve has the operator say yes: every action has its effect", async ({ prepare, demo }) => {
    await prepare();
    const { code, text } = await demo("--fast", "--approve", "--seed", "7").finished;
    expect(text).toMatch(/for 12 actions; the ledger saw 12 effects\./);
    expect(text).not.toContain("wait for a person:");
    expect(code).toBe(0);
  });

  test("counts only its own effects, also when it runs again", async ({ prepare, demo }) => {
    await prepare();
    await demo("--fast", "--actions", "3").finished;
    const { text } = await demo("--fast", "--actions", "3").finished;
    expect(text).toContain("for 3 actions; the ledger saw 3 effects.");
  });

  test("a gate that does not fold is found out", async ({ prepare, demo }) => {
    await prepare({ folds: false });
    const { code, text } = await demo("--fast", "--actions", "2").finished;
    expect(text).toMatch(/happened \d+ times\. This must not be\./);
    expect(code).toBe(1);
  });

  test("--faults are gone afterwards, even after Ctrl-C, and faults of others stay", async ({
    prepare,
    demo,
    ledger,
  }) => {
    await prepare();
    const other = { route: "/corpus/x", kind: "hang", rate: 0.5 };
    await fetch(`${ledger.url}/faults`, { method: "PUT", body: JSON.stringify(other) });
    const running = demo("--faults", "--actions", "200");
    await expect.poll(() => faultsAt(ledger), { timeout: 20_000 }).toHaveLength(9);
    await expect.poll(() => running.textSoFar(), { timeout: 20_000 }).toContain("unreliable ledger");
    running.process.kill("SIGINT");
    const { code, text } = await running.finished;
    expect(code).toBe(130);
    expect(text).toContain("Interrupted");
    expect(await faultsAt(ledger)).toEqual([{ ...other, hits: 0 }]);
  });

  test("without a running Interlock it says in one sentence what to do", async ({ prepare, demo }) => {
    const absent = await demo().finished;
    expect(absent).toMatchObject({ code: 1, text: expect.stringContaining("run `npm start`") });
    expect(absent.text.trim().split("\n")).toHaveLength(1);

    (await prepare()).close();
    const stopped = await demo().finished;
    expect(stopped).toMatchObject({ code: 1, text: expect.stringContaining("run `npm start`") });
    expect(stopped.text.trim().split("\n")).toHaveLength(1);
  });

  test("bad options are refused in words", async ({ demo }) => {
    expect((await demo("--actions", "0").finished).text).toContain("--actions must be a whole number from 1 to 500");
    expect((await demo("--bogus").finished).text).toContain("usage: npm run demo");
  });
});
