/** The baseline: the same HTTP server and router, with a handler that reads the body and answers JSON. */
import { Hono } from "hono";
import { onStop, reportReady } from "@/lib/config/process";
import { drain, listen, makeHttpServer } from "@/server/http-server";

const api = new Hono().basePath("/api");
api.post("/v1/intents", async (context) => {
  const text = await context.req.text();
  return context.json({ received: text.length }, 202);
});

const server = makeHttpServer(api, async (_request, response) => void response.writeHead(404).end());
const port = await listen(server, 0, "127.0.0.1");
reportReady({ url: `http://127.0.0.1:${port}` });
onStop(() => drain(server));
