/** One connection with one request under way at a time. Callbacks, because a promise a request costs CPU. */
export type Lane = {
  /** Calls back with null when the answer is as expected, else with what came instead. */
  send(turn: number, done: (problem: string | null) => void): void;
  close(): Promise<void>;
};
