import { describe, expect, test } from "vitest";
import { type OpenApi, operationsOf } from "@/tests/support/openapi-document";
import { makeApi } from "./app";
import type { ApiDeps } from "./deps";
import { docsPage } from "./docs";
import { makeOpenApi } from "./openapi";

const document = makeOpenApi("https://interlock.example") as unknown as OpenApi;
const operations = [...operationsOf(document)];
const { schemas, securitySchemes } = document.components;
const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g)].map(
  ([, name]) => name ?? "",
);

test("every route is described, and nothing that is no route", () => {
  // Routes take their dependencies and use them only when they are called.
  const routes = makeApi({} as ApiDeps).routes.map(
    ({ method, path }) => `${method} ${path.replace(/:(\w+)/g, "{$1}")}`,
  );
  expect(operations.map(([name]) => name).sort()).toEqual([...new Set(routes)].sort());
});

describe("the document is OpenAPI 3.1", () => {
  test("it has what a document must have", () => {
    expect(document).toMatchObject({ openapi: "3.1.0", info: { title: "Interlock", version: "1" } });
    expect(document).toMatchObject({ servers: [{ url: "https://interlock.example" }] });
    expect(Object.keys(document.paths).every((path) => path.startsWith("/api/"))).toBe(true);
  });

  test("operation ids are unique", () => {
    const ids = operations.map(([, { operationId }]) => operationId);
    expect(ids.every((id) => /^[a-z][A-Za-z0-9]+$/.test(id))).toBe(true);
    expect(new Set(ids).size).toBe(ids.length);
  });

  test("every reference resolves, and every schema is referred to", () => {
    expect([...new Set(references)].sort()).toEqual(Object.keys(schemas).sort());
    expect(JSON.stringify(document)).not.toContain("$defs");
  });

  test("schemas are named by letters and digits, as tools that generate code expect", () => {
    for (const name of Object.keys(schemas)) expect(name).toMatch(/^[A-Z][A-Za-z]+$/);
  });

  test.each(operations)("%s is whole", (name, operation) => {
    const inAddress = [...name.matchAll(/\{(\w+)\}/g)].map(([, parameter]) => parameter);
    const declared = operation.parameters.filter((parameter) => parameter.in === "path");
    expect(declared.map((parameter) => parameter.name)).toEqual(inAddress);
    expect(declared.every(({ required }) => required)).toBe(true);
    const named = operation.parameters.map((parameter) => `${parameter.in} ${parameter.name}`);
    expect(new Set(named).size).toBe(named.length);
    const used = operation.security.flatMap((scheme) => Object.keys(scheme));
    for (const scheme of used) expect(Object.keys(securitySchemes)).toContain(scheme);
    expect(document.tags.map((tag) => tag.name)).toEqual(expect.arrayContaining(operation.tags));
    expect(operation.summary).toMatch(/^[A-Z]/);
    expect(Object.keys(operation.responses).some((status) => status.startsWith("2"))).toBe(true);
    for (const [status, { description, content }] of Object.entries(operation.responses)) {
      expect(description).not.toBe("");
      if (Number(status) >= 400) expect(Object.keys(content ?? {})).toEqual(["application/problem+json"]);
    }
  });
});

test("every list is a page of items with a limit and a cursor", () => {
  const lists = operations.filter(([, operation]) => JSON.stringify(answerSchema(operation)).includes("nextCursor"));
  expect(lists.length).toBeGreaterThan(10);
  for (const [, operation] of lists) {
    const { behindMs, ...page } = answerSchema(operation)["properties"] as Record<string, unknown>;
    expect(Object.keys(page)).toEqual(["items", "nextCursor"]);
    // History alone may say that it is behind.
    if (behindMs !== undefined) expect(operation.operationId).toBe("getIntents");
    const names = operation.parameters.filter((parameter) => parameter.in === "query").map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(["limit", "cursor"]));
  }
});

function answerSchema({ responses }: (typeof operations)[number][1]): Record<string, unknown> {
  const schema = responses["200"]?.content?.["application/json"]?.schema ?? {};
  const name = String(schema["$ref"] ?? "").replace("#/components/schemas/", "");
  return schemas[name] ?? schema;
}

test("the page for people tells of every call and every schema, and its links lead somewhere", () => {
  const page = docsPage();
  const ids = new Set([...page.matchAll(/id="([^"]+)"/g)].map(([, id]) => id));
  for (const [, { operationId }] of operations) expect(ids).toContain(operationId);
  for (const [, target] of page.matchAll(/href="#([^"]+)"/g)) expect(ids).toContain(target);
  for (const name of Object.keys(schemas)) expect(ids).toContain(`schema-${name}`);
});
