/** `interlock audit export`: the audit log as a file. */
import { link, open, rm, stat } from "node:fs/promises";
import { HeaderLine } from "@/lib/domain/audit/export-lines";
import { type Command, CommandError, readWords, usageError } from "../command";
import { connect } from "../connect";
import { type Progress, startProgress } from "../progress";

const NAME = "audit export";
const LINE_FEED = 0x0a;
const TRAILER = '{"trailer":';
/** The last line is far shorter. */
const TAIL_BYTES = 4_096;

export const auditExport: Command = {
  summary: "The audit log as a file that anybody can verify",
  help: `interlock ${NAME} [FILE] [--from INSTANT] [--to INSTANT]

JSON lines: events in the order of their positions, each seal after its events (docs/audit.md). Without FILE it goes to
standard output. Needs the role approver, and is itself on record.

  --from, --to   by when events were sealed, such as 2026-11-01T00:00:00Z; whole seals`,

  async run(words, io) {
    const options = { from: { type: "string" }, to: { type: "string" } } as const;
    const { values, positionals } = readWords(NAME, words, options);
    const [path, ...more] = positionals;
    if (more.length > 0) throw usageError(NAME, "Name one file, or none");
    const file = path === undefined ? toStream(io.out) : await toFile(path);
    const progress = startProgress(io, "Exporting (lines)");
    try {
      const query = new URLSearchParams(Object.entries(values).filter(([, value]) => value !== undefined));
      const { body } = await (await connect(io)).request(`/api/v1/audit/export?${query}`);
      if (body === null) throw new CommandError("The answer was empty.");
      await copy(body, file, progress);
      await file.keep();
    } catch (error) {
      await file.drop();
      throw error;
    } finally {
      progress.end();
    }
    if (path !== undefined) io.progress.write(`Written to ${path}.\n`);
    return 0;
  },
};

type Sink = { write(piece: Buffer): Promise<unknown>; keep(): Promise<void>; drop(): Promise<void> };

/** Waits where the other side is slow. */
function toStream(out: NodeJS.WritableStream): Sink {
  const write = (piece: Buffer) =>
    new Promise<void>((resolve, reject) => {
      out.write(piece, (error) => (error ? reject(error) : resolve()));
    });
  return { write, keep: async () => undefined, drop: async () => undefined };
}

/** Under its name only when it is whole, and never over another: an export is evidence. */
async function toFile(path: string): Promise<Sink> {
  const there = await stat(path).catch(() => null);
  if (there !== null) throw new CommandError(`${path} is there already: choose another name.`);
  const partial = `${path}.${process.pid}.part`;
  const file = await open(partial, "wx").catch((error: NodeJS.ErrnoException) => {
    throw new CommandError(`${path} cannot be written (${error.code}).`);
  });
  return {
    write: async (piece) => {
      await file.appendFile(piece).catch((error: NodeJS.ErrnoException) => {
        throw new CommandError(`${path} cannot be written (${error.code}).`);
      });
    },
    async keep() {
      await file.sync();
      await file.close();
      // Unlike renaming, it replaces nothing that has appeared meanwhile.
      await link(partial, path).catch((error: NodeJS.ErrnoException) => {
        throw new CommandError(`${path} cannot be written (${error.code}).`);
      });
      await rm(partial);
    },
    async drop() {
      await file.close();
      await rm(partial, { force: true });
    },
  };
}

async function copy(body: ReadableStream<Uint8Array>, file: Sink, progress: Progress): Promise<void> {
  let total: number | null = null;
  let lines = 0;
  let tail: Buffer = Buffer.alloc(0);
  for await (const piece of pieces(body)) {
    if (total === null) total = linesIn(piece);
    for (let at = piece.indexOf(LINE_FEED); at !== -1; at = piece.indexOf(LINE_FEED, at + 1)) lines += 1;
    tail = Buffer.concat([tail, piece.subarray(-TAIL_BYTES)]).subarray(-TAIL_BYTES);
    progress.update(lines, total);
    await file.write(piece);
  }
  const last = tail.toString("utf8").trimEnd().split("\n").at(-1) ?? "";
  if (!last.startsWith(TRAILER)) throw new CommandError("The export broke off before its end. Try again.");
}

async function* pieces(body: ReadableStream<Uint8Array>): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of body as unknown as AsyncIterable<Uint8Array>) yield Buffer.from(chunk);
  } catch {
    throw new CommandError("The connection was lost before the export had ended. Try again.");
  }
}

/** What the header tells; null where it did not come in one piece. */
function linesIn(piece: Buffer): number | null {
  try {
    const { header } = HeaderLine.parse(JSON.parse(piece.subarray(0, piece.indexOf(LINE_FEED)).toString("utf8")));
    return header.events + header.seals + 2;
  } catch {
    return null; // progress without an end is all there is to it
  }
}
