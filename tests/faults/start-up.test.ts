import { readFileSync, statSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { findEmbeddedPostgres } from "@/scripts/launch/embedded-postgres";
import { findFreePort } from "@/scripts/launch/free-port";
import { identifyProcess } from "@/scripts/launch/process-identity";
import {
  FIRST_START_MS,
  failToStart,
  type LaunchedProduct,
  launchProduct,
  removeHome,
} from "@/tests/support/launched-product";
import { tellReadme } from "@/tests/support/readme-stories";
import { makeTempDir, type TempDir } from "@/tests/support/temp-dir";

let temp: TempDir;

beforeAll(() => {
  temp = makeTempDir("start up");
});

afterAll(() => temp.remove());

describe.concurrent("a start that cannot succeed says why in one sentence and leaves nothing running", () => {
  test("a port that is taken", async () => {
    const port = await findFreePort();
    const other = createServer().listen(port, "0.0.0.0");
    try {
      const { code, output } = await failToStart({ home: join(temp.path, "taken"), env: { PORT: String(port) } });
      expect(code).toBe(1);
      expect(output).toMatch(
        new RegExp(
          `Port ${port} is taken by another program\\. Start with PORT=\\d+ npm start, or stop that program\\.`,
        ),
      );
      expect(output).not.toContain("Postgres"); // it looked before it started anything
    } finally {
      await new Promise((resolve) => other.close(resolve));
    }
  });

  test("wrong settings, all of them at once", async () => {
    const env = { PORT: "http", REDIS_URL: "localhost", DATABASE_URL: "postgresql://me:secret@db.example/interlock" };
    const { code, output } = await failToStart({ home: join(temp.path, "settings"), env });
    expect(code).toBe(78);
    for (const name of ["PORT", "REDIS_URL", "INTERLOCK_KEY"]) expect(output).toMatch(new RegExp(`^ {2}${name} `, "m"));
    expect(output).not.toContain("secret");
  });

  test("a database that is not there", async () => {
    const env = { DATABASE_URL: "postgresql://me@127.0.0.1:1/interlock", INTERLOCK_KEY: "k".repeat(32), PORT: "0" };
    const { code, output } = await failToStart({ home: join(temp.path, "database"), env });
    expect(code).toBe(1);
    expect(output).toMatch(/The database at 127\.0\.0\.1:1\/interlock cannot be used/);
  });
});

describe("one home, with two web processes", () => {
  const env = { INTERLOCK_WEB_PROCESSES: "2" };
  let home: string;
  let product: LaunchedProduct;

  beforeAll(async () => {
    home = join(temp.path, "home");
    product = await launchProduct({ home, env });
  }, 2 * FIRST_START_MS); // its own bound comes first, and says more

  afterAll(async () => {
    await product?.stop(); // undefined when the very first start failed
    await removeHome(home);
  });

  beforeEach(({ onTestFailed }) => onTestFailed(() => console.error(product?.output())));

  test("the credentials are in demo.json, for the owner's eyes only, and the printed curl line works", async () => {
    expect(statSync(join(home, "demo.json")).mode & 0o777).toBe(0o600);
    const names = ["agentKey", "ledgerUrl", "operator", "operatorToken", "url", "webhookSecret"];
    expect(Object.keys(product.demo()).sort()).toEqual(names);
    const { status, body } = await paste(product.output());
    expect([200, 201]).toContain(status);
    expect(body).toMatchObject({ state: "succeeded", effectId: expect.any(String) });
  });

  test("the stories of the README come out as they are told, line by line", async () => {
    const { answers: told, said } = await tellReadme(home);
    const states = told.map((answer) => answer["state"] ?? (answer["data"] as unknown[]).length);
    // What an approval answers with may be under way already.
    expect(states.toSpliced(3, 1)).toEqual([
      ...["succeeded", "succeeded", "held", "succeeded", expect.any(Number)],
      ...[1, 2, "in_doubt", "succeeded", 0, "succeeded", "succeeded", 2],
    ]);
    expect(told[1]).toMatchObject({ submission: { disposition: "replayed" }, effectId: told[0]?.["effectId"] });
    expect(told[2]).toMatchObject({ drift: true });
    expect(told[8]).toMatchObject({ submission: { disposition: "replayed" }, error: { code: "in_doubt" } });
    expect(told[11]).toMatchObject({ bypass: { state: "pending" }, effectId: told[9]?.["effectId"] });
    expect(told[12]).toMatchObject({ generation: 2 });
    expect(said).toContain("No open findings.");
    expect(said).toMatch(/[\d,]+ events in [\d,]+ seals are as they were sealed/);
  });

  test("a second copy on it is told where the first runs, and the first is not harmed", async () => {
    const { code, output } = await failToStart({ home });
    expect(code).toBe(1);
    expect(output).toContain(`already runs on this data directory at ${product.demo().url} (pid ${product.pid})`);
    expect((await fetch(`${product.demo().url}/api/health/live`)).status).toBe(200);
  });

  test("after kill -9 nothing but Postgres stays, and the next start adopts it with the same credentials", async () => {
    const before = product.demo();
    const children = (
      JSON.parse(readFileSync(join(home, "run.json"), "utf8")) as { children: { pid: number; name: string }[] }
    ).children;
    await product.kill();
    await expect
      .poll(() => children.filter(({ pid, name }) => name !== "build" && identifyProcess(pid) !== null), {
        timeout: 40_000,
      })
      .toEqual([]);
    product = await launchProduct({ home, env });
    expect(product.output()).toMatch(/Postgres.*adopted/);
    expect(product.demo()).toMatchObject({
      agentKey: before.agentKey,
      operator: before.operator,
      ledgerUrl: before.ledgerUrl,
    });
  });

  test("a start right after kill -9 does not trip over what is still ending", async () => {
    await product.kill();
    product = await launchProduct({ home, env });
    expect((await paste(product.output())).body).toMatchObject({ state: "succeeded" });
  });

  test("web and worker come back by themselves when they are killed", async () => {
    for (const name of ["web", "worker"]) {
      const before = childPid(name);
      process.kill(before, "SIGKILL");
      await expect.poll(() => childPid(name), { timeout: 30_000 }).not.toBe(before);
    }
    await expect.poll(async () => (await paste(product.output())).status, { timeout: 60_000 }).toBe(200);
  });

  test("Postgres comes back by itself when it is killed", async () => {
    const { pid } = JSON.parse(readFileSync(join(home, "postgres", "server.json"), "utf8")) as { pid: number };
    process.kill(pid, "SIGKILL");
    await delay(100);
    await expect.poll(async () => (await paste(product.output())).status, { timeout: 60_000 }).toBe(200);
  });

  test("an orderly stop ends with code 0 and leaves nothing running; the next start builds nothing", async () => {
    expect(await product.stop()).toBe(0);
    expect(await findEmbeddedPostgres(join(home, "postgres"))).toBeNull();
    product = await launchProduct({ home, env });
    expect(product.output()).toMatch(/Build.*unchanged/);
  });

  function childPid(name: string): number {
    const { children } = JSON.parse(readFileSync(join(home, "run.json"), "utf8")) as {
      children: { pid: number; name: string }[];
    };
    return children.find((child) => child.name === name)?.pid ?? 0;
  }
});

/** Does what the printed curl line does. */
async function paste(output: string): Promise<{ status: number; body: unknown }> {
  const line = output.split("\n").findLast((candidate) => candidate.startsWith("curl ")) ?? "";
  const url = /curl -sS (\S+)/.exec(line)?.[1] ?? "";
  const headers = Object.fromEntries(
    [...line.matchAll(/-H '([^:]+): ([^']+)'/g)].map(([, name, value]) => [name ?? "", value ?? ""]),
  );
  const body = /-d '(.+)'$/.exec(line)?.[1];
  try {
    const res = await fetch(url, { method: "POST", headers, body });
    return { status: res.status, body: await res.json() };
  } catch {
    return { status: 0, body: null }; // nobody listens at the moment
  }
}
