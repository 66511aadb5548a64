/**
 * Performs an effect by a function that the contract's owner wrote: `<INTERLOCK_MODULES>/<name>.{mjs,js,mts,ts}`, whose
 * default export is called once an attempt. It runs inside the worker and is trusted as such; what it says is not.
 *
 * M1  What it throws is `unknown`, unless it says otherwise in words of its own (`{outcome: "not_sent"}`, …).
 * M2  A write is no success without an effect id.
 * M3  At the deadline the attempt is over (`unknown`), whether the function has noticed or not. It may still act until it
 *     returns: what it says then comes as `late`.
 */
import type { ModuleExecute } from "@/lib/domain/contract/execute";
import type { Outcome } from "@/lib/domain/event";
import type { Connector, ConnectorSettings, Execution, Performed } from "./connector";
import { readSaid, type Said } from "./module-answer";
import { loadModule, type ModuleFunction, type ModuleInput } from "./module-file";
import { makeRedactor } from "./redact";
import { ConfigurationError, refusedToSend } from "./refusals";
import { makeStorableText, shortenText } from "./storable";

const MODULES_MAX = 1_000;
const TEXT_MAX = 500;

export function makeModuleConnector(settings: ConnectorSettings): Connector {
  const redact = makeRedactor(settings.secrets);
  const loaded = new Map<string, Promise<ModuleFunction>>();

  /** Imported once; a failure is not remembered, so that a module that was put there since is found. */
  function find(name: string): Promise<ModuleFunction> {
    const known = loaded.get(name);
    if (known !== undefined) return known;
    const loading = loadModule(settings.modulesDir ?? null, name, redact);
    if (loaded.size < MODULES_MAX) loaded.set(name, loading);
    loading.catch(() => loaded.delete(name));
    return loading;
  }

  async function perform(execution: Execution): Promise<Performed> {
    const execute = execution.contract.definition.execute as ModuleExecute;
    let run: ModuleFunction;
    let input: ModuleInput;
    try {
      input = inputOf(settings, execute, execution);
      run = await find(execute.module);
    } catch (error) {
      return refusedToSend(error, redact);
    }
    const { said, rest } = await call(run, input, execution);
    const read = (one: Said) => toOutcome(one, execution, (text) => makeStorableText(text, redact));
    const outcome = read(said);
    const exchange = { request: { module: execute.module }, response: { outcome: outcome.class } };
    return { outcome, exchange, ...(rest === undefined ? {} : { late: rest.then(read) }) };
  }

  return { perform, close: async () => undefined };
}

function inputOf(settings: ConnectorSettings, { secrets = [] }: ModuleExecute, execution: Execution): ModuleInput {
  const { args, key, intentId, attempt, signal } = execution;
  // Before the function runs: a secret that is found missing half-way would leave a doubt.
  const known = new Map(secrets.map((name) => [name, secretOf(settings, name)]));
  const secret = (name: string) => {
    const value = known.get(name);
    if (value === undefined) throw new Error(`The contract's execute.secrets does not name ${name}.`);
    return value;
  };
  return { args: structuredClone(args), key, intentId, attempt, signal, config: { ...settings.config }, secret };
}

function secretOf({ secrets }: ConnectorSettings, name: string): string {
  const found = secrets.get(name);
  if (found === undefined) throw new ConfigurationError(`INTERLOCK_SECRET_${name} is not set on the worker.`);
  if (found.origins === null) return found.value;
  throw new ConfigurationError(
    `INTERLOCK_SECRET_${name} is bound to origins; a module may send it anywhere, so it is not given to one.`,
  );
}

/** `rest`: it was given up before it came to its end, which this then is. It never rejects. */
type Called = { said: Said; rest?: Promise<Said> };

async function call(run: ModuleFunction, input: ModuleInput, execution: Execution): Promise<Called> {
  const { signal, mayStillSend } = execution;
  if (signal.aborted || !mayStillSend())
    return { said: { kind: "said", said: { outcome: "not_sent", code: "too_late", message: TOO_LATE } } };
  let giveUp: () => void = () => undefined;
  const deadline = new Promise<Said>((resolve) => {
    giveUp = () => resolve({ kind: "timed_out" });
    signal.addEventListener("abort", giveUp, { once: true });
  });
  const ending = invoke(run, input);
  try {
    const said = await Promise.race([deadline, ending]);
    return said.kind === "timed_out" ? { said, rest: ending } : { said };
  } finally {
    signal.removeEventListener("abort", giveUp);
  }
}

async function invoke(run: ModuleFunction, input: ModuleInput): Promise<Said> {
  try {
    return readSaid(await run(input), "returned");
  } catch (error) {
    return readSaid(error, "thrown");
  }
}

const TOO_LATE = "The worker was too late to start this attempt.";

function toOutcome(said: Said, { contract }: Execution, redact: (text: string) => string): Outcome {
  if (said.kind === "timed_out") {
    const message = "The module did not come to an end in time, and may still act.";
    return { class: "unknown", failure: { code: "downstream_timeout", message }, stillActs: true };
  }
  if (said.kind === "failed") return unknown("module_failed", `The module failed: ${tell(said.message, redact)}`);
  const { outcome, code, message } = said.said;
  const failure = {
    code: code ?? `module_${outcome}`,
    message: tell(message ?? `The module said ${outcome}.`, redact),
  };
  switch (outcome) {
    case "success":
    case "partial":
      return achieved(said.said, contract.definition.effect === "read", redact);
    case "not_sent": {
      const { retryAfterMs } = said.said;
      return { class: "not_sent", failure, ...(retryAfterMs ? { retryAfterMs } : {}) };
    }
    case "configuration":
      return { class: "configuration", failure, counted: true };
    default:
      return { class: outcome, failure };
  }
}

type Spoken = Extract<Said, { kind: "said" }>["said"];

function achieved(said: Spoken, isRead: boolean, redact: (text: string) => string): Outcome {
  const effectId = said.effectId === undefined ? null : redact(said.effectId);
  const result = said.result === undefined ? null : said.result(redact);
  if (effectId === null && !isRead) return unknown("no_effect_id", "The module came to an end without an effect id.");
  if (said.outcome !== "partial" || effectId === null) return { class: "success", effectId, result };
  const correctiveAction = tell(said.correctiveAction ?? "Only part of it was done: read the result.", redact);
  return { class: "partial", effectId, result, correctiveAction };
}

function tell(text: string, redact: (text: string) => string): string {
  return shortenText(redact(text), TEXT_MAX);
}

function unknown(code: string, message: string): Outcome {
  return { class: "unknown", failure: { code, message } };
}
