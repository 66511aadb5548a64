/**
 * An event as it is sealed, exported and verified: one canonical text (RFC 8785), whose bytes are hashed.
 *
 * A1  The text of an event is a function of its row alone, the same when it is sealed and ever after.
 * A2  It begins with the member `actor`: no other line of an export does.
 */
import type { Actor, FollowingEvent } from "../actor";
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
  /** Absent: nothing came of it for the same intent at the same time. */
  follows?: FollowingEvent[];
};

/**
 * Never throws: a row that a person wrote by hand and that has no canonical form (1e999, half a character) must not
 * keep the others from being sealed. It counts as one without data, and without what follows.
 */
export function eventText(event: SealedEvent): string {
  const { data, follows } = event;
  try {
    return write(event, canonicalJson(data), follows === undefined ? "" : canonicalJson(follows as JsonValue));
  } catch {
    return write(event, "null", ""); // everything else is text that Postgres stores, so it has a form
  }
}

/** The members in their canonical order: every event of the log is written at least once, and none is sorted for it. */
function write(event: SealedEvent, data: string, follows: string): string {
  const { position, id, at, type, actor, namespace, intentId, subject } = event;
  const text = canonicalJson;
  const then = follows === "" ? "" : `"follows":${follows},`;
  return (
    `{"actor":{"id":${text(actor.id)},"kind":${text(actor.kind)}},"at":${text(at)},"data":${data},${then}"id":${text(id)},` +
    `"intentId":${text(intentId)},"namespace":${text(namespace)},"position":${text(position)},` +
    `"subject":${text(subject)},"type":${text(type)}}`
  );
}
