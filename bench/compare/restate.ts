/** Restate: its server, a service that it calls, and the service's registration. */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Shutdown } from "@/scripts/launch/shutdown";
import { cpuMsOf } from "../cpu-time";
import type { Ground } from "../ground";
import { startPeer } from "./peer";
import { type RestateServer, startRestateServer } from "./restate-server";
import { NO_CPU, type System } from "./systems";

export type RestateStart = { name: "restate" | "restate-tuned"; server: string; round: number };

/** The server asks the service what it offers. */
const REGISTER_MAX_MS = 60_000;

export async function startRestate(
  ground: Ground,
  { name, server: file, round }: RestateStart,
  whole: Shutdown,
): Promise<System> {
  const { app, downstream, own } = await startPeer(ground, { entry: "restate.ts", env: {}, name }, whole);
  const dir = join(ground.dir, `${name}-${round}`);
  mkdirSync(dir);
  const server = await startRestateServer({ file, dir, tuned: name === "restate-tuned" }, own);
  await register(server, app.url);
  return {
    name,
    downstream,
    sql: null,
    target: (kind, body) => ({
      kind: "http",
      url: `${server.ingressUrl}/refunds/refund${kind === "start" ? "/send" : ""}`,
      bearer: "none",
      keyed: true,
      body,
      expect: kind === "start" ? { status: 202, text: '"Accepted"' } : { status: 200, text: '"id":"re_' },
    }),
    cpuMs: () => ({
      ...NO_CPU,
      app: cpuMsOf(app.pid),
      restate: cpuMsOf(server.pid),
      downstream: cpuMsOf(downstream.pid),
      load: cpuMsOf(ground.load.pid),
    }),
    stop: () => own.run(),
  };
}

async function register({ adminUrl }: RestateServer, serviceUrl: string): Promise<void> {
  const response = await fetch(`${adminUrl}/deployments`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ uri: serviceUrl }),
    signal: AbortSignal.timeout(REGISTER_MAX_MS),
  });
  if (!response.ok) throw new Error(`Restate does not take the service: ${await response.text()}`);
}
