/**
 * POST /api/v1/intents without the router: agents send nothing else so often, and the Web objects around Node's own
 * cost as much as the submission itself. Whatever is not plainly an agent's submission goes the ordinary way.
 */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { agentKeyHash } from "./caller";
import type { ApiDeps } from "./deps";
import { sendJson } from "./node-io";
import { isFault, problemAnswer, problemCode } from "./problem";
import { readNodeText } from "./read-body";
import { answerSubmit } from "./submit";

const PATH = "/api/v1/intents";

/** False: it is not one of ours, and nothing was done. */
export type SubmitDirect = (incoming: IncomingMessage, outgoing: ServerResponse) => boolean;

export function makeSubmitDirect(deps: ApiDeps): SubmitDirect {
  return (incoming, outgoing) => {
    if (incoming.method !== "POST" || incoming.url !== PATH) return false;
    const keyHash = keyHashOf(incoming);
    if (keyHash === null) return false;
    void answer(deps, keyHash, incoming, outgoing);
    return true;
  };
}

type Presented = { authorization: string | undefined; keyHash: string | null };

/** An agent sends the same header with every request of a connection; what it sent is kept no longer than that. */
const lastPresented = new WeakMap<Socket, Presented>();

function keyHashOf({ socket, headers: { authorization } }: IncomingMessage): string | null {
  const last = lastPresented.get(socket);
  if (last !== undefined && last.authorization === authorization) return last.keyHash;
  const keyHash = agentKeyHash(authorization);
  lastPresented.set(socket, { authorization, keyHash });
  return keyHash;
}

async function answer(deps: ApiDeps, keyHash: string, incoming: IncomingMessage, outgoing: ServerResponse) {
  const { headers } = incoming;
  try {
    const answered = await answerSubmit(deps, {
      keyHash,
      readText: () => readNodeText(incoming),
      callerKey: first(headers["idempotency-key"]),
      prefer: first(headers["prefer"]),
    });
    sendJson(outgoing, answered);
  } catch (error) {
    deps.onSubmissionRefused(problemCode(error));
    if (isFault(error)) deps.onError(error, `POST ${PATH}`);
    sendJson(outgoing, problemAnswer(error, `http://${headers.host ?? "localhost"}`));
  }
}

/** Node joins repeated headers of these names with a comma, as the Web does. */
function first(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header.join(", ") : header;
}
