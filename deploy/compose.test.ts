// What can be known of the compose file without Docker: it is strict YAML, and says only what the product knows.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import * as z from "zod";
import { loadSettings } from "@/lib/config/env";
import { loadSecrets } from "@/lib/config/secrets";

const Service = z.strictObject({
  image: z.string(),
  build: z.strictObject({ context: z.literal(".."), dockerfile: z.literal("deploy/Dockerfile") }).optional(),
  command: z.string().optional(),
  init: z.boolean().optional(),
  restart: z.enum(["no", "unless-stopped"]),
  stop_grace_period: z.string().optional(),
  env_file: z.array(z.string()).default([]),
  environment: z.record(z.string(), z.string()).default({}),
  ports: z.array(z.string().regex(/^\d+:\d+$/)).default([]),
  volumes: z.array(z.string()).default([]),
  depends_on: z
    .record(z.string(), z.strictObject({ condition: z.enum(["service_healthy", "service_completed_successfully"]) }))
    .default({}),
  healthcheck: z
    .strictObject({
      test: z.array(z.string()),
      interval: z.string(),
      timeout: z.string(),
      start_period: z.string().optional(),
    })
    .optional(),
});
const Compose = z
  .object({
    name: z.string(),
    services: z.record(z.string(), Service),
    volumes: z.record(z.string(), z.strictObject({})),
  })
  .catchall(z.unknown());

const read = (name: string) => readFileSync(join(import.meta.dirname, name), "utf8");
const { services, volumes, ...rest } = Compose.parse(parse(read("compose.yaml"), { strict: true, merge: true }));
const { scripts } = JSON.parse(read("../package.json")) as { scripts: Record<string, string> };
const named = (start: string) => Object.entries(services).filter(([name]) => name.startsWith(start));
const [webs, workers, product] = [
  named("web-"),
  named("worker-"),
  Object.entries(services).filter(([, { image }]) => image === "interlock"),
];

function readEnvFile(name: string): Record<string, string> {
  const lines = read(`${name}.example`)
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"));
  return Object.fromEntries(lines.map((line) => [line.slice(0, line.indexOf("=")), line.slice(line.indexOf("=") + 1)]));
}
const envOf = ({ env_file, environment }: z.infer<typeof Service>): Record<string, string> =>
  Object.assign({}, ...env_file.map(readEnvFile), environment);

test("there are two webs, three workers and one of each server; what begins with x- is all that is not a service", () => {
  expect([webs.length, workers.length]).toEqual([2, 3]);
  expect(Object.keys(services).toSorted()).toEqual(
    ["migrate", "postgres", "proxy", "redis", ...[...webs, ...workers].map(([name]) => name)].toSorted(),
  );
  expect(Object.keys(rest).filter((name) => name !== "name" && !name.startsWith("x-"))).toEqual([]);
});

test.each(product)("%s runs a command of package.json", (_, { command = "", build }) => {
  expect(build).toBeDefined();
  expect(Object.keys(scripts)).toContain(/^npm run (\S+)$/.exec(command)?.[1]);
});

test.each(product)("%s is given settings that exist and are right", (_, service) => {
  const env = envOf(service);
  const known = new Set([...read("../lib/config/env.ts").matchAll(/^ {2}([A-Z][A-Z_]+): /gm)].map(([, name]) => name));
  const unknown = Object.keys(env).filter((name) => !known.has(name) && !/^INTERLOCK_(CONFIG|SECRET)_/.test(name));
  expect(unknown).toEqual([]);
  expect(() => loadSettings(env)).not.toThrow();
  const { hostname } = new URL(env["DATABASE_URL"] ?? "");
  expect([hostname, new URL(env["REDIS_URL"] ?? "").hostname]).toEqual(["postgres", "redis"]);
});

test("only workers are given secrets, and all of them", () => {
  for (const [name, service] of Object.entries(services)) {
    const secrets = name.startsWith("worker-") ? ["PAYMENTS_TOKEN"] : [];
    expect([...loadSecrets(envOf(service)).keys()], name).toEqual(secrets);
  }
});

test("the database is named in the same way by its server and by those who use it", () => {
  const { POSTGRES_USER, POSTGRES_PASSWORD, POSTGRES_DB } = readEnvFile("postgres.env");
  const { username, password, pathname } = new URL(readEnvFile("interlock.env")["DATABASE_URL"] ?? "");
  expect([username, password, pathname]).toEqual([POSTGRES_USER, POSTGRES_PASSWORD, `/${POSTGRES_DB}`]);
});

test("health is asked where it is told", () => {
  const asked = ({ healthcheck }: z.infer<typeof Service>) =>
    /fetch\('([^']*)'\)/.exec(healthcheck?.test.join(" ") ?? "")?.[1];
  for (const [, web] of webs) expect(asked(web)).toBe(`http://127.0.0.1:${envOf(web)["PORT"]}/api/health/ready`);
  for (const [, worker] of workers)
    expect(asked(worker)).toBe(`http://127.0.0.1:${envOf(worker)["INTERLOCK_WORKER_PORT"]}/health/ready`);
});

test("each waits for services that are there and can be what it waits for; webs and workers for the migration", () => {
  for (const [name, { depends_on }] of Object.entries(services)) {
    for (const [other, { condition }] of Object.entries(depends_on)) {
      expect(Object.keys(services), name).toContain(other);
      if (condition === "service_healthy") expect(services[other]?.healthcheck, other).toBeDefined();
      else expect(services[other]?.restart, other).toBe("no");
    }
  }
  for (const [, { depends_on }] of [...webs, ...workers])
    expect(depends_on).toMatchObject({ migrate: { condition: "service_completed_successfully" } });
});

test("only the proxy has a port outside: where INTERLOCK_URL leads, and on to both webs", () => {
  const open = Object.entries(services).flatMap(([name, { ports }]) => ports.map((port) => `${name} ${port}`));
  const { port } = new URL(readEnvFile("interlock.env")["INTERLOCK_URL"] ?? "");
  expect(open).toEqual([`proxy ${port}:${port}`]);
  const caddyfile = read("Caddyfile");
  expect(caddyfile).toContain(`\n:${port} {`);
  expect(caddyfile).toContain(
    `reverse_proxy ${webs.map(([name, web]) => `${name}:${envOf(web)["PORT"]}`).join(" ")} {`,
  );
});

test("volumes are declared, and each worker keeps its record of claims in one of its own", () => {
  const used = Object.values(services).flatMap((service) =>
    service.volumes.map((volume) => volume.split(":")[0] ?? ""),
  );
  expect(used.filter((name) => !name.startsWith("./")).toSorted()).toEqual(Object.keys(volumes).toSorted());
  const home = /INTERLOCK_HOME=(\S+)/.exec(read("Dockerfile"))?.[1];
  for (const [name, worker] of workers) expect(worker.volumes).toEqual([`${name}:${home}`]);
});

test("PostgreSQL has room for all connections that docs/scaling.md counts, and Redis keeps every wake-up", () => {
  const [, webMost = "", workerMost = ""] =
    /\| web, one or two processes \| (\d+) each \|[\s\S]*?\| worker \| (\d+) \|/.exec(read("../docs/scaling.md")) ?? [];
  const most = webs.length * Number(webMost) + workers.length * Number(workerMost);
  const [, room] = /max_connections=(\d+)/.exec(services["postgres"]?.command ?? "") ?? [];
  expect(most).toBeGreaterThan(0);
  expect(Number(room)).toBeGreaterThan(most);
  expect(services["redis"]?.command).toContain("--maxmemory-policy noeviction");
});
