import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type CompiledContract, compileContract } from "@/lib/domain/contract/compile-contract";
import { ContractDefinition } from "@/lib/domain/contract/definition";
import type { JsonValue } from "@/lib/domain/json";
import { makeTempDir } from "@/tests/support/temp-dir";
import type { ConnectorSettings, Execution } from "./connector";
import { makeModuleConnector } from "./module";
import { executionOf } from "./testing/execution";

const parent = makeTempDir("modules");
const directory = { path: join(parent.path, "inside") };
mkdirSync(directory.path);
const settings: ConnectorSettings = {
  config: { REGION: "eu" },
  secrets: new Map([
    ["TOKEN", { value: "module-secret", origins: null }],
    ["BOUND", { value: "bound-secret", origins: ["https://a.example"] }],
  ]),
  egress: [],
  modulesDir: directory.path,
};
const connector = makeModuleConnector(settings);

const MODULES = {
  "echo.mjs": `
    globalThis.echoLoads = (globalThis.echoLoads ?? 0) + 1;
    export default ({ args, key, intentId, attempt, config, secret }) => {
      args.changed = true;
      return { effectId: 7, result: { args, key, intentId, attempt, region: config.REGION, token: secret("TOKEN") } };
    };`,
  "typed.ts": `
    import { prefix } from "./typed-part";
    type Input = { args: { id: string } };
    export default async function perform({ args }: Input): Promise<{ effectId: string }> {
      return { effectId: \`\${prefix}\${args.id satisfies string}\` };
    }`,
  "typed-part.ts": 'export const prefix: string = "fx_";',
  "say.mjs": "export default ({ args }) => args.say;",
  "throw.mjs": `export default ({ args }) => {
      if (args.say) throw args.say;
      throw Object.assign(new Error("broke after module-secret was used"), args.more);
    };`,
  "hang.mjs": "export default () => new Promise(() => undefined);",
  "odd.mjs": `export default () => {
      const cycle = {};
      cycle.self = cycle;
      return { effectId: "e1", result: cycle };
    };`,
  "number.mjs": "export default 5;",
  "broken.mjs": "export default (;",
  "leaky.mjs": `throw new Error("x".repeat(300 - 6) + "module-secret");`,
};

beforeAll(() => {
  for (const [name, text] of Object.entries(MODULES)) writeFileSync(join(directory.path, name), text);
  writeFileSync(join(parent.path, "outside.mjs"), "export default () => ({ effectId: 'outside' });");
});
afterAll(() => connector.close().then(parent.remove));

function contractOf(module: string, more: object = {}, effect = "write_non_idempotent"): CompiledContract {
  const execute = { connector: "module", module, timeout: "1s", ...more };
  const tool = { tool: "t", title: "T", effect, args: { type: "object" } };
  return compileContract(ContractDefinition.parse({ ...tool, execute }), 1);
}

function perform(contract: CompiledContract, args: Execution["args"] = {}, more: Partial<Execution> = {}) {
  return connector.perform(executionOf(contract, { key: "k", args, attempt: 3, ...more }));
}
const outcomeOf = async (...given: Parameters<typeof perform>) => (await perform(...given)).outcome;

test("the function gets args, key, attempt, settings and its secrets; what it returns is redacted and kept", async () => {
  const args = { a: 1 };
  const contract = contractOf("echo", { secrets: ["TOKEN"] });
  const asked = { args: { a: 1, changed: true }, key: "k", intentId: "int_1", attempt: 3, region: "eu", token: "***" };
  expect(await outcomeOf(contract, args)).toEqual({ class: "success", effectId: "7", result: asked });
  expect(args).toEqual({ a: 1 });
  await perform(contract);
  expect((globalThis as { echoLoads?: number }).echoLoads).toBe(1);
});

test("TypeScript is loaded as it is", async () => {
  const signal = AbortSignal.timeout(25_000);
  expect(await outcomeOf(contractOf("typed"), { id: "9" }, { signal })).toMatchObject({
    class: "success",
    effectId: "fx_9",
  });
});

test.each([
  [
    { outcome: "not_sent", retryAfterMs: 5_000, message: "busy" },
    { class: "not_sent", retryAfterMs: 5_000 },
  ],
  [
    { outcome: "definitive", code: "no_funds" },
    { class: "definitive", failure: { code: "no_funds" } },
  ],
  [{ outcome: "unknown" }, { class: "unknown" }],
  [
    { outcome: "configuration", message: "no" },
    { class: "configuration", counted: true },
  ],
  [
    { outcome: "success", effectId: "e" },
    { class: "success", effectId: "e" },
  ],
  [
    { outcome: "partial", effectId: "e", correctiveAction: "Look." },
    { class: "partial", correctiveAction: "Look." },
  ],
  [
    { outcome: "sucess", effectId: "e" },
    { class: "unknown", failure: { code: "module_failed" } },
  ],
])("%o is taken at its word, returned or thrown", async (say, expected) => {
  expect(await outcomeOf(contractOf("say"), { say })).toMatchObject(expected);
  expect(await outcomeOf(contractOf("throw"), { say })).toMatchObject(expected);
});

test("an error that carries an outcome is taken at its word too", async () => {
  const more = { outcome: "not_sent" };
  expect(await outcomeOf(contractOf("throw"), { more })).toMatchObject({
    class: "not_sent",
    failure: { message: "broke after *** was used" },
  });
});

test("L5: whatever else it throws is unknown, and says nothing of secrets", async () => {
  expect(await outcomeOf(contractOf("throw"))).toEqual({
    class: "unknown",
    failure: { code: "module_failed", message: "The module failed: broke after *** was used" },
  });
  expect(await outcomeOf(contractOf("throw"), { say: "text" })).toMatchObject({ class: "unknown" });
});

test("a secret at the place where a text is cut is masked whole", async () => {
  const text = `${"x".repeat(500 - 6)}module-secret`;
  const kept = `${"x".repeat(500 - 6)}***`;
  expect(await outcomeOf(contractOf("throw"), { say: text })).toMatchObject({
    failure: { message: `The module failed: ${kept}` },
  });
  expect(await outcomeOf(contractOf("throw"), { more: { message: text } })).toMatchObject({
    failure: { message: `The module failed: ${kept}` },
  });
  expect(await outcomeOf(contractOf("say"), { say: { outcome: "definitive", message: text } })).toMatchObject({
    failure: { message: kept },
  });
  const partial = { outcome: "partial", effectId: "e", correctiveAction: text, result: `${text}${text}` };
  expect(await outcomeOf(contractOf("say"), { say: partial })).toMatchObject({
    correctiveAction: kept,
    result: `${kept}${kept}`,
  });
  expect(await outcomeOf(contractOf("leaky"))).toMatchObject({
    failure: { message: `The module leaky could not be loaded: ${"x".repeat(300 - 6)}***` },
  });
});

test("what it says is still cut", async () => {
  const say = { outcome: "definitive", message: "y".repeat(10_000) };
  expect(await outcomeOf(contractOf("say"), { say })).toMatchObject({ failure: { message: "y".repeat(500) } });
});

test("a write without an effect id is unknown, a read is fine; a result without a JSON form loses no success", async () => {
  const said: JsonValue[] = [{}, { effectId: "" }, { result: 1 }, "done", null, [1]];
  for (const say of said) {
    expect(await outcomeOf(contractOf("say"), { say })).toMatchObject({ class: "unknown" });
  }
  expect(await outcomeOf(contractOf("say", {}, "read"), { say: { rows: 1 } })).toMatchObject({ class: "success" });
  expect(await outcomeOf(contractOf("odd"))).toEqual({ class: "success", effectId: "e1", result: null });
});

test("a function that does not end is given up at the deadline; one that is too late is not called", async () => {
  const abort = new AbortController();
  const performing = outcomeOf(contractOf("hang"), {}, { signal: abort.signal });
  abort.abort();
  expect(["unknown", "not_sent"]).toContain((await performing).class);
  const later = new AbortController();
  const hanging = outcomeOf(contractOf("hang"), {}, { signal: later.signal });
  setImmediate(() => later.abort());
  expect(await hanging).toMatchObject({ class: "unknown", failure: { code: "downstream_timeout" } });
  expect(await outcomeOf(contractOf("say"), { say: { effectId: "e" } }, { mayStillSend: () => false })).toMatchObject({
    class: "not_sent",
  });
});

test.each<[string, object, RegExp]>([
  ["nope", {}, /INTERLOCK_MODULES has no nope/],
  ["number", {}, /does not export a function/],
  ["broken", {}, /could not be loaded/],
  ["echo", { secrets: ["NOPE"] }, /INTERLOCK_SECRET_NOPE is not set/],
  ["echo", { secrets: ["BOUND"] }, /INTERLOCK_SECRET_BOUND is bound to origins/],
])("%s %o is ours to mend: held, nothing ran, and it says what is missing", async (module, more, message) => {
  expect(await outcomeOf(contractOf(module, more))).toMatchObject({
    class: "configuration",
    counted: false,
    failure: { message: expect.stringMatching(message) },
  });
});

test("a module that was put there since is found", async () => {
  const contract = contractOf("late");
  expect(await outcomeOf(contract)).toMatchObject({ class: "configuration" });
  writeFileSync(join(directory.path, "late.mjs"), "export default () => ({ effectId: 'e' });");
  expect(await outcomeOf(contract)).toMatchObject({ class: "success" });
});

test("L7: no name leads out of the directory", async () => {
  for (const module of ["../outside", "/etc/passwd", "a/b", "Echo", ".", "echo.mjs", ""]) {
    expect(() => contractOf(module)).toThrow("name of a module");
  }
  const contract = contractOf("echo");
  const smuggled = { ...contract, definition: structuredClone(contract.definition) };
  Object.assign(smuggled.definition.execute, { module: "../outside" });
  expect(await outcomeOf(smuggled)).toMatchObject({ class: "configuration" });
});

test("without a directory every module is missing, and the setting is named", async () => {
  const bare = makeModuleConnector({ ...settings, modulesDir: null });
  const { outcome } = await bare.perform(executionOf(contractOf("echo")));
  expect(outcome).toMatchObject({ failure: { message: "INTERLOCK_MODULES is not set on the worker." } });
});
