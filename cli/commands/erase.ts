/** `interlock erase`: a person's raw values go. Tells first what it would be, and does it only with `--yes`. */
import { ErasureDto, ErasurePreviewDto } from "@/lib/wire/erasure";
import { type Command, type Io, print, readWords, usageError } from "../command";
import { type Api, connect } from "../connect";
import { startProgress } from "../progress";

const HELP = `interlock erase VALUE [--tool TOOL] [--reference TEXT] [--yes]

Erases the raw args of everything that has VALUE in an identity field, as each contract reads it (an address in any
case, an id as it is). Keys, digests, states, effect ids and the audit log stay. What has not ended is erased when it
ends. Needs an admin's token.

  --tool       only intents of this tool
  --reference  your name for the request, such as a ticket's number; it is kept, the value is not
  --yes        do it; without it, only what would be erased is told
`;

const POLL_MS = 500;
/** What has ended goes within seconds, if a worker runs; for what is open nobody waits here. */
const WATCH_MAX_MS = 30_000;

export const erase: Command = {
  summary: "Erase the raw args of one person",
  help: HELP,
  async run(words, io) {
    const { values, positionals } = readWords("erase", words, {
      tool: { type: "string" },
      reference: { type: "string" },
      yes: { type: "boolean", default: false },
    });
    const [identity, ...rest] = positionals;
    if (identity === undefined || rest.length > 0) throw usageError("erase", "One identity value is needed");
    const { tool, reference, yes } = values;
    const body = {
      identity,
      ...(tool === undefined ? {} : { tool }),
      ...(reference === undefined ? {} : { reference }),
    };
    const api = await connect(io);
    return yes ? request(api, io, body) : preview(api, io, body);
  },
};

async function preview(api: Api, io: Io, body: object): Promise<number> {
  const found = await find(api, body);
  if (found.foundCount === 0) {
    print(io, "Nothing was found.");
    return 0;
  }
  const later = found.openCount === 0 ? "" : `, ${found.openCount} of them when they have ended`;
  print(io, `${found.foundCount} would be erased${later}.`);
  for (const [tool, count] of Object.entries(found.byTool)) print(io, `  ${tool}  ${count}`);
  print(io, "Nothing was changed. Say it again with --yes to erase them.");
  return 0;
}

async function find(api: Api, body: object): Promise<ErasurePreviewDto> {
  return ErasurePreviewDto.parse(await (await post(api, { ...body, dryRun: true })).json());
}

async function request(api: Api, io: Io, body: object): Promise<number> {
  // Asked first: only what has ended by then is waited for.
  const { openCount } = await find(api, body);
  let erasure = ErasureDto.parse(await (await post(api, body)).json());
  const endedCount = erasure.foundCount - openCount;
  const progress = startProgress(io, "Erasing");
  const untilMs = Date.now() + WATCH_MAX_MS;
  while (erasure.erasedCount < endedCount && Date.now() < untilMs) {
    progress.update(erasure.erasedCount, endedCount);
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    erasure = ErasureDto.parse(await (await api.request(`/api/v1/erasures/${erasure.id}`)).json());
  }
  progress.end();
  for (const line of outcome(erasure, endedCount)) print(io, line);
  return 0;
}

function outcome({ id, foundCount, erasedCount }: ErasureDto, endedCount: number): string[] {
  if (foundCount === 0) return [`${id}: Nothing was found.`];
  const told = `${id}: ${erasedCount} of ${foundCount} erased.`;
  const left = foundCount - erasedCount;
  if (left === 0) return [told];
  if (erasedCount < endedCount)
    return [told, `A worker erases the rest: GET /api/v1/erasures/${id} tells how far it is.`];
  const waiting = left === 1 ? "1 has not ended: it is" : `${left} have not ended: each is`;
  return [told, `${waiting} erased when it ends; nothing more is needed.`];
}

function post(api: Api, body: object): Promise<Response> {
  const headers = { "content-type": "application/json" };
  return api.request("/api/v1/erasures", { method: "POST", headers, body: JSON.stringify(body) });
}
