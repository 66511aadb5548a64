/** `interlock audit prove` and `interlock audit verify-proof`: one event by itself. */
import { writeFile } from "node:fs/promises";
import { checkProof, InclusionProof } from "@/lib/domain/audit/inclusion-proof";
import { byKeyId, readKeys, readText } from "../audit/read-keys";
import { type Command, CommandError, EXIT_NO_INPUT, print, readWords, usageError } from "../command";
import { connect } from "../connect";

const PROVE = "audit prove";
const VERIFY = "audit verify-proof";

export const auditProve: Command = {
  summary: "Proof that one event was sealed, as a file of its own",
  help: `interlock ${PROVE} EVENT_ID [FILE]

Writes the event, its path to the root of its seal, and the seal. Without FILE it goes to standard output.
\`interlock ${VERIFY}\` checks it offline.`,

  async run(words, io) {
    const { positionals } = readWords(PROVE, words, {});
    const [eventId, path, ...more] = positionals;
    if (eventId === undefined || more.length > 0) throw usageError(PROVE, "Name one event, and a file or none");
    const api = await connect(io);
    const response = await api.request(`/api/v1/audit/events/${encodeURIComponent(eventId)}/proof`);
    const text = JSON.stringify(InclusionProof.parse(await response.json()), null, 2);
    if (path === undefined) print(io, text);
    else await save(path, `${text}\n`);
    return 0;
  },
};

async function save(path: string, text: string): Promise<void> {
  try {
    await writeFile(path, text, { flag: "wx" });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new CommandError(
      code === "EEXIST" ? `${path} is there already: choose another name.` : `${path} cannot be written (${code}).`,
    );
  }
}

export const auditVerifyProof: Command = {
  summary: "Check such a proof offline",
  help: `interlock ${VERIFY} FILE [--key PUBLIC.pem] [--key OLDER.pem]

Ends with 0 if the event was sealed as it is in the file, with 1 if not.`,

  async run(words, io) {
    const { values, positionals } = readWords(VERIFY, words, { key: { type: "string", multiple: true } });
    const [path, ...more] = positionals;
    if (path === undefined || more.length > 0) throw usageError(VERIFY, "Name one file");
    const keys = await readKeys(io, values.key);
    const proof = InclusionProof.safeParse(parseOrNull(await readText(path)));
    if (!proof.success) throw new CommandError(`${path} is not a proof that this command can read.`, EXIT_NO_INPUT);
    const wrong = checkProof(proof.data, byKeyId(keys));
    if (wrong !== null) {
      print(io, `${path}: ${wrong}`);
      return 1;
    }
    const { event, seal } = proof.data;
    print(
      io,
      `The event ${String(event["id"])} (${String(event["type"])}, ${String(event["at"])}) was sealed as it is here, in seal ${seal.number} (${seal.sealedAt}).`,
    );
    return 0;
  },
};

function parseOrNull(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null; // no proof
  }
}
