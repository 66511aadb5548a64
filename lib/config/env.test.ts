import { expect, test } from "vitest";
import { loadSettings, SettingsError, webProcessesFor } from "./env";
import { loadSecrets } from "./secrets";

const good = { DATABASE_URL: "postgresql://u:p@localhost/db", INTERLOCK_KEY: "x".repeat(44) };

test("everything that is wrong is said at once, and no credential is shown", () => {
  const env = { DATABASE_URL: "mysql://root:hunter2@h/d", PORT: "http", INTERLOCK_EGRESS: "https://a.example/path" };
  const error = (() => {
    try {
      loadSettings(env);
    } catch (caught) {
      return caught as SettingsError;
    }
  })();
  expect(error).toBeInstanceOf(SettingsError);
  expect(error?.problems.map(({ name }) => name).toSorted()).toEqual([
    "DATABASE_URL",
    "INTERLOCK_EGRESS",
    "INTERLOCK_KEY",
    "PORT",
  ]);
  expect(JSON.stringify(error?.problems)).not.toContain("hunter2");
});

test("absent settings take their defaults; an empty one counts as absent", () => {
  expect(loadSettings({ ...good, REDIS_URL: "" })).toMatchObject({
    redisUrl: null,
    port: 3000,
    egress: [],
    publicUrl: "http://localhost:3000",
  });
});

test("the address that is told of holds may have a path, and is not shown when it is wrong: it may be a secret", () => {
  expect(loadSettings(good).notifyUrl).toBeNull();
  const url = "https://hooks.example/services/T0/B0/hunter2?x=1";
  expect(loadSettings({ ...good, INTERLOCK_NOTIFY: url }).notifyUrl).toBe(url);
  const wrong = { ...good, INTERLOCK_NOTIFY: "htps://hooks.example/hunter2" };
  expect(() => loadSettings(wrong)).toThrow(SettingsError);
  try {
    loadSettings(wrong);
  } catch (error) {
    expect(JSON.stringify(error)).not.toContain("hunter2");
  }
});

test("the worker's port and the metrics token are there where they are set, and the token is not shown", () => {
  expect(loadSettings(good)).toMatchObject({ workerPort: null, metricsToken: null });
  const set = { INTERLOCK_WORKER_PORT: "3001", INTERLOCK_METRICS_TOKEN: "0123456789abcdef" };
  expect(loadSettings({ ...good, ...set })).toMatchObject({ workerPort: 3001, metricsToken: "0123456789abcdef" });
  const wrong = { ...good, INTERLOCK_METRICS_TOKEN: "hunter2" };
  expect(() => loadSettings(wrong)).toThrow(SettingsError);
  try {
    loadSettings(wrong);
  } catch (error) {
    expect(JSON.stringify(error)).not.toContain("hunter2");
  }
});

test("origins are compared as origins", () => {
  expect(
    loadSettings({ ...good, INTERLOCK_EGRESS: " https://A.example:443 , http://b.example:8080/ " }).egress,
  ).toEqual(["https://a.example", "http://b.example:8080"]);
});

test("an origin is marked private in front, and only where it is", () => {
  const list = "private:https://Ledger.internal, https://a.example";
  expect(loadSettings({ ...good, INTERLOCK_EGRESS: list, INTERLOCK_CALLBACKS: list })).toMatchObject({
    egress: ["https://ledger.internal", "https://a.example"],
    egressPrivate: ["https://ledger.internal"],
    callbacks: ["https://ledger.internal", "https://a.example"],
    callbacksPrivate: ["https://ledger.internal"],
    modulesDir: null,
  });
});

test("config and secrets are found by prefix, and a secret may be bound to origins", () => {
  const env = {
    ...good,
    INTERLOCK_CONFIG_URL: "u",
    INTERLOCK_SECRET_T: "s",
    INTERLOCK_SECRET_T_ORIGINS: "https://a.example/",
  };
  expect(loadSettings(env).config).toEqual({ URL: "u" });
  expect(JSON.stringify(loadSettings(env))).not.toContain('"s"');
  expect([...loadSecrets(env)]).toEqual([["T", { value: "s", origins: ["https://a.example"] }]]);
});

function problemsOf(load: () => unknown): string[] {
  try {
    load();
  } catch (error) {
    if (error instanceof SettingsError) return error.problems.map(({ name }) => name);
    throw error;
  }
  return [];
}

test.each([
  ["INTERLOCK_URL", "nonsense"],
  ["INTERLOCK_URL", "localhost:3000"],
  ["INTERLOCK_EGRESS", "a,b"],
  ["INTERLOCK_EGRESS", "private:nonsense"],
  ["INTERLOCK_EGRESS", "public:https://a.example"],
  ["INTERLOCK_CALLBACKS", "https://a.example,nonsense"],
  ["INTERLOCK_WORKER_PORT", "http"],
  ["INTERLOCK_WORKER_PORT", "3000"], // web's
  ["INTERLOCK_METRICS_TOKEN", "fifteen-letters"],
  ["INTERLOCK_METRICS_TOKEN", "sixteen letters and spaces"],
  ["INTERLOCK_NOTIFY", "nonsense"],
  ["INTERLOCK_NOTIFY", "ftp://a.example/x"],
  ["INTERLOCK_NOTIFY", "https://user:hunter2@a.example/x"],
  ["INTERLOCK_WEB_PROCESSES", "0"],
  ["INTERLOCK_WEB_PROCESSES", "5"],
  ["INTERLOCK_WEB_PROCESSES", "1.5"],
  ["INTERLOCK_WEB_PROCESSES", "all"],
])("%s=%s is reported like any other bad setting", (name, value) => {
  expect([...new Set(problemsOf(() => loadSettings({ ...good, [name]: value })))]).toEqual([name]);
});

test.each(["", " , ", "nonsense", "https://a.example/path", "https://a.example,x"])(
  "a secret bound to the origins '%s' stops the start",
  (origins) => {
    const env = { INTERLOCK_SECRET_T: "s", INTERLOCK_SECRET_T_ORIGINS: origins };
    expect(problemsOf(() => loadSecrets(env))).toEqual(["INTERLOCK_SECRET_T_ORIGINS"]);
  },
);

test.each([
  [1, 1],
  [2, 1],
  [3, 1],
  [4, 2],
  [7, 3],
  [8, 4],
  [64, 4],
])("on %i cores there are %i web processes, unless it is said otherwise", (cores, expected) => {
  expect(webProcessesFor(cores)).toBe(expected);
  expect(loadSettings({ ...good, INTERLOCK_WEB_PROCESSES: "3" }).webProcesses).toBe(3);
});
