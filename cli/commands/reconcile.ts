/** `interlock reconcile`: starts a comparison or uploads a statement, and waits for what it finds. */
import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { extname } from "node:path";
import { Readable } from "node:stream";
import { setTimeout as delay } from "node:timers/promises";
import { ReconciliationDto } from "@/lib/wire/reconciliation";
import { type Command, CommandError, type Io, readWords, usageError } from "../command";
import { type Api, connect } from "../connect";
import { startProgress } from "../progress";
import { EXIT_NOT_COMPARED, EXIT_OPEN, report } from "../reconcile/report";
import { visibleText } from "../visible-text";

const NAME = "reconcile";
const POLL_MS = 500;
const TYPES: Record<string, string> = {
  ".csv": "text/csv",
  ".tsv": "text/csv",
  ".txt": "text/csv",
  ".json": "application/json",
  ".jsonl": "application/x-ndjson",
  ".ndjson": "application/x-ndjson",
};
const OPTIONS = {
  by: { type: "string" },
  from: { type: "string" },
  to: { type: "string" },
  unit: { type: "string" },
} as const;

export const reconcile: Command = {
  summary: "Compare what we did with what the downstream says",
  help: `interlock reconcile TOOL [--by list|probe] [--from INSTANT --to INSTANT]
interlock reconcile TOOL [--from INSTANT --to INSTANT] [--unit major|minor] FILE

Compares the intents of a tool with the downstream's listing or probe (what its contract declares), or with a
statement: FILE is .csv, .json (an array) or .jsonl (one object a line), with a column effectId or key and, if there,
amount, currency, at and arguments such as /paymentId.

Times are such as 2026-11-16T00:00:00Z. By default: the last 24 hours; of a statement, the time that its rows cover.

Ends with
  0   everything was compared, and this run saw nothing that is open
  1   this run saw findings that are open
  2   it saw none, but nothing or not everything was compared: rows that could not be read, probes without an answer,
      an empty statement that covers no time, a run that failed or could not be started
  64  the words cannot be read`,

  async run(words, io) {
    const { values, positionals } = readWords(NAME, words, OPTIONS);
    const [tool, file, ...more] = positionals;
    if (tool === undefined) throw usageError(NAME, "Name the tool");
    if (more.length > 0) throw usageError(NAME, "One statement at a time");
    if (file !== undefined && values.by !== undefined) throw usageError(NAME, "Either --by or a statement, not both");
    const { by, unit } = values;
    const times = { from: instant(values.from, "from"), to: instant(values.to, "to") };
    return orNotCompared(async () => {
      const api = await connect(io);
      if (file === undefined) {
        const body = { tool, ...(by === undefined ? {} : { source: by }), ...times };
        const run = await watch(api, io, await start(api, body));
        showRows(io, run);
        return report(api, io, run);
      }
      const started = await upload(api, io, file, { tool, unit, ...times });
      showRows(io, started);
      return report(api, io, await watch(api, io, started));
    });
  },
};

/** 1 says that something is open: what could not be compared says nothing of the kind. */
async function orNotCompared(compare: () => Promise<number>): Promise<number> {
  try {
    return await compare();
  } catch (error) {
    if (!(error instanceof CommandError) || error.exitCode !== EXIT_OPEN) throw error;
    throw new CommandError(error.message, EXIT_NOT_COMPARED);
  }
}

function instant(text: string | undefined, name: string): string | undefined {
  if (text === undefined) return undefined;
  const ms = Date.parse(text);
  if (Number.isNaN(ms)) throw usageError(NAME, `--${name} is no time such as 2026-11-16T00:00:00Z`);
  return new Date(ms).toISOString();
}

async function start(api: Api, body: Record<string, string | undefined>): Promise<ReconciliationDto> {
  const headers = { "content-type": "application/json" };
  const response = await api.request("/api/v1/reconciliations", {
    method: "POST",
    headers,
    body: JSON.stringify(body),
  });
  return ReconciliationDto.parse(await response.json());
}

async function upload(
  api: Api,
  io: Io,
  file: string,
  query: Record<string, string | undefined>,
): Promise<ReconciliationDto> {
  const type = TYPES[extname(file).toLowerCase()];
  if (type === undefined) throw usageError(NAME, `${file} is neither .csv, .json nor .jsonl`);
  const size = await stat(file).then(
    (found) => found.size,
    () => null,
  );
  if (size === null) throw new CommandError(`There is no file ${file}.`);
  const progress = startProgress(io, "Uploading");
  let sent = 0;
  const stream = createReadStream(file).on("data", (chunk) => {
    sent += chunk.length;
    progress.update(sent, size);
  });
  const given = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined);
  try {
    const response = await api.request(`/api/v1/reconciliations?${new URLSearchParams(given)}`, {
      method: "POST",
      headers: { "content-type": type },
      body: Readable.toWeb(stream) as unknown as ReadableStream,
      ...{ duplex: "half" },
    });
    return ReconciliationDto.parse(await response.json());
  } finally {
    stream.destroy();
    progress.end();
  }
}

function showRows(io: Io, { warnings, errors, counts }: ReconciliationDto): void {
  for (const warning of warnings) io.progress.write(`${visibleText(warning)}\n`);
  for (const { line, message } of errors) io.progress.write(`line ${line}: ${visibleText(message)}\n`);
  const hidden = (counts["bad"] ?? 0) - errors.length;
  if (hidden > 0) io.progress.write(`… and ${hidden} more rows that could not be read.\n`);
}

const PHASES: Record<ReconciliationDto["progress"]["phase"], string> = {
  receiving: "Receiving",
  reading: "Reading the listing",
  rows: "Comparing rows",
  intents: "Looking for what is missing",
  probing: "Asking",
  done: "Done",
};

async function watch(api: Api, io: Io, started: ReconciliationDto): Promise<ReconciliationDto> {
  let run = started;
  let phase = run.progress.phase;
  let progress = startProgress(io, PHASES[phase]);
  while (run.endedAt === null) {
    await delay(POLL_MS);
    run = ReconciliationDto.parse(await (await api.request(run.links.self)).json());
    if (run.progress.phase !== phase) {
      phase = run.progress.phase;
      progress.end();
      progress = startProgress(io, PHASES[phase]);
    }
    progress.update(run.progress.done, run.progress.total);
  }
  progress.end();
  return run;
}
