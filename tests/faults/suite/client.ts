// One call to whichever web process is up; what cannot be reached, or dies on the way, is told apart from an answer.
import { Agent, request } from "undici";

export interface Reply {
  status: number;
  body: Record<string, unknown>;
  retryAfter: string | null;
}
export type Call = (
  method: "GET" | "POST" | "PUT",
  path: string,
  body?: unknown,
  headers?: Record<string, string>,
) => Promise<Reply | null>;

const ANSWER_MAX_MS = 90_000;

export interface Client {
  as(bearer: string): Call;
  close(): Promise<void>;
}

/** `urlOf` names the process to ask this time; null: none is up. `onNoAnswer` is told why there was none. */
export function makeClient(urlOf: () => string | null, onNoAnswer: (code: string) => void = () => undefined): Client {
  const dispatcher = new Agent({
    headersTimeout: ANSWER_MAX_MS,
    bodyTimeout: ANSWER_MAX_MS,
    connect: { timeout: 2_000 },
  });
  return {
    as: (bearer) => async (method, path, body, headers) => {
      const url = urlOf();
      if (url === null) return null;
      try {
        const answer = await request(`${url}/api/v1${path}`, {
          method,
          dispatcher,
          headers: { authorization: `Bearer ${bearer}`, "content-type": "application/json", ...headers },
          ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        });
        const retryAfter = answer.headers["retry-after"]?.toString() ?? null;
        return { status: answer.statusCode, body: (await answer.body.json()) as Record<string, unknown>, retryAfter };
      } catch (error) {
        onNoAnswer(String((error as NodeJS.ErrnoException).code ?? error));
        return null; // it died, or the connection did: nobody knows what became of it, as for any agent
      }
    },
    close: () => dispatcher.destroy(),
  };
}
