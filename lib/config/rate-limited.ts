/** Calls through at most once an interval; says how many were left out. Keeps an outage from flooding the log. */
export function makeRateLimited(
  intervalMs: number,
  now: () => number,
  report: (error: unknown, leftOutCount: number) => void,
): (error: unknown) => void {
  let lastMs = Number.NEGATIVE_INFINITY;
  let leftOutCount = 0;
  return (error) => {
    if (now() - lastMs < intervalMs) {
      leftOutCount += 1;
      return;
    }
    lastMs = now();
    report(error, leftOutCount);
    leftOutCount = 0;
  };
}
