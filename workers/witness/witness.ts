/** All that was seen claimed, outside the store: this machine's files, and Redis where there is one (decision 032). */
import { join } from "node:path";
import type { Settings } from "@/lib/config/env";
import type { SeenClaim } from "@/lib/domain/store-epoch";
import { openWitnessStream, type WitnessStream } from "@/lib/queue/witness-stream";
import { parseLines, toLines, type WitnessedClaim } from "./lines";
import { openWitnessFile, WitnessFileError } from "./witness-file";

export type Witness = {
  /** After the commit, before anything is sent. Throws where no witness outside this process has it. */
  saw(storeId: string, claims: WitnessedClaim[]): Promise<void>;
  /** Tries again what failed last. False: what would be claimed now, no witness could be told. */
  canSee(storeId: string): Promise<boolean>;
  newest(storeId: string): Promise<SeenClaim[]>;
  /** One list a source, each newest first; a source that cannot be read throws `WitnessUnheardError`. */
  recent(storeId: string): AsyncIterable<WitnessedClaim[]>[];
  /** A source that could not be read when it was last asked can be read now. */
  canTellMore(): boolean;
  close(): void;
};

/** The other witnesses go on without it. */
export class WitnessUnheardError extends Error {
  constructor(cause: unknown) {
    super("A witness of earlier claims could not be read; it is asked again.", { cause });
    this.name = "WitnessUnheardError";
  }
}

export function openWitness(
  { homeDir, redisUrl }: Pick<Settings, "homeDir" | "redisUrl">,
  worker: string,
  onError: (error: unknown) => void,
): Witness {
  const file = openWitnessFile(join(homeDir, "witness"), worker);
  /** Asked before every claim: only after a failure is it worth a write of its own. */
  let isFileWell = true;
  const stream = redisUrl === null ? null : openWitnessStream(redisUrl, onError);
  /** How often Redis had been reached when it was last asked in vain; one that refuses is not asked again and again. */
  let unheardSince: number | null = null;

  async function* told(stream: WitnessStream, storeId: string): AsyncGenerator<string[]> {
    const since = stream.readyCount();
    try {
      yield* stream.recent(storeId);
      unheardSince = null;
    } catch (error) {
      unheardSince = since;
      throw error;
    }
  }

  function append(storeId: string, lines: string): WitnessFileError | null {
    try {
      file.append(storeId, lines);
      isFileWell = true;
      return null;
    } catch (error) {
      if (!(error instanceof WitnessFileError)) throw error;
      isFileWell = false;
      onError(error);
      return error;
    }
  }

  /** Null: a Redis that is away knows nothing now. */
  async function newestOf(stream: WitnessStream, storeId: string): Promise<SeenClaim[] | null> {
    try {
      for await (const [first = ""] of told(stream, storeId)) {
        unheardSince = null;
        return parseLines(first).slice(-1);
      }
      return [];
    } catch (error) {
      onError(error);
      return null;
    }
  }

  function filesOf(storeId: string): AsyncIterable<WitnessedClaim[]>[] {
    try {
      return file.recent(storeId).map(later);
    } catch (error) {
      return [unreadable(error)];
    }
  }

  return {
    async saw(storeId, claims) {
      const lines = toLines(claims);
      const heard = stream?.saw(storeId, lines);
      const failed = append(storeId, lines);
      if (failed === null) heard?.catch(onError);
      else if (heard === undefined) throw failed;
      else
        await heard.catch((error: unknown) => {
          onError(error);
          throw failed;
        });
    },
    canSee: async (storeId) => isFileWell || append(storeId, "") === null || ((await stream?.answers()) ?? false),
    async newest(storeId) {
      const told = stream === null ? null : await newestOf(stream, storeId);
      try {
        return [...file.newest(storeId), ...(told ?? [])];
      } catch (error) {
        if (told === null) throw error; // no witness says whether this is still the same store
        onError(error);
        return told;
      }
    },
    recent(storeId) {
      const files = filesOf(storeId);
      return [...files, ...(stream === null ? [] : [parsed(told(stream, storeId))])].map(orUnheard);
    },
    canTellMore: () => unheardSince !== null && (stream?.readyCount() ?? 0) > unheardSince,
    close() {
      file.close();
      stream?.close();
    },
  };
}

async function* orUnheard<T>(source: AsyncIterable<T>): AsyncGenerator<T> {
  try {
    yield* source;
  } catch (error) {
    throw new WitnessUnheardError(error);
  }
}

async function* parsed(pages: AsyncIterable<string[]>): AsyncGenerator<WitnessedClaim[]> {
  for await (const texts of pages) yield texts.flatMap(parseLines);
}

async function* later<T>(items: Iterable<T>): AsyncGenerator<T> {
  yield* items;
}

async function* unreadable(error: unknown): AsyncGenerator<never> {
  yield await Promise.reject(error);
}
