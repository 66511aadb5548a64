/** What an attempt's record holds of the call; whatever it does not hold, or holds in another shape, is left out. */
export type Body = { text: string; isCut: boolean };
export type Asked = {
  /** "POST", or what else was called: a tool, a module. */
  what: string;
  url: string | null;
  /** A value is null where only the name was kept. */
  headers: { name: string; value: string | null }[];
  body: Body | null;
};
export type Answered = { status: number | null; headers: Asked["headers"]; body: Body | null; isCut: boolean };
export type Exchange = { asked: Asked | null; answered: Answered | null };

export function readExchange(exchange: unknown): Exchange {
  const request = memberOf(exchange, "request");
  const response = memberOf(exchange, "response");
  return {
    asked: isObject(request) ? readAsked(request) : null,
    answered: isObject(response) ? readAnswered(response) : null,
  };
}

function readAsked(request: Json): Asked {
  const tool = textOf(request["tool"]);
  const module = textOf(request["module"]);
  const other = tool !== null ? `MCP tool ${tool}` : module !== null ? `module ${module}` : "called";
  return {
    what: textOf(request["method"]) ?? other,
    url: textOf(request["url"]),
    headers: readHeaders(request["headers"]),
    body: readBody(request["body"]),
  };
}

function readAnswered(response: Json): Answered {
  const { status } = response;
  return {
    status: typeof status === "number" ? status : null,
    headers: readHeaders(response["headers"]),
    body: readBody(response["body"]),
    isCut: response["truncated"] === true,
  };
}

/** Older records have names only. */
function readHeaders(headers: unknown): Asked["headers"] {
  if (Array.isArray(headers)) return headers.map((name) => ({ name: String(name), value: null }));
  if (!isObject(headers)) return [];
  return Object.entries(headers).map(([name, value]) => ({ name, value: String(value) }));
}

function readBody(body: unknown): Body | null {
  const text = textOf(memberOf(body, "text"));
  return text === null ? null : { text: spread(text), isCut: memberOf(body, "isCut") === true };
}

/** JSON over several lines; anything else, and what is cut, as it is. */
function spread(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

type Json = Record<string, unknown>;

function isObject(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function memberOf(value: unknown, name: string): unknown {
  return isObject(value) ? value[name] : undefined;
}

function textOf(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}
