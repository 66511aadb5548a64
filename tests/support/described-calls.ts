// Calls the API as its own description says, and fails on any answer that the description does not cover.
import { type DescribedOperation, makeJudge, type OpenApi, operationsOf } from "./openapi-document";

export type Call = {
  /** Values for the `{names}` in the address. */
  at?: Record<string, string>;
  query?: string;
  /** An object goes as JSON, text and bytes as they are. */
  body?: unknown;
  headers?: Record<string, string>;
  /** A bearer key or token; null: nobody. By default whoever the operation is for. */
  as?: string | null;
};
export type Called = { status: number; headers: Headers; body: Record<string, unknown> };

export interface DescribedCalls {
  document: OpenApi;
  operations: Map<string, DescribedOperation>;
  call(name: string, sent?: Call): Promise<Called>;
  /** Documented answers of an operation that have not come up. */
  unseen(): { name: string; status: string }[];
  problemCodes: Set<string>;
}

export async function describedCalls(
  url: string,
  credentials: { agentKey: string; operatorToken: string },
): Promise<DescribedCalls> {
  const document = (await (await fetch(`${url}/api/openapi.json`)).json()) as OpenApi;
  const operations = operationsOf(document);
  const judge = makeJudge(document);
  const seen = new Set<string>();
  const problemCodes = new Set<string>();

  async function call(name: string, sent: Call = {}): Promise<Called> {
    const operation = operations.get(name);
    if (operation === undefined) throw new Error(`${name} is not in the document`);
    const isForOperators = operation.security.some((scheme) => "operatorToken" in scheme);
    const bearer = sent.as === undefined ? credentials[isForOperators ? "operatorToken" : "agentKey"] : sent.as;
    const response = await send(url, name, sent, bearer);
    const got = { status: response.status, headers: response.headers, text: await readText(response) };
    const faults = judge.faultsOf(operation, got);
    if (response.ok && isObject(sent.body)) faults.push(...judge.faultsOfBody(operation, sent.body));
    if (faults.length > 0) throw new Error(`${name} answered ${got.status}:\n${faults.join("\n")}\n${got.text}`);
    seen.add(`${name} ${got.status}`);
    const isJson = /[/+]json\b/.test(got.headers.get("content-type") ?? "");
    const body = (isJson ? JSON.parse(got.text) : {}) as Record<string, unknown>;
    if (!response.ok) problemCodes.add(String(body["code"]));
    return { ...got, body };
  }

  function unseen(): { name: string; status: string }[] {
    const all = [...operations].flatMap(([name, { responses }]) =>
      Object.keys(responses).map((status) => ({ name, status })),
    );
    return all.filter(({ name, status }) => !seen.has(`${name} ${status}`));
  }

  return { document, operations, call, unseen, problemCodes };
}

/** A stream has no end: what it says first is enough. */
async function readText(response: Response): Promise<string> {
  const isStream = response.headers.get("content-type")?.startsWith("text/event-stream");
  if (!isStream || response.body === null) return response.text();
  const reader = response.body.getReader();
  const { value } = await reader.read();
  await reader.cancel();
  return new TextDecoder().decode(value);
}

async function send(url: string, name: string, { at = {}, query, body, headers }: Call, bearer: string | null) {
  const [method = "", template = ""] = name.split(" ");
  const path = template.replace(/\{(\w+)\}/g, (_all, parameter: string) => encodeURIComponent(at[parameter] ?? ""));
  return fetch(`${url}${path}${query === undefined ? "" : `?${query}`}`, {
    method,
    headers: {
      connection: "close",
      ...(bearer === null ? {} : { authorization: `Bearer ${bearer}` }),
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: isObject(body) ? JSON.stringify(body) : (body as BodyInit) }),
  });
}

function isObject(body: unknown): body is Record<string, unknown> {
  return typeof body === "object" && body !== null && !ArrayBuffer.isView(body);
}
