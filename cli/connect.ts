/** The Interlock that a command speaks to: the one named in the environment, or the demo of this folder. */
import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import * as z from "zod";
import { CommandError, type Io } from "./command";
import { toSentence } from "./problem-words";

export type Api = {
  url: string;
  /** A problem is thrown as a sentence; the answer is not read yet. */
  request(path: string, init?: RequestInit): Promise<Response>;
};

const Demo = z.object({ url: z.url(), operatorToken: z.string() });

const NOWHERE =
  "Set INTERLOCK_URL and INTERLOCK_TOKEN (an operator's token), or run this where a started demo keeps its .interlock folder.";

export async function connect({ env }: Pick<Io, "env">): Promise<Api> {
  const { url, token } = await findSite(env);
  return {
    url,
    async request(path, init = {}) {
      const headers = new Headers(init.headers);
      headers.set("authorization", `Bearer ${token}`);
      const response = await reach(url, () => fetch(new URL(path, url), { ...init, headers }));
      if (response.ok) return response;
      throw new CommandError(toSentence(response, await response.json().catch(() => null)));
    },
  };
}

async function findSite(env: Io["env"]): Promise<{ url: string; token: string }> {
  const { INTERLOCK_URL: url, INTERLOCK_TOKEN: token } = env;
  if (url && token) return { url: requireAddress(url), token };
  if (url || token) throw new CommandError(`Only one of two is set. ${NOWHERE}`);
  const file = resolve(env["INTERLOCK_HOME"] || ".interlock", "demo.json");
  const text = await readFile(file, "utf8").catch(() => null);
  if (text === null) throw new CommandError(NOWHERE);
  const demo = Demo.safeParse(parseOrNull(text));
  if (!demo.success) throw new CommandError(`${file} cannot be read. ${NOWHERE}`);
  return { url: demo.data.url, token: demo.data.operatorToken };
}

/** `localhost:3000` can be parsed too, as a scheme that nobody answers. */
function requireAddress(url: string): string {
  if (URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)) return url;
  throw new CommandError(`INTERLOCK_URL is ${url}: that is no address such as https://interlock.example.com.`);
}

function parseOrNull(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null; // half written, or not ours: the caller names the file
  }
}

async function reach(url: string, send: () => Promise<Response>): Promise<Response> {
  try {
    return await send();
  } catch (error) {
    const cause = (error as { cause?: { code?: string } }).cause?.code;
    throw new CommandError(`${url} does not answer${cause === undefined ? "" : ` (${cause})`}. Is Interlock running?`);
  }
}
