/** Metrics are for operators of any role, and for a scraper that presents INTERLOCK_METRICS_TOKEN; others are refused (L8). */
import { type Principal, requireOperator } from "../authenticate";
import { hashCredential, sameHash } from "../credentials";

export type MetricsCaller = {
  bearer: string | null;
  /** Asked only where the token does not settle it: with the token, metrics can be read while the store is away. */
  identify: () => Promise<Principal>;
};

export async function requireMetricsReader(metricsToken: string | null, caller: MetricsCaller): Promise<void> {
  const { bearer, identify } = caller;
  if (metricsToken !== null && bearer !== null && sameHash(hashCredential(bearer), hashCredential(metricsToken)))
    return;
  requireOperator(await identify());
}
