/**
 * Ids from one process to all others, now or never: Redis pub/sub, or NOTIFY on the embedded default. Whatever queued
 * while a message was on its way travels with the next. Lost ones are found by polls and sweepers.
 */
import pg from "pg";
import { openRedis, type QueueSettings } from "./backend";

/** NOTIFY carries under 8,000 bytes; an id has 30. */
const IDS_PER_MESSAGE_MAX = 200;
/** Ids beyond this while nothing can be sent are dropped here. */
const PENDING_MAX = 10_000;
const RECONNECT_MS = 1_000;

export type Channel = { send(ids: string[]): void; close(): Promise<void> };

export function openChannel(settings: QueueSettings, name: string, onError: (error: unknown) => void): Channel {
  const { publish, close } = openPublisher(settings, name, onError);
  const pending = new Set<string>();
  let sending = false;

  async function flush(): Promise<void> {
    if (sending) return;
    sending = true;
    try {
      while (pending.size > 0) {
        const ids = [...pending].slice(0, IDS_PER_MESSAGE_MAX);
        for (const id of ids) pending.delete(id);
        await publish(ids.join(","));
      }
    } catch (error) {
      pending.clear();
      onError(error);
    } finally {
      sending = false;
    }
  }

  return {
    send(ids) {
      for (const id of ids) if (pending.size < PENDING_MAX) pending.add(id);
      void flush();
    },
    close() {
      pending.clear();
      return close();
    },
  };
}

type Publisher = { publish(message: string): Promise<unknown>; close(): Promise<void> };

function openPublisher(settings: QueueSettings, name: string, onError: (error: unknown) => void): Publisher {
  if (settings.redisUrl !== null) {
    const redis = openRedis(settings.redisUrl, { blocking: false });
    redis.on("error", onError);
    return { publish: (message) => redis.publish(name, message), close: async () => redis.disconnect() };
  }
  // Kept while nothing is said: who is told first after a pause does not wait for a connection.
  const kept = { max: 1, idleTimeoutMillis: 0 };
  const pool = new pg.Pool({
    connectionString: settings.databaseUrl,
    ...kept,
    application_name: "interlock-announce",
  });
  pool.on("error", onError);
  const statement = { name: "notify", text: "select pg_notify($1, $2)" };
  return { publish: (message) => pool.query({ ...statement, values: [name, message] }), close: () => pool.end() };
}

export function listenOnChannel(
  settings: QueueSettings,
  name: string,
  onIds: (ids: string[]) => void,
  onError: (error: unknown) => void,
): { close(): Promise<void> } {
  if (settings.redisUrl !== null) {
    const redis = openRedis(settings.redisUrl, { blocking: true });
    redis.on("error", onError);
    redis.on("message", (_channel: string, message: string) => onIds(message.split(",")));
    redis.subscribe(name).catch(onError);
    return { close: async () => redis.disconnect() };
  }
  return listenOnPostgres(settings.databaseUrl, name, onIds, onError);
}

function listenOnPostgres(
  connectionString: string,
  name: string,
  onIds: (ids: string[]) => void,
  onError: (error: unknown) => void,
): { close(): Promise<void> } {
  let closed = false;
  let client: pg.Client | null = null;
  let timer: NodeJS.Timeout | null = null;

  function reconnect(error?: unknown): void {
    if (closed || timer !== null) return;
    if (error !== undefined) onError(error);
    timer = setTimeout(() => {
      timer = null;
      void connect();
    }, RECONNECT_MS);
  }

  async function connect(): Promise<void> {
    const fresh = new pg.Client({ connectionString, keepAlive: true, application_name: "interlock-listen" });
    client = fresh;
    fresh.on("error", reconnect);
    fresh.on("end", () => reconnect());
    fresh.on("notification", ({ payload }) => onIds((payload ?? "").split(",")));
    try {
      await fresh.connect();
      await fresh.query(`listen ${name}`);
    } catch (error) {
      reconnect(error);
    }
  }

  void connect();
  return {
    async close() {
      closed = true;
      if (timer !== null) clearTimeout(timer);
      await client?.end();
    },
  };
}
