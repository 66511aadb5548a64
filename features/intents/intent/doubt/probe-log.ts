import type { EventDto } from "@/lib/wire/intent";
import { readExchange } from "../attempts/read-exchange";

export type ProbeAnswer = {
  id: string;
  at: string;
  /** In words. */
  said: string;
  status: number | null;
  url: string | null;
  method: string | null;
  /** So many equal answers after it were counted, and not recorded one by one. */
  repeatedCount: number;
};

const ANSWERS: Record<string, string> = {
  absent: "It does not know of it",
  present: "It did it",
  unknown: "Its answer proves nothing",
};

const WHY: Record<string, string> = { shared_effect: "it named an effect of another intent" };

/** What the downstream said each time that it was asked, newest first. Equal answers in a row are counted only. */
export function probeLog(events: readonly EventDto[]): ProbeAnswer[] {
  const probes = events.filter(({ type }) => type === "intent.probe" || type === "probe.late_answer");
  return probes.map((event, index) => toAnswer(event, probes[index + 1])).reverse();
}

/** How often an answer was repeated stands with the one after it. */
function toAnswer({ id, at, data, details }: EventDto, next: EventDto | undefined): ProbeAnswer {
  const { asked, answered } = readExchange(details?.["exchange"]);
  const answer = String(data["answer"] ?? "unknown");
  const why = typeof data["why"] === "string" ? ` (${WHY[data["why"]] ?? data["why"]})` : "";
  const repeated = next?.data["sameAnswersBefore"];
  return {
    id,
    at,
    said: `${ANSWERS[answer] ?? answer}${why}`,
    status: answered?.status ?? null,
    url: asked?.url ?? null,
    method: asked?.what ?? null,
    repeatedCount: typeof repeated === "number" ? repeated : 0,
  };
}
