/**
 * When keys and tokens were last used: for people who look for what can be revoked, so about a minute is exact enough.
 *
 * U1  Noting a use is a look into a map; no request ever waits for the store because of it.
 * U2  One credential is written at most once a minute, many in one statement, one statement at a time.
 * U3  What is remembered is bounded; what cannot be written is dropped, and the next use tries again.
 */
export type CredentialUse = { kind: "agent_key" | "operator_token"; id: string };

export type LastUsed = {
  saw(use: CredentialUse): void;
  /** Writes what is left. */
  close(): Promise<void>;
};

export type LastUsedDeps = {
  write: (kind: CredentialUse["kind"], ids: string[]) => Promise<void>;
  now: () => number;
  onError: (error: unknown) => void;
};

/** A little more than the minute that the store insists on, or every second use would be turned away there. */
export const NOTE_INTERVAL_MS = 65_000;
const WRITE_DELAY_MS = 1_000;
export const TRACKED_MAX = 10_000;
const KINDS = ["agent_key", "operator_token"] as const;

export function makeLastUsed({ write, now, onError }: LastUsedDeps): LastUsed {
  /** Oldest first: the first of the map is the one to forget. */
  const notedAt = new Map<string, number>();
  const pending = new Map<string, CredentialUse>();
  let timer: NodeJS.Timeout | null = null;
  let writing: Promise<void> | null = null;
  let closed = false;

  function saw(use: CredentialUse): void {
    const nowMs = now();
    const last = notedAt.get(use.id);
    if (last !== undefined && Math.abs(nowMs - last) < NOTE_INTERVAL_MS) return;
    if (closed || pending.size >= TRACKED_MAX) return;
    notedAt.delete(use.id);
    const [oldest] = notedAt.keys();
    if (notedAt.size >= TRACKED_MAX && oldest !== undefined) notedAt.delete(oldest);
    notedAt.set(use.id, nowMs);
    pending.set(use.id, use);
    schedule();
  }

  function schedule(): void {
    if (timer !== null || writing !== null || pending.size === 0) return;
    timer = setTimeout(() => {
      timer = null;
      void writePending().then(schedule);
    }, WRITE_DELAY_MS);
    timer.unref();
  }

  function writePending(): Promise<void> {
    const uses = [...pending.values()];
    pending.clear();
    writing = writeAll(uses).finally(() => {
      writing = null;
    });
    return writing;
  }

  async function writeAll(uses: CredentialUse[]): Promise<void> {
    for (const kind of KINDS) {
      const ids = uses.filter((use) => use.kind === kind).map(({ id }) => id);
      if (ids.length === 0) continue;
      await write(kind, ids).catch((error: unknown) => {
        for (const id of ids) notedAt.delete(id);
        onError(error);
      });
    }
  }

  async function close(): Promise<void> {
    closed = true;
    await writing;
    if (timer !== null) clearTimeout(timer);
    timer = null;
    await writePending();
  }

  return { saw, close };
}
