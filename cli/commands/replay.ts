/** `interlock replay`: what a changed contract would have done, as a table that people can read. */
import { readFile } from "node:fs/promises";
import { LineCounter, parseDocument } from "yaml";
import { tellYamlFaults } from "@/lib/domain/contract/yaml-fault";
import { NDJSON_TYPE, type ReplayDto, ReplayLine } from "@/lib/wire/replay";
import { type Command, CommandError, type Io, print, readWords, usageError } from "../command";
import { connect } from "../connect";
import { startProgress } from "../progress";
import { visibleText } from "../visible-text";

const HELP = `Replays recorded submissions through a changed contract. Nothing is published or changed.

  interlock replay CONTRACT.yaml [--tool NAME] [--from INSTANT] [--to INSTANT] [--namespace NAME] [--json]

  CONTRACT.yaml  the changed contract, YAML or JSON
  --tool         the tool whose record is replayed (default: the one that the contract names); with it the text is
                 sent as it is, whatever it says
  --from, --to   such as 2026-11-01T00:00:00Z (default: the last seven days)
  --json         the whole answer, with examples

docs/key-lab.md tells what each number means.`;

const OPTIONS = {
  tool: { type: "string" },
  from: { type: "string" },
  to: { type: "string" },
  namespace: { type: "string" },
  json: { type: "boolean" },
} as const;

export const replay: Command = {
  summary: "What a changed contract would have done differently",
  help: HELP,
  async run(words, io) {
    const { values, positionals } = readWords("replay", words, OPTIONS);
    const [file, ...more] = positionals;
    if (file === undefined || more.length > 0) throw usageError("replay", "Expected one file with a contract");
    const text = await readFile(file, "utf8").catch(() => {
      throw new CommandError(`${file} cannot be read.`);
    });
    const tool = values.tool ?? requireTool(file, text);
    const { from, to, namespace } = values;
    const result = await ask(io, tool, { contract: text, from, to, namespace });
    print(io, values.json === true ? JSON.stringify(result, null, 2) : toTable(result));
    return 0;
  },
};

/** JSON is YAML too. Of a text that is broken further on the name is enough: the server tells what is wrong with it. */
function requireTool(file: string, text: string): string {
  const lineCounter = new LineCounter();
  const document = parseDocument(text, { logLevel: "silent", prettyErrors: false, lineCounter });
  const tool: unknown = document.get("tool");
  if (typeof tool === "string") return tool;
  if (document.errors.length === 0 || !(document.has("tool") || NAMES_A_TOOL.test(text))) {
    const expected = "a contract is YAML or JSON that names its tool, such as `tool: refund_payment`";
    throw new CommandError(`${file} is no contract: ${expected}.`);
  }
  const faults = tellYamlFaults(document.errors, (offset) => lineCounter.linePos(offset));
  throw new CommandError([`${file} is not valid YAML.`, ...faults.map((words) => `  ${words}`)].join("\n"));
}

/** Where what stands above it is broken, the parser does not see it. */
const NAMES_A_TOOL = /^(?:tool|\s*\{?\s*"tool")\s*:/m;

async function ask(io: Io, tool: string, body: Record<string, unknown>): Promise<ReplayDto> {
  const api = await connect(io);
  const response = await api.request(`/api/v1/contracts/${encodeURIComponent(tool)}/replay`, {
    method: "POST",
    headers: { "content-type": "application/json", accept: NDJSON_TYPE },
    body: JSON.stringify(body),
  });
  const progress = startProgress(io, `Replaying ${tool}`);
  try {
    for await (const line of linesOf(response)) {
      if (line.type === "progress") progress.update(line.done, line.total);
      else if (line.type === "result") return line;
      else throw new CommandError(String(line.detail ?? line.title));
    }
  } finally {
    progress.end();
  }
  throw new CommandError("The answer ended before its result.");
}

async function* linesOf({ body }: Response): AsyncGenerator<ReplayLine> {
  if (body === null) return;
  const decoder = new TextDecoder();
  let rest = "";
  for await (const chunk of body as unknown as AsyncIterable<Uint8Array>) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) yield ReplayLine.parse(JSON.parse(line));
  }
}

const SAYS: Record<string, string> = {
  merged: "would join another intent instead of opening its own",
  split: "would open an intent of its own instead of joining",
  moved: "would belong to another intent than before",
  drifted: "would be a drift",
  notDrifted: "would be a drift no more",
  lookalike: "would be a look-alike",
  notLookalike: "would be a look-alike no more",
  variant: "would be a variant",
  notVariant: "would be a variant no more",
  held: "would be held",
  cleared: "would be cleared, or go on unheld",
  refused: "would be refused by policy",
  otherApprovals: "would need other approvals",
  duplicateRefused: "would be refused as a duplicate",
  notDuplicateRefused: "would be refused as a duplicate no more",
  invalid: "would not fit the schema",
  keyRequired: "would lack a key",
  accepted: "would be accepted",
};

function toTable(result: ReplayDto): string {
  const { submissions, range, differences, comparedWith } = result;
  const rows = Object.entries(differences).filter(([, { count }]) => count > 0);
  const width = Math.max(0, ...rows.map(([, { count }]) => count.toLocaleString("en-US").length));
  const table = rows.flatMap(([kind, { count, examples }]) => {
    const [example] = examples;
    const differs =
      example === undefined || example.differs.length === 0
        ? ""
        : `, differs in ${visibleText(example.differs.join(", "))}`;
    const line = `  ${count.toLocaleString("en-US").padStart(width)}  ${SAYS[kind] ?? kind}`;
    return example === undefined
      ? [line]
      : [line, `  ${" ".repeat(width)}  for example ${example.submissionId} of ${example.intentId}${differs}`];
  });
  const { erased, notReproduced, peoplesOrders } = submissions.leftOut;
  return [
    `${result.tool}, ${range.from} to ${range.cutAt ?? range.to}, compared with version ${comparedWith.version}`,
    `${submissions.compared} submissions compared, ${submissions.changed} would be treated differently.`,
    result.keysChange ? "Keys change." : "Keys do not change.",
    ...table,
    `Left out: ${erased} erased, ${notReproduced} not reproduced, ${peoplesOrders} orders of people.`,
    ...(range.cutAt === null ? [] : [`Cut at ${range.cutAt}: replay the rest with --from ${range.cutAt}.`]),
    ...result.warnings.map((warning) => `Warning: ${warning}`),
    `Took ${(result.tookMs / 1_000).toFixed(1)} s.`,
  ].join("\n");
}
