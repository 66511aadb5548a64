/** The ledger as a process of its own; `npx tsx demo/ledger/main.ts --data DIR` runs it alone. */
import { parseArgs } from "node:util";
import { type Ledger, type LedgerOptions, startLedger } from "./server";

const USAGE = `usage: demo/ledger/main.ts --data DIR [--port N] [--host ADDRESS] [--seed N]
  LEDGER_TOKEN in the environment: what callers must present (everybody on the machine can read a command line)`;

function readOptions(): LedgerOptions {
  const { values } = parseArgs({
    options: {
      data: { type: "string" },
      port: { type: "string", default: "0" },
      host: { type: "string", default: "127.0.0.1" },
      seed: { type: "string", default: "1" },
    },
  });
  if (!values.data) throw new Error("--data is missing: the directory where the ledger keeps its effects");
  return {
    dataDir: values.data,
    port: readInteger("--port", values.port, 65_535),
    host: values.host,
    token: process.env["LEDGER_TOKEN"] || undefined,
    seed: readInteger("--seed", values.seed, Number.MAX_SAFE_INTEGER),
  };
}

function readInteger(name: string, text: string, max: number): number {
  const value = Number(text);
  if (/^\d+$/.test(text) && value <= max) return value;
  throw new Error(`${name} must be a whole number from 0 to ${max}, not "${text}"`);
}

function explain(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  return code === "EADDRINUSE" ? "The ledger's port is taken; choose another with --port." : message;
}

function stopWith(ledger: Ledger): void {
  let stopping = false;
  const stop = () => {
    if (stopping) return;
    stopping = true;
    ledger.close().then(
      () => process.exit(0),
      (error) => {
        console.error(`ledger: could not stop cleanly: ${explain(error)}`);
        process.exit(1);
      },
    );
  };
  process.on("SIGTERM", stop);
  process.on("SIGINT", stop);
  // Only fires for a child with an IPC channel: a ledger must not outlive the one who started it.
  process.on("disconnect", stop);
}

function parse(): LedgerOptions {
  try {
    return readOptions();
  } catch (error) {
    console.error(`${explain(error)}\n${USAGE}`);
    process.exit(2);
  }
}

const options = parse();
const hasParent = process.connected;
try {
  const ledger = await startLedger(options);
  stopWith(ledger);
  const announcement = { listening: ledger.url };
  console.log(JSON.stringify(announcement));
  if (process.connected) process.send?.(announcement);
  else if (hasParent) await ledger.close(); // the parent left while we were starting
} catch (error) {
  console.error(explain(error));
  process.exit(1);
}
