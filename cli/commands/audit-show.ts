/** `interlock audit key` and `interlock audit seals`: what to keep apart from Interlock, to check it with later. */
import { AuditKeyListDto, SealListDto } from "@/lib/wire/audit";
import { type Command, CommandError, print, readWords } from "../command";
import { connect } from "../connect";

export const auditKey: Command = {
  summary: "The public key that seals are made with",
  help: `interlock audit key [--all]

Prints it as PEM: keep it apart from the exports, and give it to whoever verifies them.

  --all   also those of earlier INTERLOCK_KEYs`,

  async run(words, io) {
    const { values } = readWords("audit key", words, { all: { type: "boolean" } });
    const { items } = AuditKeyListDto.parse(await (await (await connect(io)).request("/api/v1/audit/key")).json());
    for (const { publicKey, keyId, current } of items) {
      if (!current && values.all !== true) continue;
      io.progress.write(`${keyId}${current ? "" : " (earlier)"}\n`);
      io.out.write(publicKey);
    }
    return 0;
  },
};

const SHOWN = 20;

export const auditSeals: Command = {
  summary: "The newest seals; with --last one to publish",
  help: `interlock audit seals [--last]

One JSON object a line, newest first.

  --last   only the newest. Publish it where nobody who runs Interlock can change it (a ticket, another team's git, a
           newspaper): an export that ends before it was cut off, or is older than it.`,

  async run(words, io) {
    const { values } = readWords("audit seals", words, { last: { type: "boolean" } });
    const limit = values.last === true ? 1 : SHOWN;
    const answer = await (await connect(io)).request(`/api/v1/audit/seals?limit=${limit}`);
    const { items } = SealListDto.parse(await answer.json());
    if (items.length === 0) throw new CommandError("Nothing is sealed yet.");
    for (const seal of items) print(io, JSON.stringify(seal));
    return 0;
  },
};
