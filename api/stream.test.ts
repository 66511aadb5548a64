/** A stream whose screen has stopped to read costs nobody anything, and never the process. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Change, Listener } from "@/lib/application/change-feed";
import { hashCredential } from "@/lib/application/credentials";
import { BEAT_MS } from "@/lib/wire/stream";
import type { ApiDeps } from "./deps";
import { streamRoutes } from "./stream";

const TOKEN = `ilo_${"a".repeat(43)}`;
const CHANGE: Change = { topics: ["intents"], intentIds: [] };
/** Told to whoever begins to listen: when to reconnect, and hello. */
const FIRST_COUNT = 2;
const WAITING_MAX = 100;

beforeEach(() => void vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] }));
afterEach(() => void vi.useRealTimers());

async function openStream() {
  const listeners = new Set<Listener>();
  let isRevoked = false;
  const operator = { id: "opr_1", email: "o@people.test", name: "O", role: "viewer", disabledAt: null };
  const findUnique = async () =>
    isRevoked ? null : { id: "tok_1", hash: hashCredential(TOKEN), revokedAt: null, expiresAt: null, operator };
  const deps = {
    db: { client: { operatorToken: { findUnique } } },
    now: () => 0,
    credentialUsed: () => undefined,
    changes: {
      listen(listener: Listener) {
        listeners.add(listener);
        listener.onStart();
        return () => listeners.delete(listener);
      },
    },
  };
  const routes = streamRoutes(deps as unknown as ApiDeps);
  const response = await routes.request("/", { headers: { authorization: `Bearer ${TOKEN}` } });
  const tell = (count: number) => {
    for (let told = 0; told < count; told += 1) for (const listener of [...listeners]) listener.onChange(CHANGE);
  };
  const revoke = () => {
    isRevoked = true;
  };
  if (response.body === null) throw new TypeError("a stream has a body");
  return { body: response.body, listeners, tell, revoke };
}

async function readAll(body: ReadableStream<Uint8Array>): Promise<string> {
  return new Response(body).text();
}

test("a screen that reads nothing is cut off, and nothing is kept for it", async () => {
  const { body, listeners, tell } = await openStream();
  tell(WAITING_MAX - FIRST_COUNT);
  expect(listeners.size).toBe(1);
  tell(1);
  expect(listeners.size).toBe(0);
  await expect(readAll(body)).rejects.toThrow("does not read");
});

test("a token that is revoked while no more can be told ends the stream and nothing else", async () => {
  const { body, listeners, tell, revoke } = await openStream();
  tell(WAITING_MAX - FIRST_COUNT);
  revoke();
  await vi.advanceTimersByTimeAsync(BEAT_MS);
  await vi.waitFor(() => expect(listeners.size).toBe(0));
  await expect(readAll(body)).rejects.toThrow("does not read");
});

test("a token that is revoked is told so at the next beat, and hears nothing more", async () => {
  const { body, listeners, tell, revoke } = await openStream();
  revoke();
  tell(1);
  await vi.advanceTimersByTimeAsync(BEAT_MS);
  await vi.waitFor(() => expect(listeners.size).toBe(0));
  expect(await readAll(body)).toMatch(/event: change\n.*\n\nevent: signed_out\ndata: \{\}\n\n$/);
});
