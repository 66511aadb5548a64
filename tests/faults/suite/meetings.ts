// Actions whose keys ask a table of time zones: a meeting in Vancouver in the winter of 2027, of which not every table
// says the same. The ledger ignores their keys: a key that comes out differently is a second effect.
import { type ContractText, ledgerContract } from "@/tests/support/ledger-contract";
import type { Action } from "./plan";

/** By `meet_at` the time is part of who it is, by `meet_on` it is what must not change. */
export const MEETING_TOOLS = ["meet_at", "meet_on"] as const;

const ZONED = { zone: "America/Vancouver" };
const AT = "2027-01-15T14:00";
/** A day earlier or later, by what the clocks in Vancouver say then. */
const NEAR_MIDNIGHT = "2027-01-16T07:30:00Z";
const TEXT = { type: "string" };
const ARGS = {
  type: "object",
  required: ["orderId", "at", "day"],
  properties: { orderId: TEXT, at: TEXT, day: TEXT, note: TEXT },
};

export function meetingContracts(): ContractText[] {
  return MEETING_TOOLS.map((tool) => {
    const role = tool === "meet_at" ? "identity" : "material";
    return ledgerContract(tool, {
      args: ARGS,
      fields: {
        "/orderId": { role: "identity", as: "id" },
        "/at": { role, as: "instant", ...ZONED },
        "/day": { role, as: "date", ...ZONED },
        "/note": { role: "incidental" },
      },
    });
  });
}

/** Asked for and, in other words, asked for again at once: the two meet different processes. */
export function planMeeting(orderId: string, turn: number): Action[] {
  const tool = MEETING_TOOLS[turn % MEETING_TOOLS.length] ?? "meet_at";
  const ask = (kind: Action["kind"], at: string): Action => ({
    kind,
    tool,
    orderId,
    body: { tool, run: orderId, step: "s", args: { orderId, at, day: NEAR_MIDNIGHT, note: kind } },
  });
  return [ask("fresh", AT), ask("reworded", ` ${AT}:00.000 `)];
}
