/** One data directory, one ledger: two of them would each be right about half of the truth. */
import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import * as z from "zod";

const PATIENCE_MS = 3_000;
const POLL_MS = 100;

const Owner = z.object({ url: z.string(), instance: z.string() });
type Owner = z.infer<typeof Owner>;

export class DirectoryTaken extends Error {}

/** A predecessor that is just going down gets a moment; one that stays is an error. */
export async function requireFreeDirectory(dataDir: string): Promise<void> {
  const owner = await findOwner(dataDir);
  if (owner === null) return;
  for (let waitedMs = 0; waitedMs <= PATIENCE_MS; waitedMs += POLL_MS) {
    if (!(await isAlive(owner))) return;
    await delay(POLL_MS);
  }
  throw new DirectoryTaken(
    `Another ledger, at ${owner.url}, already keeps ${dataDir}. Stop it or choose another --data.`,
  );
}

export async function claimDirectory(dataDir: string, owner: Owner): Promise<void> {
  await writeFile(ownerPath(dataDir), JSON.stringify(owner), { mode: 0o600 });
}

export async function releaseDirectory(dataDir: string): Promise<void> {
  await rm(ownerPath(dataDir), { force: true });
}

function ownerPath(dataDir: string): string {
  return join(dataDir, "owner.json");
}

async function findOwner(dataDir: string): Promise<Owner | null> {
  try {
    return Owner.parse(JSON.parse(await readFile(ownerPath(dataDir), "utf8")));
  } catch {
    return null; // never claimed, or torn by a crash: in both cases nobody can be asked
  }
}

async function isAlive({ url, instance }: Owner): Promise<boolean> {
  try {
    const res = await fetch(`${url}/health`, { signal: AbortSignal.timeout(1_000) });
    const health = (await res.json()) as { instance?: unknown };
    return health.instance === instance;
  } catch {
    return false;
  }
}
