import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { afterEach, describe, expect } from "vitest";
import { processArgs } from "@/scripts/launch/bundle";
import { loadTestRun } from "@/tests/support/test-run";
import { clientOf, test } from "./fixture";

const children: ChildProcess[] = [];

function launch(args: string[], withChannel = false, env: Record<string, string> = {}): ChildProcess {
  const stdio = withChannel ? (["ignore", "pipe", "pipe", "ipc"] as const) : (["ignore", "pipe", "pipe"] as const);
  const child = spawn(process.execPath, [...processArgs(loadTestRun().processes, "demo/ledger/main.ts"), ...args], {
    stdio: [...stdio],
    env: { ...process.env, ...env },
  });
  children.push(child);
  return child;
}

async function firstLine(child: ChildProcess): Promise<{ listening: string }> {
  if (!child.stdout) throw new Error("the child has no stdout");
  const [line] = await once(createInterface(child.stdout), "line");
  return JSON.parse(line);
}

async function exitCode(child: ChildProcess): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
  return child.exitCode;
}

async function complaint(child: ChildProcess): Promise<string> {
  let text = "";
  child.stderr?.on("data", (chunk) => {
    text += chunk;
  });
  await once(child, "close");
  return text;
}

afterEach(async () => {
  for (const child of children.splice(0)) {
    child.kill("SIGKILL");
    await exitCode(child);
  }
});

describe("the ledger as a process", { timeout: 60_000 }, () => {
  test("announces itself on stdout and over IPC, and leaves with its parent", async ({ dataDir }) => {
    const child = launch(["--data", dataDir], true);
    const [[message], line] = await Promise.all([once(child, "message"), firstLine(child)]);
    expect(message).toEqual(line);
    expect((await clientOf(line.listening).get("/health")).status).toBe("ok");
    child.disconnect();
    expect(await exitCode(child)).toBe(0);
  });

  test("its token comes from the environment, and a command line with one is refused", async ({ dataDir }) => {
    const child = launch(["--data", dataDir], false, { LEDGER_TOKEN: "s3cret" });
    const client = clientOf((await firstLine(child)).listening);
    expect((await client.post("/charges", {})).status).toBe(401);
    expect((await client.post("/charges", {}, { headers: { authorization: "Bearer s3cret" } })).status).toBe(201);
    expect(await complaint(launch(["--data", dataDir, "--token", "s3cret"]))).toMatch(/'--token'[\s\S]*usage:/);
  });

  test("SIGTERM ends it cleanly although somebody keeps a connection open", async ({ dataDir }) => {
    const child = launch(["--data", dataDir]);
    const client = clientOf((await firstLine(child)).listening);
    await client.setFault({ route: "/charges", kind: "effect_then_no_answer" });
    const waiting = client.post("/charges", {}).catch(() => "cut off");
    await expect.poll(() => client.effects(), { timeout: 10_000 }).toHaveLength(1);
    child.kill("SIGTERM");
    expect(await exitCode(child)).toBe(0);
    expect(await waiting).toBe("cut off");
  });

  test("kill -9 loses no effect that was answered, and the next start takes over", async ({ dataDir }) => {
    const child = launch(["--data", dataDir]);
    const client = clientOf((await firstLine(child)).listening);
    const answered: string[] = [];
    const askers = Array.from({ length: 8 }, async () => {
      for (let i = 0; i < 10_000; i++) answered.push((await (await client.post("/charges", { i })).json()).id);
    });
    const allStopped = Promise.allSettled(askers);
    await expect.poll(() => answered.length, { timeout: 10_000 }).toBeGreaterThan(200);
    child.kill("SIGKILL");
    await allStopped;

    const next = clientOf((await firstLine(launch(["--data", dataDir]))).listening);
    const kept = new Set((await next.effects()).map((effect) => effect.id));
    expect(answered.filter((id) => !kept.has(id))).toEqual([]);
  });

  test("a taken port and bad options are one clear sentence", async ({ dataDir, start }) => {
    const ledger = await start();
    const taken = launch(["--data", `${dataDir}/other`, "--port", new URL(ledger.url).port]);
    expect(await complaint(taken)).toMatch(/port is taken/);
    expect(taken.exitCode).toBe(1);

    const without = launch([]);
    expect(await complaint(without)).toMatch(/--data is missing[\s\S]*usage:/);
    expect(without.exitCode).toBe(2);
  });
});
