import { randomBytes } from "node:crypto";
import { rename, stat } from "node:fs/promises";
import { join } from "node:path";
import type { FaultKind } from "./faults";
import { Journal } from "./journal";

const IN_MEMORY_MAX = 10_000;
const FILE_MAX_BYTES = 64 * 1024 * 1024;

export interface RequestEntry {
  id: string;
  at: string;
  method: string;
  route: string;
  key: string | null;
  fault: FaultKind | null;
  /** pending until the ledger is done with it, answered or not */
  outcome: "pending" | "performed" | "replayed" | "no_effect" | "rejected" | "read" | "error";
  /** null: the caller never got a whole answer */
  status: number | null;
  effectId: string | null;
  tookMs: number | null;
}

/** Who asked, when, and what came of it. Written twice, on arrival and at the end, so a crash hides no request. */
export class RequestLog {
  private recent: RequestEntry[] = [];
  private total = 0;
  private complained = false;

  private constructor(private readonly journal: Journal) {}

  static async open(dataDir: string): Promise<RequestLog> {
    const path = join(dataDir, "requests.jsonl");
    const bytes = await stat(path).then(
      (stats) => stats.size,
      () => 0,
    );
    if (bytes > FILE_MAX_BYTES) await rename(path, join(dataDir, "requests.previous.jsonl"));
    return new RequestLog(await Journal.open({ path, durable: false, onRecord: () => undefined }));
  }

  arrive(method: string, route: string, key: string | null): RequestEntry {
    const entry: RequestEntry = {
      id: `req_${randomBytes(8).toString("hex")}`,
      at: new Date().toISOString(),
      method,
      route,
      key,
      fault: null,
      outcome: "pending",
      status: null,
      effectId: null,
      tookMs: null,
    };
    this.total++;
    this.recent.push(entry);
    if (this.recent.length >= 2 * IN_MEMORY_MAX) this.recent = this.recent.slice(-IN_MEMORY_MAX);
    this.write(entry);
    return entry;
  }

  finish(entry: RequestEntry): void {
    entry.tookMs = Date.now() - Date.parse(entry.at);
    this.write(entry);
  }

  list({ route, key }: { route?: string; key?: string }): { data: RequestEntry[]; count: number; total: number } {
    const data = this.recent
      .slice(-IN_MEMORY_MAX)
      .filter((entry) => (route === undefined || entry.route === route) && (key === undefined || entry.key === key));
    return { data, count: data.length, total: this.total };
  }

  close(): Promise<void> {
    return this.journal.close();
  }

  private write(entry: RequestEntry): void {
    // A log that cannot be written must not stop an effect; the effect journal is what decides.
    this.journal.append(entry).catch((error: Error) => this.complainOnce(error));
  }

  private complainOnce(error: Error): void {
    if (this.complained) return;
    this.complained = true;
    console.error(`ledger: the request log is incomplete: ${error.message}`);
  }
}
