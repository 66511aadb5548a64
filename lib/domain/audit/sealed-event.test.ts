import canonicalize from "canonicalize";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { JsonValue } from "../json";
import { idIn } from "./name-difference";
import { eventText } from "./sealed-event";
import { sampleEvent } from "./testing/sample-export";

const json = fc.jsonValue({ maxDepth: 4 }) as fc.Arbitrary<JsonValue>;
const text = fc.string({ unit: "grapheme" });
const FOLLOWS = fc.option(
  fc.array(
    fc.record({
      type: text,
      actor: fc.record({ kind: fc.constant("policy" as const), id: text }),
      subject: fc.option(text),
      data: fc.dictionary(text, json),
    }),
    { maxLength: 3 },
  ),
);

test("an event's text is the canonical form that the package canonicalize writes, and begins with its actor", () => {
  fc.assert(
    fc.property(
      json,
      text,
      fc.integer({ min: 1 }),
      fc.option(text),
      FOLLOWS,
      (data, subject, position, other, follows) => {
        const actor = { kind: "agent", id: `${other}${subject}` } as const;
        const more = { namespace: other, intentId: other, id: subject, ...(follows === null ? {} : { follows }) };
        const event = sampleEvent(position, { data, subject, actor, ...more });
        const written = eventText(event);
        expect(written).toBe(canonicalize(event));
        expect(written.startsWith('{"actor":')).toBe(true);
        expect(written).not.toContain("\n");
      },
    ),
  );
});

test("what is stored as JSON and read again has the same text, however it was written", () => {
  fc.assert(
    fc.property(json, (data) => {
      const stored = JSON.parse(JSON.stringify(data, null, 3)) as JsonValue;
      expect(eventText(sampleEvent(1, { data: stored }))).toBe(eventText(sampleEvent(1, { data })));
    }),
  );
});

test.each([Number.POSITIVE_INFINITY, "\ud800", { deep: "\udfff" }])(
  "what has no canonical form counts as none",
  (data) => {
    expect(eventText(sampleEvent(1, { data }))).toBe(eventText(sampleEvent(1, { data: null })));
    const follows = [{ type: "t", actor: { kind: "system" as const, id: "s" }, subject: null, data: { data } }];
    expect(eventText(sampleEvent(1, { data: null, follows }))).toBe(eventText(sampleEvent(1, { data: null })));
  },
);

test("an event's own id is found without parsing, whatever else looks like one", () => {
  fc.assert(
    fc.property(json, text, (data, subject) => {
      const event = sampleEvent(7, { data: { id: "evt_not_this", more: data, say: '"id":"no"' }, subject });
      expect(idIn(Buffer.from(eventText(event)))).toBe(event.id);
    }),
  );
  for (const line of ["", "{}", '{"id":"', '{"id":"with space"}']) expect(idIn(Buffer.from(line))).toBeNull();
});
