import { expect, test } from "vitest";
import { Shutdown } from "./shutdown";

test("steps are undone in reverse, all are told first, and one that fails does not keep the others", async () => {
  const seen: string[] = [];
  const shutdown = new Shutdown();
  const step = (name: string, failure?: Error) => ({
    begin: () => void seen.push(`begin ${name}`),
    async stop() {
      seen.push(`stop ${name}`);
      if (failure !== undefined) throw failure;
    },
  });
  shutdown.add(step("lock"));
  shutdown.add(step("Postgres", new Error("does not end")));
  shutdown.add(step("web"));
  await expect(shutdown.run()).rejects.toThrow("does not end");
  expect(seen).toEqual(["begin lock", "begin Postgres", "begin web", "stop web", "stop Postgres", "stop lock"]);
});

test("a second run finds nothing left to do", async () => {
  let stops = 0;
  const shutdown = new Shutdown();
  shutdown.add({ stop: async () => void stops++ });
  await shutdown.run();
  await shutdown.run();
  expect(stops).toBe(1);
});

test("it is silent while nothing was started that anybody would wait for", () => {
  const shutdown = new Shutdown();
  shutdown.add({ silent: true, stop: async () => undefined });
  expect(shutdown.isSilent).toBe(true);
  shutdown.add({ stop: async () => undefined });
  expect(shutdown.isSilent).toBe(false);
});
