/** How the effect reaches the world, what counts as done, and what may be repeated. */
import { spellDuration } from "@/components/duration";
import { type Json, listAt, objectAt, type ReadContract, textAt, textsAt } from "./read-definition";
import { joinWords, quoted, quotedEnd, type Statement } from "./statement";

export function executeStatements(contract: ReadContract): Statement[] {
  const execute = objectAt(contract.definition, "execute") ?? {};
  return [
    ...callStatements(execute),
    ...settingStatements(execute),
    ...attemptStatements(contract, execute),
    ...outcomeStatements(execute),
  ];
}

function callStatements(execute: Json): Statement[] {
  const connector = textAt(execute, "connector");
  if (connector === "http") return httpStatements(objectAt(execute, "request") ?? {});
  if (connector === "mcp") return mcpStatements(execute);
  if (connector === "module") {
    const module = textAt(execute, "module") ?? "";
    return [{ text: `It runs the module ${quoted(module)} inside the worker; the module itself says what it did.` }];
  }
  return [{ text: `It is performed by the connector ${quoted(connector ?? "")}, which this page has no words for.` }];
}

function httpStatements(request: Json): Statement[] {
  const method = textAt(request, "method") ?? "POST";
  const url = textAt(request, "url") ?? "";
  const carries = method === "GET" || method === "DELETE" ? "" : `, with ${bodyWords(request)}`;
  return [
    { text: `It sends one ${method} request${carries}.`, code: `${method} ${url}` },
    ...headerStatements(request),
  ];
}

function bodyWords(request: Json): string {
  const what = request["body"] === undefined ? "the args" : "a body made from the args";
  return request["encoding"] === "form" ? `${what} as form fields` : `${what} as JSON`;
}

function headerStatements(value: Json): Statement[] {
  const headers = Object.entries(objectAt(value, "headers") ?? {});
  if (headers.length === 0) return [];
  const code = headers.map(([name, text]) => `${name}: ${String(text)}`).join("\n");
  return [{ text: `It sends ${headers.length === 1 ? "this header" : "these headers"} along:`, code }];
}

function mcpStatements(execute: Json): Statement[] {
  const server = objectAt(execute, "server") ?? {};
  const made = execute["arguments"] === undefined ? "with the args" : "with arguments made from the args";
  const text = `It calls the tool ${quoted(textAt(execute, "tool") ?? "")} of an MCP server, ${made}.`;
  return [{ text, code: textAt(server, "url") ?? "" }, ...headerStatements(server)];
}

/** Names of settings and secrets: their values are the worker's alone. */
function settingStatements(execute: Json): Statement[] {
  const text = JSON.stringify(execute);
  const named = (kind: string) =>
    [...text.matchAll(new RegExp(`\\{\\+?${kind}\\.(\\w+)`, "g"))].map(([, name]) => name);
  const settings = new Set(named("config"));
  const secrets = new Set([...named("secret"), ...textsAt(execute, "secrets")]);
  const statements: Statement[] = [];
  if (settings.size > 0) statements.push({ text: `Settings that it needs: ${joinWords([...settings].map(String))}.` });
  if (secrets.size > 0) {
    const names = joinWords([...secrets].map(String));
    statements.push({ text: `Secrets that it needs: ${names}. Only the worker can read them.` });
  }
  return statements;
}

function attemptStatements({ effect, terms }: ReadContract, execute: Json): Statement[] {
  const { timeoutMs, retries } = terms;
  const unknown = effect === "read" ? "is given up" : "is unknown, never taken for failed";
  return [
    { text: `An attempt without an answer after ${spellDuration(timeoutMs)} ${unknown}.` },
    {
      text:
        retries.max === 0
          ? "It is tried once."
          : `After the first attempt up to ${retries.max} more follow, where that is safe: the first after ${spellDuration(retries.baseMs)}, then twice as long each time, at most ${spellDuration(retries.capMs)}.`,
    },
    ...(effect === "read" ? [] : doubtStatements(terms, execute)),
  ];
}

function doubtStatements(terms: ReadContract["terms"], execute: Json): Statement[] {
  const { honoursKeyMs, absentAfterMs } = terms;
  const probe = objectAt(execute, "probe");
  const statements: Statement[] = [
    honoursKeyMs === null
      ? { text: "The downstream does not recognise the key: an unknown outcome is never simply tried again." }
      : {
          text: `The downstream recognises the key${keyPlace(execute)} for ${spellDuration(honoursKeyMs)}: until then an unknown outcome may be tried again with the same key.`,
        },
  ];
  if (probe === null) {
    const waits =
      honoursKeyMs === null
        ? "Every unknown outcome is in doubt and waits for a person."
        : "What stays unknown is in doubt and waits for a person.";
    return [...statements, { text: `There is no probe. ${waits}` }];
  }
  const method = textAt(probe, "method") ?? "GET";
  const absent =
    absentAfterMs === null
      ? ""
      : `; that nothing is there counts ${spellDuration(absentAfterMs)} after the attempt ended`;
  const text = `After an unknown outcome a probe asks the downstream whether it happened. ${proofWords(probe)} proves that it did${absent}.`;
  return [...statements, { text, code: `${method} ${textAt(probe, "url") ?? ""}` }];
}

/** Where the effect id comes from; null: the contract does not say. */
function sourceWords(value: Json): string | null {
  const pointer = textAt(value, "effectId");
  if (pointer !== null) return `what the answer has at ${pointer}`;
  const source = objectAt(value, "effectId");
  if (source === null) return null;
  const [header, match, text] = [textAt(source, "header"), textAt(source, "match"), textAt(source, "text")];
  if (header !== null) return `${match === null ? "" : `what ${quoted(match)} finds in `}the answer’s header ${header}`;
  if (text !== null) return `what ${quoted(text)} finds in the text of the answer`;
  return `the caller’s own, ${quoted(textAt(source, "value") ?? "")}`;
}

function proofWords(probe: Json): string {
  const pointer = textAt(probe, "effectId");
  if (pointer !== null) return `An effect id at ${pointer}`;
  const source = objectAt(probe, "effectId") ?? {};
  return textAt(source, "value") === null ? `An effect id (${sourceWords(probe) ?? ""})` : "An answer of 200";
}

function keyPlace(execute: Json): string {
  const idempotency = objectAt(execute, "idempotency");
  const places = [
    ...(textAt(idempotency, "header") === null ? [] : [`in the header ${textAt(idempotency, "header")}`]),
    ...(textAt(idempotency, "body") === null ? [] : [`in the body at ${textAt(idempotency, "body")}`]),
  ];
  return places.length === 0 ? "" : ` (${joinWords(places)})`;
}

const OUTCOMES: Record<string, string> = {
  success: "it succeeded",
  partial: "only a part of it happened",
  definitive: "it failed for good, and nothing was done",
  not_sent: "nothing was done, and it is tried again",
  unknown: "nobody knows whether it was done",
};

/** How the contract itself reads answers. */
function outcomeStatements(execute: Json): Statement[] {
  const effectId = sourceWords(execute);
  const partial = objectAt(execute, "partial");
  const when = textAt(partial, "when");
  const advice = textAt(partial, "correctiveAction");
  return [
    ...(effectId === null ? [] : [{ text: `The effect id is ${effectId}.` }]),
    ...listAt(execute, "outcomes").map((rule) => {
      const is = textAt(rule, "is") ?? "";
      return {
        text: `Where this holds for the answer, ${OUTCOMES[is] ?? quoted(is)}:`,
        code: textAt(rule, "when") ?? "",
      };
    }),
    ...(when === null ? [] : [{ text: "Where this holds for the answer, only a part of it happened:", code: when }]),
    ...(advice === null ? [] : [{ text: `After a partial effect the agent is told ${quotedEnd(advice)}` }]),
  ];
}
