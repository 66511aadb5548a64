/** The worker of the BullMQ baseline: does nothing with a job but say that it has processed it. */
import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { onStop, reportReady } from "@/lib/config/process";
import { openRawWorker } from "../raw-queue";

const { DATABASE_URL = "", REDIS_URL = null } = process.env;
const listeners = new Set<Socket>();
let processed: number[] = [];

const server = createServer({ noDelay: true }, (socket) => {
  listeners.add(socket);
  socket.on("error", () => socket.destroy()); // the load has closed its lanes
  socket.on("close", () => listeners.delete(socket));
});

/** One write for all that were processed in a turn of the event loop. */
function tell(): void {
  const text = `${processed.join("\n")}\n`;
  processed = [];
  for (const socket of listeners) socket.write(text);
}

const worker = openRawWorker(
  { databaseUrl: DATABASE_URL, redisUrl: REDIS_URL },
  ({ turn }) => {
    if (processed.push(turn) === 1) setImmediate(tell);
  },
  (error) => console.error(error),
);
server.listen(0, "127.0.0.1");
await once(server, "listening");
const { port } = server.address() as AddressInfo;
reportReady({ url: `http://127.0.0.1:${port}` });

onStop(async () => {
  for (const socket of listeners) socket.destroy();
  server.close();
  await worker.close();
});
