/**
 * "These intents have settled", from the process that settled them to every process where somebody waits: Redis
 * pub/sub, or NOTIFY on the embedded default. One message a batch. Lost ones are found by the waiters' own poll.
 */
import pg from "pg";
import { openRedis, type QueueSettings } from "./backend";

const CHANNEL = "interlock_settled";
/** NOTIFY carries under 8,000 bytes; an id has 30. */
const IDS_PER_MESSAGE_MAX = 200;
const RECONNECT_MS = 1_000;

export type Announcements = { announce(intentIds: string[]): void; close(): Promise<void> };

export function makeAnnouncements(settings: QueueSettings, onError: (error: unknown) => void): Announcements {
  if (settings.redisUrl !== null) {
    const redis = openRedis(settings.redisUrl, { blocking: false });
    redis.on("error", onError);
    return {
      announce: (ids) => forEachMessage(ids, (message) => void redis.publish(CHANNEL, message).catch(onError)),
      close: async () => redis.disconnect(),
    };
  }
  const pool = new pg.Pool({ connectionString: settings.databaseUrl, max: 1, application_name: "interlock-announce" });
  pool.on("error", onError);
  return {
    announce: (ids) =>
      forEachMessage(ids, (message) => void pool.query("select pg_notify($1, $2)", [CHANNEL, message]).catch(onError)),
    close: () => pool.end(),
  };
}

export function listenForAnnouncements(
  settings: QueueSettings,
  onSettled: (intentIds: string[]) => void,
  onError: (error: unknown) => void,
): { close(): Promise<void> } {
  if (settings.redisUrl !== null) {
    const redis = openRedis(settings.redisUrl, { blocking: true });
    redis.on("error", onError);
    redis.on("message", (_channel: string, message: string) => onSettled(message.split(",")));
    redis.subscribe(CHANNEL).catch(onError);
    return { close: async () => redis.disconnect() };
  }
  return listenOnPostgres(settings.databaseUrl, onSettled, onError);
}

function listenOnPostgres(
  connectionString: string,
  onSettled: (intentIds: string[]) => void,
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
    fresh.on("notification", ({ payload }) => onSettled((payload ?? "").split(",")));
    try {
      await fresh.connect();
      await fresh.query(`listen ${CHANNEL}`);
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

function forEachMessage(ids: string[], send: (message: string) => void): void {
  for (let start = 0; start < ids.length; start += IDS_PER_MESSAGE_MAX) {
    send(ids.slice(start, start + IDS_PER_MESSAGE_MAX).join(","));
  }
}
