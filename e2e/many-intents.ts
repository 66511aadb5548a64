// A history of any length, answered in place of the API: what a table does with it is the browser's own matter.
import type { Page, Route } from "@playwright/test";

const NEWEST = 900_000_000;

/** The one that was submitted as the n-th from the end; 0 is the newest of those that were there at first. */
export const idOf = (n: number) => `int_${String(NEWEST - n).padStart(26, "0")}`;

export class ManyIntents {
  /** Submitted since. */
  private newCount = 0;
  /** Have left the filter since. */
  private readonly gone = new Set<number>();
  readonly asked: string[] = [];

  constructor(private readonly count: number) {}

  async serve(page: Page): Promise<void> {
    await page.route("**/api/v1/intents?*", (route) => this.answer(route));
    await page.route("**/api/v1/intents/totals*", (route) =>
      route.fulfill({ json: { count: this.count, complete: true, byState: [], amounts: [] } }),
    );
  }

  submit(count: number): void {
    this.newCount += count;
  }

  remove(from: number, to: number): void {
    for (let n = from; n < to; n += 1) this.gone.add(n);
  }

  private answer(route: Route): Promise<void> {
    const query = new URL(route.request().url()).searchParams;
    const cursor = query.get("cursor");
    this.asked.push(cursor ?? "top");
    const first = cursor === null ? -this.newCount : NEWEST - Number(cursor.slice(4)) + 1;
    const limit = Number(query.get("limit"));
    const found: number[] = [];
    for (let n = first; n < this.count && found.length < limit; n += 1) if (!this.gone.has(n)) found.push(n);
    const last = found.at(-1) ?? this.count;
    const nextCursor = last < this.count - 1 ? idOf(last) : null;
    return route.fulfill({ json: { items: found.map(toIntent), nextCursor } });
  }
}

const STATES = ["succeeded", "held", "failed", "denied", "in_doubt", "succeeded", "succeeded"];

function toIntent(n: number) {
  const id = idOf(n);
  const createdAt = new Date(Date.UTC(2026, 10, 1) - n * 60_000).toISOString();
  const state = STATES[((n % 7) + 7) % 7];
  return {
    id,
    tool: "refund_payment",
    title: "Refund a payment",
    contractVersion: 1,
    state,
    args: { paymentId: `pay_row${n}`, amount: 25 },
    argsDigest: "0".repeat(64),
    result: null,
    effectId: state === "succeeded" ? `re_${n}` : null,
    error: null,
    agent: { id: "agt_1", name: "demo-agent" },
    run: `run_${n}`,
    step: "refund",
    session: null,
    reason: null,
    submissionCount: 1 + (((n % 3) + 3) % 3),
    generation: 1,
    createdAt,
    endedAt: null,
    links: {},
    about: {
      effect: "write_non_idempotent",
      value: "high",
      amount: { value: "25.00", currency: "USD" },
      target: [{ pointer: "/paymentId", value: `pay_row${n}` }],
      undoMs: 0,
    },
  };
}
