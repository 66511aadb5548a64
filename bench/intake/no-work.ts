/** The baseline: the same HTTP server and the same way in and out as a submission's, with nothing done in between. */
import { Hono } from "hono";
import { sendJson } from "@/api/node-io";
import { readNodeText } from "@/api/read-body";
import { onStop, reportReady } from "@/lib/config/process";
import { drain, listen, makeHttpServer } from "@/server/http-server";

const server = makeHttpServer({
  api: new Hono(),
  pages: async (_request, response) => void response.writeHead(404).end(),
  direct(request, response) {
    void readNodeText(request).then((text) => {
      sendJson(response, { status: 202, headers: {}, body: { received: text.length } });
    });
    return true;
  },
});
const port = await listen(server, 0, "127.0.0.1");
reportReady({ url: `http://127.0.0.1:${port}` });
onStop(() => drain(server));
