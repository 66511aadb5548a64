/** The result of a key audit as a table for spreadsheets: RFC 4180, and no cell that a spreadsheet would calculate. */
import type { ToolResult } from "./tool-audit";

const HEADER = ["tool", "finding", "subject", "count", "of", "percent", "examples", "note"];
/** Full-width ones too: some spreadsheets fold them. */
const FORMULA = /^[=+\-@＝＋－＠\t\r\n]/;
const NEEDS_QUOTES = /[",\r\n]/;

type Row = { finding: string; subject?: string; count: number; of: number; examples: string[]; note?: string };

export function toCsv(tools: Record<string, ToolResult>): string {
  const rows = Object.entries(tools).flatMap(([tool, result]) => rowsOf(result).map((row) => toCells(tool, row)));
  return [HEADER, ...rows].map((cells) => `${cells.map(toCell).join(",")}\r\n`).join("");
}

export function toCell(text: string): string {
  const safe = FORMULA.test(text) ? `'${text}` : text;
  return NEEDS_QUOTES.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

function toCells(tool: string, { finding, subject = "", count, of, examples, note = "" }: Row): string[] {
  const percent = of === 0 ? "" : ((100 * count) / of).toFixed(1);
  return [tool, finding, subject, String(count), String(of), percent, examples.join(" "), note];
}

function rowsOf(result: ToolResult): Row[] {
  const { intents, collisions, lookalikes, nearIdentical, restarts, retries, suggestions } = result;
  const pairs = (examples: { intentId: string; otherId: string }[]) =>
    examples.map(({ intentId, otherId }) => `${otherId}/${intentId}`);
  const { count: total, layers, agents } = retries;
  return [
    {
      finding: "several effect ids for one key",
      count: collisions.count,
      of: intents,
      examples: collisions.examples.map(({ intentId }) => intentId),
    },
    { finding: "look-alikes that both ran", ...of(lookalikes.count, intents), examples: pairs(lookalikes.examples) },
    {
      finding: "both ran and one field differs",
      ...of(nearIdentical.count, intents),
      examples: pairs(nearIdentical.examples),
      note: `${nearIdentical.spelling} of them only in spelling`,
    },
    {
      finding: "the same in another run within minutes",
      ...of(restarts.count, intents),
      examples: pairs(restarts.examples),
      note: restarts.bursts.map(({ minute, count }) => `${count} at ${minute}`).join("; "),
    },
    ...suggestions.map(({ pointer, varied, compared, says, examples }) => ({
      finding: "suggestion",
      subject: pointer,
      ...of(varied, compared),
      examples,
      note: says,
    })),
    ...Object.entries(layers)
      .filter(([, { count }]) => count > 0)
      .map(([layer, { count, examples }]) => ({
        finding: "who retried",
        subject: layer,
        ...of(count, total),
        examples,
      })),
    ...Object.entries(agents).flatMap(([agent, counts]) =>
      Object.entries(counts).map(([layer, count]) => ({
        finding: "who retried by agent",
        subject: `${agent} ${layer}`,
        ...of(count, total),
        examples: [],
      })),
    ),
  ];
}

function of(count: number, total: number) {
  return { count, of: total };
}
