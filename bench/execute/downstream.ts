/** The instant downstream: honours no key, so every call is an effect, and answers before it has read the body. */
import { createServer } from "node:http";
import { onStop, reportReady } from "@/lib/config/process";
import { drain, listen } from "@/server/http-server";
import { type EffectsMessage, type EffectsOrder, makeEffectCounter } from "./effects";

/** Longer than any pause between cells: a connection that closes under a call would be a doubt. */
const KEEP_ALIVE_MS = 600_000;

const counter = makeEffectCounter();
let made = 0;

const server = createServer({ keepAliveTimeout: KEEP_ALIVE_MS }, (request, response) => {
  request.resume();
  const key = request.headers["idempotency-key"];
  counter.saw(Array.isArray(key) ? key[0] : key);
  made += 1;
  const body = `{"id":"re_${made}"}`;
  response.writeHead(201, { "content-type": "application/json", "content-length": body.length }).end(body);
});

const tell = (message: EffectsMessage) => void process.send?.(message);

process.on("message", (order: EffectsOrder | { type: "for_others" }) => {
  if (order.type === "take_effects") tell({ type: "effects", count: counter.take() });
  if (order.type === "look") tell({ type: "seen", effectCount: counter.look() });
});
const port = await listen(server, 0, "127.0.0.1");
reportReady({ url: `http://127.0.0.1:${port}` });
onStop(() => drain(server));
