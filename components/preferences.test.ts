import { expect, test } from "vitest";
import { parsePreferences } from "./preferences";

const DEFAULTS = { shortcuts: true, notifications: false, sound: false };

test.each([
  ["nothing kept", null, DEFAULTS],
  ["something unreadable", "{", DEFAULTS],
  ["null", "null", DEFAULTS],
  ["values of another kind", '{"shortcuts":"no","sound":1}', DEFAULTS],
  ["a part of them", '{"shortcuts":false}', { ...DEFAULTS, shortcuts: false }],
])("%s reads as settings", (_case, text, preferences) => {
  expect(parsePreferences(text)).toEqual(preferences);
});
