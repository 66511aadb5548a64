import { expect, test } from "vitest";
import { settingsTable } from "./settings-table";

test("every wrong setting has its line, in columns", () => {
  const shown = settingsTable([
    { name: "PORT", value: "http", message: "Expected a port number." },
    { name: "INTERLOCK_KEY", value: "(not set)", message: "Required." },
  ]);
  expect(shown).toBe(
    [
      "These settings are wrong; nothing was started:",
      "",
      "  setting        value      problem",
      "  PORT           http       Expected a port number.",
      "  INTERLOCK_KEY  (not set)  Required.",
    ].join("\n"),
  );
});
