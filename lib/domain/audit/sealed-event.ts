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
 * Never throws: a row that somebody wrote by hand and that has no canonical form (1e999, half a character) must not
 * keep the others from being sealed. It counts as one without data.
 */
export function eventText(event: SealedEvent): string {
  const { position, id, at, type, actor, namespace, intentId, subject, data } = event;
  const about = { position, id, at, type, actor: { kind: actor.kind, id: actor.id }, namespace, intentId, subject };
  try {
    return canonicalJson({ ...about, data });
  } catch {
    return canonicalJson({ ...about, data: null }); // everything else is text that Postgres stores, so it has a form
  }
}
