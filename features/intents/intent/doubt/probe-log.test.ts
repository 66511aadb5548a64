import { expect, test } from "vitest";
import type { EventDto } from "@/lib/wire/intent";
import { probeLog } from "./probe-log";

const event = (
  id: string,
  type: string,
  data: Record<string, unknown>,
  details: EventDto["details"] = null,
): EventDto => ({
  id,
  at: "2026-01-01T00:00:00.000Z",
  type,
  actor: { kind: "worker", id: "w", name: null },
  data,
  details,
});

test("the answers of the downstream, newest first, with what was repeated counted where it belongs", () => {
  const exchange = { request: { method: "GET", url: "https://a.test/?key=k" }, response: { status: 404 } };
  const log = probeLog([
    event("evt_1", "intent.claim", {}),
    event("evt_2", "intent.probe", { answer: "absent" }, { exchange }),
    event("evt_3", "intent.probe", { answer: "unknown", why: "downstream_502", sameAnswersBefore: 3 }),
  ]);
  expect(log).toMatchObject([
    { id: "evt_3", said: "Its answer proves nothing (downstream_502)", url: null, repeatedCount: 0 },
    { id: "evt_2", said: "It does not know of it", status: 404, url: "https://a.test/?key=k", repeatedCount: 3 },
  ]);
});
