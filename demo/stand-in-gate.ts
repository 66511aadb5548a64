/** For tests of the demo itself: something that answers like Interlock and folds, or for once does not fold. */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

interface StoredIntent {
  id: string;
  tool: string;
  state: "held" | "executing" | "succeeded";
  argsDigest: string;
  hold?: { reasons: string[] };
  args: Record<string, unknown>;
}

const ROUTES: Record<string, string> = {
  refund_payment: "/refunds",
  charge_card: "/charges",
  send_email: "/emails",
  book_meeting: "/bookings",
};

export async function startStandInGate(ledgerUrl: string, { folds = true } = {}) {
  const intents = new Map<string, StoredIntent>();
  let askedCount = 0;

  async function execute(intent: StoredIntent): Promise<void> {
    const route = ROUTES[intent.tool];
    intent.state = "executing";
    const headers = { "idempotency-key": intent.id };
    const send = () => fetch(`${ledgerUrl}${route}`, { method: "POST", headers, body: JSON.stringify(intent.args) });
    // One try, whatever comes of it: what the ledger makes of faults has its own tests.
    if (route !== undefined) await send().then((res) => res.arrayBuffer().catch(() => null));
    intent.state = "succeeded";
  }

  async function submit({ tool, args }: Pick<StoredIntent, "tool" | "args">): Promise<StoredIntent> {
    askedCount++;
    const { paymentId, orderId, about, calendar } = args;
    const id = folds ? `${tool}-${String(paymentId ?? orderId ?? about ?? calendar).trim()}` : `int_${askedCount}`;
    const known = intents.get(id);
    if (known) return known;
    const needsPerson = Number(String(args["amount"]).replace(/[^0-9.]/g, "")) > 50 || /net$/i.test(String(args["to"]));
    const state = needsPerson ? "held" : "executing";
    const intent: StoredIntent = { id, tool, args, state, argsDigest: `d-${id}` };
    if (needsPerson) intent.hold = { reasons: ["approval"] };
    intents.set(id, intent);
    if (!needsPerson) await execute(intent);
    return intent;
  }

  async function handle(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const [, , , , id, verb] = (req.url ?? "").split("/");
    const body = await readAll(req);
    const intent = intents.get(decodeURIComponent(id ?? ""));
    if (req.url === "/api/v1/intents") return answer(res, 201, await submit(JSON.parse(body)));
    if (intent === undefined) return answer(res, 200, {});
    if (verb === "decisions" && req.headers.authorization !== "Bearer operator-token") return answer(res, 403, {});
    if (verb === "decisions" && intent.state === "held") await execute(intent);
    answer(res, 200, intent);
  }

  const server = createServer((req, res) => {
    handle(req, res).catch((error: Error) => answer(res, 500, { code: "stand_in", detail: error.message }));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    askedCount: () => askedCount,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

async function readAll(req: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of req as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks).toString("utf8");
}

function answer(res: ServerResponse, status: number, body: object): void {
  res.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
}
