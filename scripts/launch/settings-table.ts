// Shows everything that is wrong with the settings at once.
import type { SettingProblem } from "@/lib/config/env";

const HEADER = { name: "setting", value: "value", message: "problem" };

export function settingsTable(problems: readonly SettingProblem[]): string {
  const rows = [HEADER, ...problems];
  const width = (column: "name" | "value") => Math.max(...rows.map((row) => row[column].length));
  const [names, values] = [width("name"), width("value")];
  const lines = rows.map(({ name, value, message }) => `  ${name.padEnd(names)}  ${value.padEnd(values)}  ${message}`);
  return ["These settings are wrong; nothing was started:", "", ...lines].join("\n");
}
