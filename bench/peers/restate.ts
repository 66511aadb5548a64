/** The same work as a service of Restate: a durable handler of one step, the effect. Restate's server calls it. */
import { createServer } from "node:http2";
import type { AddressInfo } from "node:net";
import * as restate from "@restatedev/restate-sdk";
import { type Effect, perform, type Refund } from "./effect";

/** The SDK needs it; Node has it from version 22 on. */
Promise.withResolvers ??= function withResolvers<T>(): PromiseWithResolvers<T> {
  let resolve: PromiseWithResolvers<T>["resolve"] = () => undefined;
  let reject: PromiseWithResolvers<T>["reject"] = () => undefined;
  const promise = new Promise<T>((onResolve, onReject) => {
    resolve = onResolve;
    reject = onReject;
  });
  return { promise, resolve, reject };
};

const { DOWNSTREAM_URL = "" } = process.env;

const refunds = restate.service({
  name: "refunds",
  handlers: {
    refund: (ctx: restate.Context, order: Refund): Promise<Effect> =>
      ctx.run("perform", () => perform(DOWNSTREAM_URL, order)),
  },
});

const server = createServer(restate.createEndpointHandler({ services: [refunds] }));
server.listen(0, "127.0.0.1", () => {
  const { port } = server.address() as AddressInfo;
  process.send?.({ type: "ready", url: `http://127.0.0.1:${port}` });
});

/** SIGTERM, or the end of the benchmark that started us: Restate's server ends with it, so nothing is handed over. */
const stop = () => process.exit(0);
process.once("SIGTERM", stop);
process.once("disconnect", stop);
