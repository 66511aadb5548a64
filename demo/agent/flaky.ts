/** Makes the ledger unreliable for the length of one demo. */
const CALL_TIMEOUT_MS = 3_000;

interface DemoFault {
  route: string;
  kind: string;
  rate: number;
  delayMs?: number;
}

const DEMO_FAULTS: readonly DemoFault[] = [
  { route: "/refunds", kind: "effect_then_500", rate: 0.3 },
  { route: "/refunds", kind: "unavailable_before_effect", rate: 0.3 },
  { route: "/charges", kind: "effect_then_reset", rate: 0.3 },
  { route: "/charges", kind: "unavailable_before_effect", rate: 0.2 },
  { route: "/emails", kind: "effect_then_truncated", rate: 0.3 },
  { route: "/emails", kind: "slow_success", rate: 0.3, delayMs: 1_500 },
  { route: "/bookings", kind: "effect_then_no_answer", rate: 0.3 },
  { route: "/bookings", kind: "unavailable_before_effect", rate: 0.3 },
];

export async function makeFlaky(ledgerUrl: string): Promise<void> {
  for (const fault of DEMO_FAULTS) await callFaults(ledgerUrl, { method: "PUT", body: JSON.stringify(fault) });
}

/** Takes back exactly what `makeFlaky` set; faults that somebody else set stay. */
export async function makeReliable(ledgerUrl: string): Promise<void> {
  for (const { route, kind } of DEMO_FAULTS) {
    await callFaults(`${ledgerUrl}`, { method: "DELETE" }, `?${new URLSearchParams({ route, kind })}`);
  }
}

async function callFaults(ledgerUrl: string, init: RequestInit, query = ""): Promise<void> {
  const signal = AbortSignal.timeout(CALL_TIMEOUT_MS);
  const res = await fetch(`${ledgerUrl}/faults${query}`, { ...init, signal });
  if (!res.ok) throw new Error(`the ledger answered ${res.status} to ${init.method} /faults`);
}
