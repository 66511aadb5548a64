/** The effect that both peers perform: one POST to the downstream, over connections that are kept. */
import { Agent, request } from "node:http";
import { json } from "node:stream/consumers";

export type Refund = { run: string; args: Record<string, unknown> };
export type Effect = { id: string };

const CREATED = 201;
const agent = new Agent({ keepAlive: true });

export function perform(downstreamUrl: string, { run, args }: Refund): Promise<Effect> {
  const headers = { "content-type": "application/json", "idempotency-key": run };
  return new Promise((resolve, reject) => {
    const asked = request(`${downstreamUrl}/refunds`, { method: "POST", agent, headers }, (answer) => {
      if (answer.statusCode !== CREATED) reject(new Error(`The downstream answered ${answer.statusCode}.`));
      else (json(answer) as Promise<Effect>).then(resolve, reject);
    });
    asked.on("error", reject);
    asked.end(JSON.stringify(args));
  });
}
