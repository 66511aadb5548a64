/** `interlock key-audit`: asks for a key audit, waits for it, and tells what it found. */
import { stat, writeFile } from "node:fs/promises";
import { setTimeout as wait } from "node:timers/promises";
import { KeyAuditDto, type KeyAuditToolDto } from "@/lib/wire/key-audit";
import { type Command, CommandError, EXIT_USAGE, print, readWords, usageError } from "../command";
import { type Api, connect } from "../connect";
import { startProgress } from "../progress";
import { visibleText } from "../visible-text";

const HELP = `Looks at whether keys do what they promise, tool by tool.

  interlock key-audit [--from INSTANT] [--to INSTANT] [--csv FILE] [--json]

  --from, --to  such as 2026-11-01T00:00:00Z (default: the last seven days)
  --csv         writes everything into a new file for a spreadsheet

Exits with 1 if a key had several effects, or one action ran under several keys. docs/key-lab.md tells what to do.`;

const OPTIONS = {
  from: { type: "string" },
  to: { type: "string" },
  csv: { type: "string" },
  json: { type: "boolean" },
} as const;
const POLL_MS = 500;
const PATH = "/api/v1/key-audits";

export const keyAudit: Command = {
  summary: "Whether keys do what they promise",
  help: HELP,
  async run(words, io) {
    const { values, positionals } = readWords("key-audit", words, OPTIONS);
    if (positionals.length > 0) throw usageError("key-audit", "Expected no further words");
    const { from, to, csv } = values;
    if (csv !== undefined) await requireFree(csv);
    const api = await connect(io);
    const asked = await api.request(PATH, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ from, to }),
    });
    const { id } = (await asked.json()) as { id: string };
    const progress = startProgress(io, "Auditing keys");
    const done = await follow(api, id, progress.update).finally(progress.end);
    if (csv !== undefined) await saveTable(api, id, csv);
    print(io, values.json === true ? JSON.stringify(done, null, 2) : toText(done));
    return Object.values(done.tools ?? {}).some(isBroken) ? 1 : 0;
  },
};

/** Before anything is asked for. Not with 1, which says that keys are wrong. */
async function requireFree(file: string): Promise<void> {
  const there = await stat(file).catch(() => null);
  if (there !== null) throw new CommandError(`${file} is there already: choose another name.`, EXIT_USAGE);
}

async function saveTable(api: Api, id: string, file: string): Promise<void> {
  const table = await (await api.request(`${PATH}/${id}/csv`)).text();
  await writeFile(file, table, { flag: "wx" }).catch(() => {
    throw new CommandError(`${file} cannot be written. The table is still there: GET ${PATH}/${id}/csv`);
  });
}

async function follow(api: Api, id: string, onProgress: (done: number, total: number | null) => void) {
  for (;;) {
    const audit = KeyAuditDto.parse(await (await api.request(`${PATH}/${id}`)).json());
    onProgress(audit.progress.done, audit.progress.total);
    if (audit.state === "finished") return audit;
    if (audit.state === "failed") throw new CommandError(`The key audit failed: ${audit.failure}`);
    await wait(POLL_MS);
  }
}

function isBroken({ collisions, lookalikes, nearIdentical }: KeyAuditToolDto): boolean {
  return collisions.count > 0 || lookalikes.count > 0 || nearIdentical.spelling > 0;
}

function toText({ id, from, to, tools }: KeyAuditDto): string {
  const parts = Object.entries(tools ?? {}).map(([tool, found]) => toolText(tool, found));
  return [`${id}, intents opened from ${from} to ${to}`, ...(parts.length === 0 ? ["There were none."] : parts)].join(
    "\n",
  );
}

function toolText(tool: string, found: KeyAuditToolDto): string {
  const { intents, submissions, collisions, lookalikes, nearIdentical, restarts, suggestions, retries } = found;
  const layers = Object.entries(retries.layers)
    .filter(([, { count }]) => count > 0)
    .map(([layer, { count }]) => `${layer} ${Math.round((100 * count) / retries.count)}%`);
  return [
    `${tool}: ${intents} intents, ${submissions} submissions`,
    `  ${collisions.count} keys with several effect ids`,
    `  ${lookalikes.count} look-alikes that both ran, ${nearIdentical.spelling} more that differ only in spelling`,
    `  ${restarts.count} repeats in another run within minutes${restarts.bursts.length > 0 ? ", in bursts" : ""}`,
    ...suggestions.map(({ pointer, says }) => `  ${visibleText(pointer)}: ${says}`),
    ...(layers.length === 0 ? [] : [`  retried by: ${layers.join(", ")}`]),
  ].join("\n");
}
