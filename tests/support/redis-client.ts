// One short connection to a Redis; whatever goes wrong rejects at once.
import { Redis } from "ioredis";

export async function withRedisClient<T>(url: string, work: (client: Redis) => Promise<T>): Promise<T> {
  const client = new Redis(url, { lazyConnect: true, retryStrategy: () => null, maxRetriesPerRequest: 0 });
  client.on("error", () => undefined); // the command that meets it tells
  try {
    await client.connect();
    return await work(client);
  } finally {
    client.disconnect();
  }
}
