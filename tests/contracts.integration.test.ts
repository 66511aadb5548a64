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
  const put = (tool: string, text: string) =>
    fetch(`${product.url}/api/v1/contracts/${tool}`, {
      method: "PUT",
      headers: { authorization: `Bearer ${product.operatorToken}`, "content-type": "application/yaml" },
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
    ["a misspelt member", yaml("bad", "windoww: 7d"), ""],
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
    ["a pointer the schema does not know", yaml("bad").replace("/id: { role", "/ident: { role"), "/fields/~1ident"],
    ["text that is not YAML", "tool: [", ""],
    ["an alias without an anchor", yaml("bad", "description: *nowhere"), ""],
    ["an infinite number in the schema", yaml("bad").replace("type: string", "type: number, maximum: .inf"), ""],
    ["a NUL in a text", yaml("bad", 'description: "\\0"'), ""],
    ["half a character in a text", yaml("bad", 'description: "\\ud800"'), ""],
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
