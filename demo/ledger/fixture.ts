import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test as base } from "vitest";
import type { Effect } from "./effects";
import type { RequestEntry } from "./requests";
import { type LedgerOptions, startLedger } from "./server";

export type ActiveLedger = Awaited<ReturnType<typeof startClient>>;

interface Fixtures {
  dataDir: string;
  /** starts a ledger on `dataDir`; whatever the test leaves running is closed after it */
  start: (options?: Partial<LedgerOptions>) => Promise<ActiveLedger>;
}

export const test = base.extend<Fixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: vitest reads the fixture's needs from the pattern
  dataDir: async ({}, use) => {
    const dir = await mkdtemp(join(tmpdir(), "ledger-test-"));
    await use(dir);
    await rm(dir, { recursive: true });
  },
  start: async ({ dataDir }, use) => {
    const running: ActiveLedger[] = [];
    await use(async (options) => {
      const ledger = await startClient({ dataDir, ...options });
      running.push(ledger);
      return ledger;
    });
    await Promise.all(running.map((ledger) => ledger.close()));
  },
});

async function startClient(options: LedgerOptions) {
  const ledger = await startLedger(options);
  return { ...ledger, ...clientOf(ledger.url) };
}

export interface PostOptions {
  key?: string;
  headers?: Record<string, string>;
  timeoutMs?: number;
}

export function clientOf(url: string) {
  async function get<T = Record<string, unknown>>(path: string): Promise<T> {
    return (await fetch(`${url}${path}`)).json() as Promise<T>;
  }
  function post(path: string, body: unknown, { key, headers, timeoutMs = 10_000 }: PostOptions = {}) {
    return fetch(`${url}${path}`, {
      method: "POST",
      headers: { "content-type": "application/json", ...(key && { "idempotency-key": key }), ...headers },
      body: typeof body === "string" ? body : JSON.stringify(body),
      signal: AbortSignal.timeout(timeoutMs),
    });
  }
  return {
    get,
    post,
    effects: async (query = "") => (await get<{ data: Effect[] }>(`/effects${query}`)).data,
    requests: async (query = "") => (await get<{ data: RequestEntry[] }>(`/requests${query}`)).data,
    setFault: (fault: unknown) => fetch(`${url}/faults`, { method: "PUT", body: JSON.stringify(fault) }),
  };
}
