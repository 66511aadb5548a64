/**
 * An event as it is sealed, exported and verified: one canonical text (RFC 8785), whose bytes are hashed.
 *
 * A1  The text of an event is a function of its row alone, the same when it is sealed and ever after.
 * A2  It begins with the member `actor`: no other line of an export does.
 */
import type { Actor } from "../actor";
import { canonicalJson, type JsonValue } from "../json";

export type SealedEvent = {
  position: number;
  id: string;
  at: string;
  type: string;
  actor: { kind: Actor["kind"]; id: string };
  namespace: string | null;
  intentId: string | null;
  subject: string | null;
  data: JsonValue;
};

/**
 * Never throws: a row that a person wrote by hand and that has no canonical form (1e999, half a character) must not
 * keep the others from being sealed. It counts as one without data.
 */
export function eventText(event: SealedEvent): string {
  try {
    return write(event, canonicalJson(event.data));
  } catch {
    return write(event, "null"); // everything else is text that Postgres stores, so it has a form
  }
}

/** The members in their canonical order: every event of the log is written at least once, and none is sorted for it. */
function write({ position, id, at, type, actor, namespace, intentId, subject }: SealedEvent, data: string): string {
  const text = canonicalJson;
  return (
    `{"actor":{"id":${text(actor.id)},"kind":${text(actor.kind)}},"at":${text(at)},"data":${data},"id":${text(id)},` +
    `"intentId":${text(intentId)},"namespace":${text(namespace)},"position":${text(position)},` +
    `"subject":${text(subject)},"type":${text(type)}}`
  );
}
