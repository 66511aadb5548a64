import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { listContractVersions } from "@/lib/store/contracts";
import { openDatabase } from "@/lib/store/database";
import { seedDemo } from "@/prisma/seed";
import { type Product, startProduct } from "./support/in-process";

let product: Product;
beforeAll(async () => {
  product = await startProduct({ worker: false });
});
afterAll(async () => product.close());

describe("contracts", () => {
  const yaml = (tool: string, more = "") => `tool: ${tool}
title: A tool
effect: write_idempotent
args: { type: object, properties: { id: { type: string } }, required: [id] }
fields: { /id: { role: identity, as: id } }
key: { scope: run }
execute:
  connector: http
  request: { method: POST, url: "{+config.LEDGER_URL}/corpus/x" }
  effectId: /id
${more}`;
  const put = (tool: string, text: string, type = "application/yaml") =>
    fetch(`${product.url}/api/v1/contracts/${tool}`, {
      method: "PUT",
      headers: { authorization: `Bearer ${product.operatorToken}`, "content-type": type },
      body: text,
    }).then(async (response) => ({
      status: response.status,
      body: (await response.json()) as Record<string, unknown>,
    }));

  test("the same text twice changes nothing, another text is the next version", async () => {
    expect(await put("tool_a", yaml("tool_a"))).toMatchObject({ status: 201, body: { tool: "tool_a", version: 1 } });
    expect(await put("tool_a", yaml("tool_a"))).toMatchObject({ status: 200, body: { version: 1 } });
    expect(await put("tool_a", yaml("tool_a", "undo: 5s"))).toMatchObject({ status: 201, body: { version: 2 } });
    const read = await product.asOperator("GET", "/api/v1/contracts/tool_a");
    expect(read.body).toMatchObject({ version: 2, versions: [{ version: 2 }, { version: 1 }] });
  });

  test("the same content changes nothing, in another order, with comments, or as JSON", async () => {
    const written = (order: (members: [string, unknown][]) => [string, unknown][]) => {
      const members: [string, unknown][] = Object.entries({
        tool: "tool_d",
        title: "A tool",
        effect: "write_idempotent",
        args: { type: "object", properties: { id: { type: "string" } }, required: ["id"] },
        fields: { "/id": { role: "identity", as: "id" } },
        key: { scope: "run" },
        execute: {
          connector: "http",
          request: { method: "POST", url: "{+config.LEDGER_URL}/corpus/x" },
          effectId: "/id",
        },
      });
      return JSON.stringify(Object.fromEntries(order(members)), null, 2);
    };
    expect(await put("tool_d", yaml("tool_d"))).toMatchObject({ status: 201, body: { version: 1 } });
    const again = [
      await put("tool_d", `# a comment\n${yaml("tool_d")}`),
      await put("tool_d", yaml("tool_d", "mode: enforce\nvalue: high")),
      await put(
        "tool_d",
        written((members) => members),
        "application/json",
      ),
      await put(
        "tool_d",
        written((members) => members.toReversed()),
        "application/json",
      ),
    ];
    for (const answer of again) expect(answer).toMatchObject({ status: 200, body: { version: 1 } });
    const read = await product.asOperator("GET", "/api/v1/contracts/tool_d");
    expect(read.body).toMatchObject({ version: 1, versions: [{ version: 1 }] });
  });

  test("warnings are told when it is published, and again when it is applied once more", async () => {
    const text = yaml("tool_e", "mode: observe").replace("write_idempotent", "irreversible");
    const warnings = expect.arrayContaining([expect.stringContaining("observe lets everything through")]);
    expect(await put("tool_e", text)).toMatchObject({ status: 201, body: { warnings } });
    expect(await put("tool_e", text)).toMatchObject({ status: 200, body: { warnings } });
    expect((await product.asOperator("GET", "/api/v1/contracts/tool_e")).body).toMatchObject({ warnings });
  });

  test.each([
    ["YAML", "application/yaml", 'tool: bad\ntitle: "open', /line 2, column \d+/],
    ["JSON", "application/json", '{\n "tool": "bad",\n "title": oops\n}', /line 3, column 11/],
    [
      "JSON with a member twice",
      "application/json",
      '{\n "tool": "bad",\n "tool": "bad"\n}',
      /twice.*line 3, column 2/,
    ],
  ])("a mistake in %s is told with its line and column", async (_name, type, text, words) => {
    const answer = await put("bad", text, type);
    expect(answer).toMatchObject({ status: 422, body: { code: "invalid_contract" } });
    expect(answer.body["errors"]).toContainEqual({ pointer: "", message: expect.stringMatching(words) });
  });

  test("a condition that loops over a large list is answered at once, with a hold", async () => {
    const text = yaml("tool_f")
      .replace("write_idempotent", "write_non_idempotent")
      .replace("{ id: { type: string } }", "{ id: { type: string }, items: { type: array } }");
    const loop = "args.items.all(x, args.items.all(y, args.items.all(z, x + y + z >= 0.0)))";
    expect((await put("tool_f", `${text}policy: [{ when: "${loop}", then: clear }]`)).status).toBe(201);
    const items = Array.from({ length: 40_000 }, (_, index) => index);
    const answer = await product.submit({ tool: "tool_f", args: { id: "1", items }, run: "loop" });
    expect(answer).toMatchObject({ status: 202, body: { state: "held" } });
    const small = await product.submit({ tool: "tool_f", args: { id: "2", items: [1, 2] }, run: "loop" });
    expect(small.body).toMatchObject({ state: "cleared" });
  });

  test("the list of versions does not load what they say", async () => {
    await put("tool_c", yaml("tool_c"));
    const db = openDatabase({ url: product.databaseUrl, connectionsMax: 1, name: "versions" });
    try {
      const published = { version: 1, publishedAt: expect.any(Date), publishedBy: expect.any(String) };
      expect(await listContractVersions(db.client, "tool_c")).toEqual([published]);
    } finally {
      await db.close();
    }
  });

  test("an example that an operator published anew survives the next start", async () => {
    const text = (await readFile("contracts/book_meeting.yaml", "utf8")).replace("Book a meeting", "Book a room");
    expect(await put("book_meeting", text)).toMatchObject({ status: 201, body: { version: 2 } });
    const { databaseUrl, agentKey, operatorToken, operator } = product;
    const existing = { agentKey, operatorToken, operator };
    await seedDemo({ databaseUrl, redisUrl: null, contractsDir: "contracts", existing });
    const read = await product.asOperator("GET", "/api/v1/contracts/book_meeting");
    expect(read.body).toMatchObject({ title: "Book a room", version: 2 });
  });

  test.each([
    ["a write without an effect id", yaml("bad").replace("  effectId: /id\n", ""), "/execute/effectId"],
    ["a misspelt member", yaml("bad", "windoww: 7d"), "/windoww"],
    [
      "a condition that cannot be parsed",
      yaml("bad", 'policy: [{ when: "args.id ==", then: clear }]'),
      "/policy/0/when",
    ],
    [
      "a condition whose types cannot fit",
      yaml("bad", 'policy: [{ when: "run + 1 == 2", then: clear }]'),
      "/policy/0/when",
    ],
    [
      "a condition whose types do not fit the args",
      yaml("bad", 'policy: [{ when: "args.id + 1 == 2", then: clear }]'),
      "/policy/0/when",
    ],
    [
      "a condition that is neither true nor false",
      yaml("bad", 'policy: [{ when: "args.id", then: clear }]'),
      "/policy/0/when",
    ],
    [
      "a clearing rule for what is irreversible",
      yaml("bad", "policy: [{ then: clear }]").replace("write_idempotent", "irreversible"),
      "/policy/0/then",
    ],
    [
      "a currency the schema does not know",
      yaml("bad").replace("as: id }", "as: money, currency: /currency }"),
      "/fields/~1id/currency",
    ],
    [
      "a type that JSON Schema does not have",
      yaml("bad").replace("type: string", "type: strin"),
      "/args/properties/id/type",
    ],
    ["a pointer the schema does not know", yaml("bad").replace("/id: { role", "/ident: { role"), "/fields/~1ident"],
    ["text that is not YAML", "tool: [", ""],
    ["an alias without an anchor", yaml("bad", "description: *nowhere"), ""],
    [
      "an infinite number in the schema",
      yaml("bad").replace("type: string", "type: number, maximum: .inf"),
      "/args/properties/id/maximum",
    ],
    ["a NUL in a text", yaml("bad", 'description: "\\0"'), "/description"],
    ["half a character in a text", yaml("bad", 'description: "\\ud800"'), "/description"],
    ["a document that contains itself", yaml("bad").replace("{ type: object,", "&a { type: object, x: *a,"), ""],
    ["a hundred thousand levels", "[".repeat(100_000), ""],
    ["a template that means nothing", yaml("bad").replace("/corpus/x", "/{arg.id}"), "/execute/request/url"],
  ])("%s is refused with a pointer", async (_name, text, pointer) => {
    const answer = await put("bad", text);
    expect(answer).toMatchObject({ status: 422, body: { code: "invalid_contract" } });
    expect(answer.body["errors"]).toContainEqual({ pointer, message: expect.any(String) });
  });

  test("a publish takes effect on the very next submission, and the pinned old version is refused", async () => {
    await put("tool_b", yaml("tool_b"));
    const submit = (id: string, contractVersion?: number) =>
      product.submit({ tool: "tool_b", args: { id }, run: id, contractVersion });
    expect((await submit("1")).body).toMatchObject({ contractVersion: 1 });
    await put("tool_b", yaml("tool_b", "undo: 5s"));
    expect((await submit("2")).body).toMatchObject({ contractVersion: 2 });
    expect(await submit("3", 1)).toMatchObject({ status: 409, body: { code: "contract_version_mismatch" } });
  });
});
