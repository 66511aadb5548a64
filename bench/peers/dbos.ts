/** The same work by DBOS: POST starts a durable workflow of one step, the effect; with `Prefer` its result is awaited. */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import { DBOS } from "@dbos-inc/dbos-sdk";
import { type Effect, perform, type Refund } from "./effect";

const { DBOS_SYSTEM_DATABASE_URL = "", DOWNSTREAM_URL = "" } = process.env;

const refund = DBOS.registerWorkflow(
  (order: Refund): Promise<Effect> => DBOS.runStep(() => perform(DOWNSTREAM_URL, order), { name: "perform" }),
  { name: "refund" },
);

DBOS.setConfig({
  name: "bench",
  applicationVersion: "1",
  systemDatabaseUrl: DBOS_SYSTEM_DATABASE_URL,
  logLevel: "warn",
});
await DBOS.launch();

async function submit(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { run, args } = (await json(request)) as Refund;
  const handle = await DBOS.startWorkflow(refund, { workflowID: run })({ run, args });
  if (request.headers["prefer"] === undefined) answer(response, 202, { state: "started" });
  else answer(response, 201, { state: "succeeded", ...(await handle.getResult()) });
}

function answer(response: ServerResponse, status: number, body: object): void {
  const text = JSON.stringify(body);
  response.writeHead(status, { "content-type": "application/json", "content-length": text.length }).end(text);
}

const server = createServer((request, response) => {
  submit(request, response).catch((error: Error) => answer(response, 500, { error: error.message }));
});
server.listen(0, "127.0.0.1", () => {
  const { port } = server.address() as AddressInfo;
  process.send?.({ type: "ready", url: `http://127.0.0.1:${port}` });
});

/** SIGTERM, or the end of the benchmark that started us. */
function stop(): void {
  server.close();
  server.closeAllConnections();
  void DBOS.shutdown().then(() => process.exit(0));
}
process.once("SIGTERM", stop);
process.once("disconnect", stop);
