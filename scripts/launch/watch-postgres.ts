// Keeps the embedded Postgres running while we run: it may have been adopted, so its death is noticed by looking.
import { setTimeout as delay } from "node:timers/promises";
import { DEATHS_MAX, Deaths } from "./deaths";
import type { EmbeddedPostgres } from "./embedded-postgres";

const LOOK_MS = 500;

export interface PostgresWatch {
  /** The server as it is now. */
  current(): EmbeddedPostgres;
  /** Stops looking; what is running stays. */
  end(): Promise<void>;
}

/** `start` must bring it back on the same port: the others were told that one. */
export function watchPostgres(
  first: EmbeddedPostgres,
  start: () => Promise<EmbeddedPostgres>,
  onGivenUp: (error: Error) => void,
): PostgresWatch {
  const stop = new AbortController();
  let server = first;
  const look = async () => {
    const deaths = new Deaths();
    while (!stop.signal.aborted) {
      if (!server.isRunning()) {
        if (deaths.add(Date.now()) >= DEATHS_MAX)
          throw new Error(`The embedded PostgreSQL died ${DEATHS_MAX} times within a minute.`);
        server = await start();
        if (server.port !== first.port)
          throw new Error(`The embedded PostgreSQL died, and its port ${first.port} was taken meanwhile.`);
      }
      await delay(LOOK_MS, undefined, { signal: stop.signal }).catch(() => undefined);
    }
  };
  const looking = look().catch((error: Error) => onGivenUp(error));
  return {
    current: () => server,
    async end() {
      stop.abort();
      await looking;
    },
  };
}
