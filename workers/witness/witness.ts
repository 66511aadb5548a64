/** All that was seen claimed, outside the store: this machine's files, and Redis where there is one (decision 032). */
import { join } from "node:path";
import type { Settings } from "@/lib/config/env";
import type { SeenClaim } from "@/lib/domain/store-epoch";
import { openWitnessStream, type WitnessStream } from "@/lib/queue/witness-stream";
import { parseLines, toLines, type WitnessedClaim } from "./lines";
import { openWitnessFile } from "./witness-file";

export type Witness = {
  /** After the commit, before anything is sent. */
  saw(storeId: string, claims: WitnessedClaim[]): void;
  newest(storeId: string): Promise<SeenClaim[]>;
  /** One list a source, each newest first. */
  recent(storeId: string): AsyncIterable<WitnessedClaim[]>[];
  close(): void;
};

export function openWitness(
  { homeDir, redisUrl }: Pick<Settings, "homeDir" | "redisUrl">,
  worker: string,
  onError: (error: unknown) => void,
): Witness {
  const file = openWitnessFile(join(homeDir, "witness"), worker, onError);
  const stream = redisUrl === null ? null : openWitnessStream(redisUrl, onError);
  return {
    saw(storeId, claims) {
      file.saw(storeId, claims);
      stream?.saw(storeId, toLines(claims));
    },
    async newest(storeId) {
      return [...file.newest(storeId), ...(stream === null ? [] : await newestOf(stream, storeId, onError))];
    },
    recent(storeId) {
      const sources = [...file.recent(storeId)].map(later);
      return stream === null ? sources : [...sources, parsed(stream, storeId)];
    },
    close() {
      file.close();
      stream?.close();
    },
  };
}

/** A Redis that is away knows nothing now; the other witnesses go on. */
async function newestOf(
  stream: WitnessStream,
  storeId: string,
  onError: (error: unknown) => void,
): Promise<SeenClaim[]> {
  try {
    for await (const [first = ""] of stream.recent(storeId)) return parseLines(first).slice(-1);
  } catch (error) {
    onError(error);
  }
  return [];
}

async function* parsed(stream: WitnessStream, storeId: string): AsyncGenerator<WitnessedClaim[]> {
  for await (const texts of stream.recent(storeId)) yield texts.flatMap(parseLines);
}

async function* later<T>(items: Iterable<T>): AsyncGenerator<T> {
  yield* items;
}
