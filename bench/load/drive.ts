/**
 * Drives all lanes at once: warm-up, then the measured window, then what is still under way is awaited.
 *
 * What is answered inside the window counts, whenever it was sent: the warm-up is the same load, so the rate holds
 * even where one answer takes as long as the window.
 */
import { makeHistogram } from "./histogram";
import type { Job, Measured } from "./job";
import type { Lane } from "./lane";

const ERRORS_SHOWN_MAX = 3;
const DRAIN_MAX_MS = 15_000;

export type Phase = "measuring" | "measured";

export function drive(lanes: Lane[], job: Job, lost: Promise<never>, onPhase: (phase: Phase) => void) {
  return Promise.race([lost, new Drive(lanes, job, onPhase).run()]);
}

class Drive {
  readonly #histogram = makeHistogram();
  readonly #errors: string[] = [];
  #errorCount = 0;
  #rightCount = 0;
  #sentCount = 0;
  #underWay = 0;
  #measuring = false;
  #stopped = false;
  #onIdle: () => void = () => undefined;

  constructor(
    private readonly lanes: Lane[],
    private readonly job: Job,
    private readonly onPhase: (phase: Phase) => void,
  ) {}

  async run(): Promise<Measured> {
    const idle = new Promise<void>((resolve) => {
      this.#onIdle = resolve;
    });
    for (const lane of this.lanes) this.#next(lane);
    await pause(this.job.warmUpMs);
    this.onPhase("measuring");
    const fromAt = performance.now();
    this.#measuring = true;
    if ("ms" in this.job.until) await pause(this.job.until.ms);
    else await idle;
    const elapsedMs = performance.now() - fromAt;
    this.#stopped = true;
    const measured = this.#present(elapsedMs);
    this.onPhase("measured");
    await Promise.race([idle, rejectAfter(DRAIN_MAX_MS)]);
    return { ...measured, rightCount: this.#rightCount, errorCount: this.#errorCount };
  }

  #next(lane: Lane): void {
    if (this.#stopped || this.#isSpent()) {
      if (this.#underWay === 0) this.#onIdle();
      return;
    }
    const turn = this.#sentCount;
    this.#sentCount += 1;
    this.#underWay += 1;
    const sentAt = performance.now();
    lane.send(turn, (problem) => {
      this.#underWay -= 1;
      this.#note(sentAt, problem);
      this.#next(lane);
    });
  }

  #isSpent(): boolean {
    const { until } = this.job;
    return "requestCount" in until && this.#sentCount >= until.requestCount;
  }

  #note(sentAt: number, problem: string | null): void {
    // A warm-up that fails is no warm-up: errors count whenever they come.
    if (problem !== null) {
      this.#errorCount += 1;
      if (this.#errors.length < ERRORS_SHOWN_MAX) this.#errors.push(problem);
      return;
    }
    this.#rightCount += 1;
    if (this.#measuring && !this.#stopped) this.#histogram.add(performance.now() - sentAt);
  }

  #present(elapsedMs: number): Measured {
    return {
      requestCount: this.#histogram.count(),
      elapsedMs,
      p50Ms: this.#histogram.percentile(0.5),
      p99Ms: this.#histogram.percentile(0.99),
      rightCount: this.#rightCount,
      errorCount: this.#errorCount,
      errors: this.#errors,
    };
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

function rejectAfter(ms: number): Promise<never> {
  return new Promise((_, reject) => {
    setTimeout(() => reject(new Error(`Requests were still without an answer after ${ms / 1000} s.`)), ms).unref();
  });
}
