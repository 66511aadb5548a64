/**
 * An append-only JSONL file: the ledger's own database.
 *
 * J1 `append` resolves only after the line is on disk (fdatasync), so whatever it announced survives kill -9.
 * J2 Lines that wait together share one write and one sync; their order in the file is the order of the calls.
 * J3 After a failed write nobody knows what is on disk, so nothing more is accepted; the next start replays the truth.
 */
import { type FileHandle, open } from "node:fs/promises";
import { dirname } from "node:path";
import { replay } from "./replay";

const PENDING_MAX = 20_000;

interface Pending {
  line: string;
  resolve: () => void;
  reject: (error: Error) => void;
}

export interface JournalOptions {
  path: string;
  /** false: losing the newest lines in a crash is acceptable (a log, not a fact) */
  durable: boolean;
  onRecord: (record: unknown) => void;
}

export class JournalUnavailable extends Error {}

export class Journal {
  private pending: Pending[] = [];
  private flushing: Promise<void> | null = null;
  private broken: JournalUnavailable | null = null;

  private constructor(
    private readonly handle: FileHandle,
    private readonly durable: boolean,
  ) {}

  static async open({ path, durable, onRecord }: JournalOptions): Promise<Journal> {
    const handle = await open(path, "a+", 0o600);
    try {
      const { validBytes } = await replay(handle, path, onRecord);
      await handle.truncate(validBytes);
      await handle.sync();
      await syncDirectory(dirname(path));
    } catch (error) {
      await handle.close();
      throw error;
    }
    return new Journal(handle, durable);
  }

  append(record: unknown): Promise<void> {
    if (this.broken) return Promise.reject(this.broken);
    if (this.pending.length >= PENDING_MAX) {
      return Promise.reject(new JournalUnavailable(`${PENDING_MAX} records already wait for the disk`));
    }
    const line = `${JSON.stringify(record)}\n`;
    return new Promise((resolve, reject) => {
      this.pending.push({ line, resolve, reject });
      this.flushing ??= this.flush();
    });
  }

  /** Writes what still waits, then closes the file. */
  async close(): Promise<void> {
    this.broken ??= new JournalUnavailable("the journal is closed");
    await this.flushing;
    await this.handle.close();
  }

  private async flush(): Promise<void> {
    while (this.pending.length > 0) {
      const batch = this.pending;
      this.pending = [];
      try {
        await this.handle.appendFile(batch.map((entry) => entry.line).join(""));
        if (this.durable) await this.handle.datasync();
        for (const entry of batch) entry.resolve();
      } catch (cause) {
        this.fail(batch, cause);
      }
    }
    this.flushing = null;
  }

  private fail(batch: Pending[], cause: unknown): void {
    const error = new JournalUnavailable("the journal could not be written; restart the ledger", { cause });
    this.broken = error;
    for (const entry of [...batch, ...this.pending.splice(0)]) entry.reject(error);
  }
}

/** A new file is only durable once its directory entry is. Windows cannot sync a directory and does not need to. */
async function syncDirectory(path: string): Promise<void> {
  if (process.platform === "win32") return;
  const directory = await open(path, "r");
  try {
    await directory.sync();
  } finally {
    await directory.close();
  }
}
