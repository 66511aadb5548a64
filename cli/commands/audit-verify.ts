/** `interlock audit verify`: offline, with nothing but the file and a public key. */
import { existsSync } from "node:fs";
import { stat } from "node:fs/promises";
import { LINE_BYTES_MAX, SealName } from "@/lib/domain/audit/export-lines";
import { ExportFault, ExportVerifier, type Verified } from "@/lib/domain/audit/verify-export";
import { readKeys, readText } from "../audit/read-keys";
import { readLines } from "../audit/read-lines";
import { type Command, CommandError, EXIT_USAGE, type Io, print, readWords, usageError } from "../command";
import { startProgress } from "../progress";

const NAME = "audit verify";

export const auditVerify: Command = {
  summary: "Check an export offline, with the public key alone",
  help: `interlock ${NAME} FILE [--key PUBLIC.pem] [--key OLDER.pem] [--last-seal NUMBER:HASH]

Says whether every event in the export is as it was sealed, or names the first that was changed, removed, put in or
moved, with its line. Needs no network and no Interlock.

  --key FILE          the public key (PEM) that you trust; several after a rotation. Without it, that of the Interlock
                      that keeps its state in this folder (.interlock/audit.pem)
  --last-seal SEAL    the last seal you know of: NUMBER:HASH, or a file with the output of
                      \`interlock audit seals --last\`. Without it nobody can tell whether the end was cut off.

Ends with 0 if all is as it was sealed, with 1 if anything is not; with 64 or 66 if it could not look: the arguments, a
file, a key.`,

  async run(words, io) {
    const options = { key: { type: "string", multiple: true }, "last-seal": { type: "string" } } as const;
    const { values, positionals } = readWords(NAME, words, options);
    const [path, ...more] = positionals;
    if (path === undefined || more.length > 0) throw usageError(NAME, "Name one file");
    const keys = await readKeys(io, values.key);
    const lastSeal = values["last-seal"] === undefined ? null : await readSealName(values["last-seal"]);
    const verifier = new ExportVerifier({ keys, lastSeal });
    try {
      await readAll(io, path, verifier);
      tell(io, verifier.end(), lastSeal);
      return 0;
    } catch (error) {
      if (!(error instanceof ExportFault)) throw error;
      print(io, `${path}, line ${error.line}: ${error.message}`);
      return 1;
    }
  },
};

async function readAll(io: Io, path: string, verifier: ExportVerifier): Promise<void> {
  const { size } = await stat(path).catch(() => ({ size: null }));
  const progress = startProgress(io, "Verifying (bytes)");
  let lines = 0;
  try {
    await readLines(path, {
      lineBytesMax: LINE_BYTES_MAX,
      onRead: (bytes) => progress.update(bytes, size),
      take: (line) => {
        lines += 1;
        verifier.take(line);
      },
      onTooLong: () => {
        throw new ExportFault(
          lines + 1,
          `This line is longer than ${LINE_BYTES_MAX / 1_024} KiB: no line of an export is.`,
        );
      },
    });
  } finally {
    progress.end();
  }
}

function tell(io: Io, { events, seals, first, last }: Verified, lastSeal: SealName | null): void {
  if (first === null || last === null) {
    print(io, "The export is whole and holds no events: nothing was sealed in its time.");
    return;
  }
  const count = (n: number) => n.toLocaleString("en-US");
  print(
    io,
    `${count(events)} events in ${count(seals)} seals are as they were sealed: seal ${first.number} (${first.sealedAt}) to seal ${last.number} (${last.sealedAt}).`,
  );
  print(io, `The last seal is ${last.number}:${last.hash}`);
  if (first.number > 1) print(io, `What was before seal ${first.number} is not in this file.`);
  if (lastSeal === null) {
    print(io, "Nothing was given to compare the end with (--last-seal): seals after this one may have been cut off.");
  }
}

async function readSealName(text: string): Promise<SealName> {
  const written = /^(\d{1,15}):([0-9a-f]{64})$/;
  if (!written.test(text) && !existsSync(text)) throw noSeal(text);
  const content = written.test(text) ? text : (await readText(text)).trim();
  const [, number, hash] = written.exec(content) ?? [];
  const name = SealName.safeParse(number === undefined ? parseOrNull(content) : { number: Number(number), hash });
  if (name.success) return name.data;
  throw noSeal(text);
}

function noSeal(text: string): CommandError {
  const expected = "expected NUMBER:HASH, or a file with what `interlock audit seals --last` prints";
  return new CommandError(`${text} names no seal: ${expected}.`, EXIT_USAGE);
}

function parseOrNull(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null; // names no seal
  }
}
