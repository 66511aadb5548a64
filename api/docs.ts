/** A page about the API, made from the same table as OpenAPI: no script, readable anywhere. */
import { STATUS_CODES } from "node:http";
import { escapeHtml, toProse } from "./docs-html";
import { toFields, toRow, toType } from "./docs-schema";
import { STYLE } from "./docs-style";
import { describeApi } from "./openapi";
import type { JsonSchema } from "./openapi-schemas";
import { OPERATIONS } from "./operations";
import { PROBLEM_CODES } from "./problem-codes";

/** What this page reads of a described operation. */
type Described = {
  operationId: string;
  parameters: { name: string; in: string; required: boolean; description?: string; schema: JsonSchema }[];
  requestBody?: { required: boolean; content: Record<string, { schema: JsonSchema }> };
  responses: Record<string, Response>;
};
type Response = { description: string; headers?: object; content?: Record<string, { schema: JsonSchema }> };

const WHO = {
  agent: "agent",
  operator: "operator",
  scraper: "operator, metrics token",
  both: "agent, operator",
  anyone: "anyone",
};

let page: string | undefined;

/** Made once, like the document that it is made from. */
export function docsPage(): string {
  page ??= toPage();
  return page;
}

function toPage(): string {
  const { schemas } = describeApi();
  const subjects = Object.keys(OPERATIONS).map((tag) => `<a href="#${tag.toLowerCase()}">${tag}</a>`);
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Interlock API</title>
<style>${STYLE}</style>
<header>
<h1>Interlock API</h1>
<p>Agents POST intents and never act: a gate decides, a worker performs each one once. For tools, the same description as
<a href="/api/openapi.json">OpenAPI 3.1</a>.</p>
<nav>${subjects.join(" ")} <a href="#problems">Problems</a> <a href="#schemas">Schemas</a></nav>
</header>
<main>
${Object.keys(OPERATIONS).map(toSubject).join("\n")}
<section><h2 id="problems">Problems</h2>
<p>Every error is <code>application/problem+json</code> with <code>code</code>, <code>retriable</code> and
<code>correctiveAction</code>, a sentence that an agent can act on.</p>
<dl class="codes">${Object.entries(PROBLEM_CODES).map(toProblem).join("\n")}</dl></section>
<section><h2 id="schemas">Schemas</h2>
<p>A <b>*</b> marks members that must be, or always are, there. Answers may get more members in later versions.</p>
${Object.entries(schemas).map(toSchema).join("\n")}</section>
</main>
</html>`;
}

function toSubject(tag: string): string {
  const { paths } = describeApi();
  const operations = (OPERATIONS[tag] ?? []).map(({ method, path, summary, who }) => {
    const described = paths[path]?.[method] as Described;
    return `<details id="${described.operationId}"><summary>
<span class="call"><b class="${method}">${method.toUpperCase()}</b> <code>${breakable(path)}</code></span>
<span class="what">${escapeHtml(summary)}</span> <small>${WHO[who]}</small></summary>
${toParameters(described)}${toBody(described)}${toAnswers(described)}</details>`;
  });
  return `<section><h2 id="${tag.toLowerCase()}">${tag}</h2>\n${operations.join("\n")}</section>`;
}

function toParameters({ parameters }: Described): string {
  if (parameters.length === 0) return "";
  const rows = parameters.map(({ name, in: where, required, description, schema }) =>
    toRow(where === "header" ? `${name}:` : name, { ...(description ? { description } : {}), ...schema }, required),
  );
  return `<h3>Parameters</h3><dl>${rows.join("")}</dl>`;
}

function toBody({ requestBody }: Described): string {
  if (requestBody === undefined) return "";
  const [body] = Object.values(requestBody.content);
  const types = Object.keys(requestBody.content).map((type) => `<code>${type}</code>`);
  const optional = requestBody.required ? "" : ", may be left out";
  return `<h3>Body</h3><p>${toType(body?.schema ?? {})} as ${types.join(" or ")}${optional}</p>`;
}

function toAnswers({ responses }: Described): string {
  const rows = Object.entries(responses).map(([status, { description, headers, content }]) => {
    const [type, answer] = Object.entries(content ?? {})[0] ?? [];
    const schema = type === "application/json" ? ` ${toType(answer?.schema ?? {})}.` : "";
    const named = headers === undefined ? "" : ` <small>${Object.keys(headers).join(", ")}</small>`;
    return `<dt><code>${status}</code> ${STATUS_CODES[status] ?? ""}</dt><dd>${toProse(description)}${schema}${named}</dd>`;
  });
  return `<h3>Answers</h3><dl>${rows.join("")}</dl>`;
}

function toProblem([code, { status, when }]: [string, { status: number; when: string }]): string {
  return `<dt id="${code}"><code>${code}</code> ${status}</dt><dd>${toProse(when)}</dd>`;
}

/** The target of links is inside: then following one opens it. */
function toSchema([name, schema]: [string, JsonSchema]): string {
  return `<details><summary><code>${name}</code></summary><div id="schema-${name}">${toFields(schema)}</div></details>`;
}

/** A long address may break after a slash, and nowhere else. */
function breakable(path: string): string {
  return escapeHtml(path).replaceAll("/", "/<wbr>");
}
