// The demo's downstream: a process of its own whose address stays the same from start to start.
import { processArgs } from "./bundle";
import { findLastingPort, portState } from "./free-port";
import { type Home, keepSecret, readJsonFile, writePrivateFile } from "./home";
import type { LogFile } from "./log-file";
import { type ChildHooks, SupervisedChild } from "./supervised-child";

export interface DemoLedger {
  url: string;
  token: string;
  child: SupervisedChild;
}

interface LedgerInput {
  home: Home;
  /** The directory of the bundled entries. */
  processes: string;
  env: NodeJS.ProcessEnv;
  log: LogFile;
  hooks: ChildHooks;
  /** Called before it is awaited: whoever stops us half-way must know of it. */
  onChild(child: SupervisedChild): void;
}

const STOP_MS = 5_000;

export async function startDemoLedger({ home, processes, env, log, hooks, onChild }: LedgerInput): Promise<DemoLedger> {
  const token = keepSecret(home.file("ledger-token"));
  const record = home.file("ledger.json");
  let port = await choosePort(record);
  const child = new SupervisedChild(
    {
      name: "ledger",
      args: () => [...processArgs(processes, "demo/ledger/main.ts"), `--port=${port}`, `--data=${home.ledger}`],
      // Not an argument: those can be read by everybody on the machine.
      env: { ...env, LEDGER_TOKEN: token },
      log,
      stopMs: STOP_MS,
    },
    hooks,
  );
  onChild(child);
  const url = await child.ready;
  if (url === null) throw new Error("The demo ledger did not say where it listens.");
  port = Number(new URL(url).port);
  writePrivateFile(record, `${JSON.stringify({ port })}\n`);
  return { url, token, child };
}

async function choosePort(record: string): Promise<number> {
  const { port } = (readJsonFile(record) ?? {}) as { port?: number };
  return port !== undefined && (await portState(port)) === "free" ? port : findLastingPort();
}
