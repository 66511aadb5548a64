import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { makeTempDir, type TempDir } from "@/tests/support/temp-dir";
import { loadTestRun } from "@/tests/support/test-run";
import { startDemoLedger } from "./demo-ledger";
import { createHome, homeFrom } from "./home";
import { openLog } from "./log-file";
import type { SupervisedChild } from "./supervised-child";

let temp: TempDir;
let child: SupervisedChild | null = null;
beforeEach(() => {
  temp = makeTempDir("demo-ledger");
});
afterEach(async () => {
  await child?.stop();
  temp.remove();
});

test("the demo ledger's token is not on its command line, where everybody on the machine could read it", async () => {
  const home = homeFrom({ INTERLOCK_HOME: join(temp.path, "home") } as unknown as NodeJS.ProcessEnv);
  createHome(home);
  let pid = 0;
  const { url, token } = await startDemoLedger({
    home,
    processes: loadTestRun().processes,
    env: process.env,
    log: openLog(join(home.logs, "ledger.log"), null),
    hooks: {
      onSpawn: (_, identity) => {
        pid = identity.pid;
      },
      onDrain: () => undefined,
      onGivenUp: () => undefined,
    },
    onChild: (started) => {
      child = started;
    },
  });
  const line = execFileSync("ps", ["-ww", "-o", "args=", "-p", String(pid)], { encoding: "utf8" });
  expect(line).toContain(`--data=${home.ledger}`);
  expect(token).toBe(readFileSync(home.file("ledger-token"), "utf8").trim());
  expect(line).not.toContain(token);
  const ask = async (headers: Record<string, string>) => {
    const answer = await fetch(`${url}/charges`, {
      method: "POST",
      headers: { ...headers, connection: "close" },
      body: "{}",
    });
    await answer.text();
    return answer.status;
  };
  expect([await ask({}), await ask({ authorization: `Bearer ${token}` })]).toEqual([401, 201]);
});
