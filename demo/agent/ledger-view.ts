/** What really happened in the outside world, as far as it belongs to this demo. */
import * as z from "zod";
import type { Story } from "./plan";

const CALL_TIMEOUT_MS = 10_000;

const EffectPage = z.object({
  data: z.array(z.object({ id: z.string(), body: z.record(z.string(), z.unknown()) })),
});

export class LedgerView {
  private readonly storyBySubject: Map<string, number>;
  private readonly counts = new Map<number, number>();
  private since: string;

  constructor(
    private readonly url: string,
    stories: Story[],
    startedAt: Date,
  ) {
    this.since = startedAt.toISOString();
    this.storyBySubject = new Map(
      stories.map(({ subject, number }) => [subjectKey(subject.field, subject.value), number]),
    );
  }

  effectsOf(storyNumber: number): number {
    return this.counts.get(storyNumber) ?? 0;
  }

  /** Reads what is new since the last time. */
  async refresh(): Promise<void> {
    const url = `${this.url}/effects?since=${encodeURIComponent(this.since)}`;
    const res = await fetch(url, { signal: AbortSignal.timeout(CALL_TIMEOUT_MS) });
    if (!res.ok) throw new Error(`the ledger answered ${res.status}`);
    const { data } = EffectPage.parse(await res.json());
    for (const { id, body } of data) {
      this.since = id;
      const number = this.storyOf(body);
      if (number !== undefined) this.counts.set(number, this.effectsOf(number) + 1);
    }
  }

  private storyOf(body: Record<string, unknown>): number | undefined {
    for (const [field, value] of Object.entries(body)) {
      const number = this.storyBySubject.get(subjectKey(field, String(value).trim()));
      if (number !== undefined) return number;
    }
    return undefined;
  }
}

function subjectKey(field: string, value: string): string {
  return `${field}=${value}`;
}
