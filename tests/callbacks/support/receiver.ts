// An agent's endpoint that answers as it is told, and checks signatures by the standard's own algorithm.
import { createHmac } from "node:crypto";
import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export type Heard = { path: string; headers: IncomingHttpHeaders; text: string; body: Record<string, unknown> };
/** A status, a redirect's target, or nothing at all until the receiver closes. */
export type Behaviour = { status: number; location?: string } | "hang";

export class Receiver {
  readonly heard: Heard[] = [];
  /** What to answer at a path; 204 where nothing else is said. */
  readonly answers = new Map<string, Behaviour>();
  private readonly hanging = new Set<ServerResponse>();

  private constructor(private readonly server: Server) {}

  static async open(): Promise<Receiver> {
    const server = createServer();
    const receiver = new Receiver(server);
    server.on("request", (request, response) => {
      const chunks: Buffer[] = [];
      request.on("data", (chunk: Buffer) => chunks.push(chunk));
      request.on("end", () => {
        const text = Buffer.concat(chunks).toString();
        const path = request.url ?? "";
        receiver.heard.push({
          path,
          headers: request.headers,
          text,
          body: JSON.parse(text) as Record<string, unknown>,
        });
        receiver.answer(receiver.answers.get(path) ?? { status: 204 }, response);
      });
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    return receiver;
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  at(path: string): Heard[] {
    return this.heard.filter((one) => one.path === path);
  }

  /** Whoever waits for an answer gets a broken connection. */
  hangUp(): void {
    for (const response of this.hanging) response.destroy();
    this.hanging.clear();
  }

  async close(): Promise<void> {
    this.hangUp();
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private answer(behaviour: Behaviour, response: ServerResponse): void {
    if (behaviour === "hang") {
      this.hanging.add(response);
      return;
    }
    const { status, location } = behaviour;
    response.writeHead(status, location === undefined ? {} : { location }).end();
  }
}

/** Standard Webhooks: HMAC-SHA256 over id, timestamp and body, with the base64 behind `whsec_`. */
export function isSignedWith(secret: string, { headers, text }: Heard): boolean {
  const key = Buffer.from(secret.replace(/^whsec_/, ""), "base64");
  const content = `${headers["webhook-id"]}.${headers["webhook-timestamp"]}.${text}`;
  const expected = `v1,${createHmac("sha256", key).update(content).digest("base64")}`;
  return String(headers["webhook-signature"]).split(" ").includes(expected);
}
