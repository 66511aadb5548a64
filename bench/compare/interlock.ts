/** The product, as execute measures it: web, worker and downstream on one backend. */
import type { Shutdown } from "@/scripts/launch/shutdown";
import { cpuMsOf, cpuMsOfTree } from "../cpu-time";
import type { Backend } from "../execute/cells";
import { startParts } from "../execute/parts";
import type { Ground } from "../ground";
import type { BodyPlan, Target } from "../load/job";
import { type Kind, NO_CPU, type System, WAIT_SECONDS } from "./systems";

export async function startInterlock(
  ground: Ground,
  backend: Backend,
  round: number,
  whole: Shutdown,
): Promise<System> {
  const parts = await startParts(ground, backend, `peers_${backend}_${round}`, whole);
  const worker = await parts.startWorker();
  const { web, downstream, redis, sql, agentKey } = parts;
  return {
    name: backend,
    downstream,
    sql,
    target: (kind, body) => ({ ...targetOf(kind, body), url: `${web.url}/api/v1/intents`, bearer: agentKey }),
    cpuMs: () => ({
      ...NO_CPU,
      app: cpuMsOfTree(web.pid),
      worker: cpuMsOfTree(worker.pid),
      postgres: cpuMsOfTree(ground.postgres.pid),
      redis: redis === null ? null : cpuMsOf(redis.pid),
      downstream: cpuMsOf(downstream.pid),
      load: cpuMsOf(ground.load.pid),
    }),
    stop: parts.stop,
  };
}

type Asked = Omit<Extract<Target, { kind: "http" }>, "url" | "bearer">;

function targetOf(kind: Kind, body: BodyPlan): Asked {
  switch (kind) {
    case "start":
      return { kind: "http", body, expect: { status: 202, text: '"disposition":"created"' } };
    case "done":
      return { kind: "http", body, waitSeconds: WAIT_SECONDS, expect: { status: 201, text: '"state":"succeeded"' } };
    case "duplicate":
      return {
        kind: "http",
        body,
        waitSeconds: WAIT_SECONDS,
        expect: { status: 200, text: '"disposition":"replayed"' },
      };
  }
}
