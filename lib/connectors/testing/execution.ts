import type { CompiledContract } from "@/lib/domain/contract/compile-contract";
import type { Execution } from "../connector";

/** An attempt that is in time, unless `more` says otherwise. */
export function executionOf(contract: CompiledContract, more: Partial<Execution> = {}): Execution {
  return {
    contract,
    intentId: "int_1",
    key: "the-key",
    args: {},
    attempt: 1,
    signal: AbortSignal.timeout(10_000),
    mayStillSend: () => true,
    ...more,
  };
}
