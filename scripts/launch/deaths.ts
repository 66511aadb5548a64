// Counts deaths within the last minute: a few are bad luck, more are a defect that restarting only hides.
const WINDOW_MS = 60_000;
export const DEATHS_MAX = 5;

export class Deaths {
  #at: number[] = [];

  /** Records one and returns how many there were within the window, this one included. */
  add(now: number): number {
    this.#at = [...this.#at.filter((at) => at > now - WINDOW_MS), now];
    return this.#at.length;
  }
}
