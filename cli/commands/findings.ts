/** `interlock findings`: what somebody should look at. */
import { type FindingDto, FindingListDto } from "@/lib/wire/finding";
import { type Command, print, readWords, usageError } from "../command";
import { connect } from "../connect";
import { visibleText } from "../visible-text";

const NAME = "findings";
const OPTIONS = {
  state: { type: "string" },
  kind: { type: "string" },
  tool: { type: "string" },
  intent: { type: "string" },
  reconciliation: { type: "string" },
  limit: { type: "string" },
  all: { type: "boolean" },
  json: { type: "boolean" },
} as const;

export const findings: Command = {
  summary: "Divergences that somebody should look at",
  help: `interlock findings [--kind K] [--tool T] [--intent ID] [--reconciliation ID] [--state open|acknowledged|resolved | --all] [--limit N] [--json]

Newest first; open ones unless said otherwise. --json prints one finding a line, with its evidence.`,

  async run(words, io) {
    const { values, positionals } = readWords(NAME, words, OPTIONS);
    if (positionals.length > 0) throw usageError(NAME, "Expected options only");
    const { all, json, state, ...filter } = values;
    if (all === true && state !== undefined) throw usageError(NAME, "Either --state or --all, not both");
    const wanted = { ...filter, ...(all === true ? {} : { state: state ?? "open" }) };
    const api = await connect(io);
    const response = await api.request(`/api/v1/findings?${new URLSearchParams(wanted)}`);
    const { items, nextCursor } = FindingListDto.parse(await response.json());
    if (json === true) for (const item of items) print(io, JSON.stringify(item));
    else print(io, items.length === 0 ? "No findings." : renderFindings(items));
    if (nextCursor !== null) io.progress.write("There are more: --limit shows up to 200.\n");
    return 0;
  },
};

export function renderFindings(items: FindingDto[]): string {
  const kindWidth = Math.max(...items.map(({ kind }) => kind.length));
  return items
    .map(({ id, kind, tool, intentId, state, data }) => {
      const evidence = Object.entries(data)
        .filter(([name]) => name !== "source" && name !== "reconciliationId")
        .map(([name, value]) => `${name}=${visibleText(typeof value === "string" ? value : JSON.stringify(value))}`);
      return `${kind.padEnd(kindWidth)}  ${id}  ${state}  ${tool}  ${intentId ?? "no intent"}  ${evidence.join(" ")}`;
    })
    .join("\n");
}
