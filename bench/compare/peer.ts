/** A peer's own process, with a downstream beside it. */
import { resolve } from "node:path";
import { Shutdown } from "@/scripts/launch/shutdown";
import { type Child, startChild } from "../child";
import { bareEnvironment, type Ground } from "../ground";

const DOWNSTREAM = "bench/execute/downstream.ts";

export type Peer = { app: Child; downstream: Child; own: Shutdown };

/** Run from its sources: its packages are found from where they are, and loading is over before it is measured. */
export async function startPeer(
  ground: Ground,
  { entry, env, name }: { entry: string; env: Record<string, string>; name: string },
  whole: Shutdown,
): Promise<Peer> {
  const own = new Shutdown();
  whole.add({ stop: () => own.run() });
  const downstream = await ground.start("downstream", DOWNSTREAM, bareEnvironment(), own);
  const args = ["--import", "tsx", "--max-semi-space-size=64", resolve("bench/peers", entry)];
  const appEnv = { ...bareEnvironment(), ...env, DOWNSTREAM_URL: downstream.url };
  const app = await startChild(name, args, appEnv, `${ground.dir}/logs/${name}.log`);
  own.add({ stop: app.stop });
  return { app, downstream, own };
}
