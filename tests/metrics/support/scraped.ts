// Metrics as a scraper reads them.
import { expect } from "vitest";

export const METRICS_TOKEN = "scrape-me-if-you-can";

export class Scraped {
  private constructor(readonly lines: string[]) {}

  static async from(url: string, bearer = METRICS_TOKEN): Promise<Scraped> {
    const response = await fetch(url, { headers: { authorization: `Bearer ${bearer}`, connection: "close" } });
    const text = await response.text();
    expect(response.status, text).toBe(200);
    expect(response.headers.get("content-type")).toBe("text/plain; version=0.0.4; charset=utf-8");
    return new Scraped(text.split("\n"));
  }

  /** By name and labels as they are written, such as `interlock_intents{state="held"}`; null: it is not told. */
  find(series: string): number | null {
    const line = this.lines.find((one) => one.startsWith(`${series} `));
    return line === undefined ? null : Number(line.slice(series.length + 1));
  }

  /** What is counted is not told before it first happened. */
  count(series: string): number {
    return this.find(series) ?? 0;
  }

  /** Each value of each label, as `name=value`. */
  labels(): Set<string> {
    const told = this.lines.filter((line) => !line.startsWith("#"));
    return new Set(
      told.flatMap((line) => [...line.matchAll(/(\w+)="([^"]*)"/g)].map(([, name, value]) => `${name}=${value}`)),
    );
  }
}

/** By how much each of these grew from one scrape to the next. */
export function growth(before: Scraped, after: Scraped, series: readonly string[]): Record<string, number> {
  return Object.fromEntries(series.map((one) => [one, after.count(one) - before.count(one)]));
}
