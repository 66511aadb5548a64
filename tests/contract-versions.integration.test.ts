import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ContractDto, ContractListDto, ContractVersionDetailDto, ContractVersionListDto } from "@/lib/wire/contract";
import { type Product, startProduct } from "./support/in-process";

const TOOL = "versioned_tool";
const FIRST = `# Why it is like this.
tool: ${TOOL}
title: Do a thing
effect: write_non_idempotent
args: { type: object, properties: { id: { type: string } }, required: [id] }
fields: { /id: { role: identity, as: id } }
execute:
  connector: http
  request: { method: POST, url: "{+config.LEDGER_URL}/corpus/x" }
  effectId: /id
`;

let product: Product;
let operatorName: string;
beforeAll(async () => {
  product = await startProduct({ worker: false });
  const { body } = await product.asOperator("GET", "/api/v1/session");
  operatorName = (body["operator"] as { name: string }).name;
  await publish(FIRST);
  await publish(`${FIRST}undo: 5s\nmode: observe\n`);
  await publish(`${FIRST}key: { scope: run }\npolicy: [{ then: hold, approvals: 2 }]\n`);
});
afterAll(async () => product.close());

async function publish(text: string): Promise<void> {
  const { status } = await product.asOperator("PUT", `/api/v1/contracts/${TOOL}`, text, {
    "content-type": "application/yaml",
  });
  expect(status).toBe(201);
}

const get = (path: string) => product.asOperator("GET", `/api/v1/contracts${path}`);

async function versionOf(version: number) {
  const { status, body } = await get(`/${TOOL}/versions/${version}`);
  expect(status).toBe(200);
  return ContractVersionDetailDto.parse(body);
}

describe("one version of a contract", () => {
  test("is answered with the text that its owner wrote, comments and all, and who published it", async () => {
    const first = await versionOf(1);
    expect(first).toMatchObject({ tool: TOOL, version: 1, source: FIRST, format: "yaml", title: "Do a thing" });
    expect(first.publishedByName).toBe(operatorName);
    expect(first.definition).toMatchObject({ tool: TOOL, key: { scope: "step" } });
    expect((await versionOf(3)).definition).toMatchObject({ key: { scope: "run" } });
  });

  test("says what it warned about when it was published", async () => {
    expect((await versionOf(2)).warnings).toContainEqual(expect.stringContaining("observe lets everything through"));
  });

  test("says what is in force, defaults filled in", async () => {
    expect((await versionOf(1)).terms).toMatchObject({
      duplicates: { same: "coalesce", drift: "hold", lookalike: "hold", variant: "hold", missing: "refuse" },
      windowMs: 7 * 86_400_000,
      policy: [],
      otherwise: { then: "hold", hold: { approvals: 1, role: "approver", expiresInMs: 86_400_000 } },
      bypass: { role: "admin", approvals: 2 },
      undoMs: 0,
      retries: { max: 5, baseMs: 500, capMs: 60_000 },
      honoursKeyMs: null,
      reconcile: null,
      retentionMs: null,
    });
    expect((await versionOf(3)).terms.policy).toEqual([
      { then: "hold", hold: { approvals: 2, role: "approver", expiresInMs: 86_400_000 } },
    ]);
  });

  test("names how keys are read: only a publish that changes them changes that name", async () => {
    const [first, second, third] = await Promise.all([versionOf(1), versionOf(2), versionOf(3)]);
    expect(second.terms.derivation).toBe(first.terms.derivation);
    expect(third.terms.derivation).not.toBe(first.terms.derivation);
  });

  test.each(["0", "4", "1.5", "x", "99999999999"])("version %s is not there", async (version) => {
    expect(await get(`/${TOOL}/versions/${version}`)).toMatchObject({ status: 404, body: { code: "not_found" } });
  });

  test("an agent is not told", async () => {
    expect((await product.asAgent("GET", `/api/v1/contracts/${TOOL}/versions/1`)).status).toBe(403);
  });
});

describe("lists of contracts", () => {
  test("versions are listed with the names of people; what no operator published has none", async () => {
    const { items } = ContractVersionListDto.parse((await get(`/${TOOL}/versions`)).body);
    expect(items.map(({ version, publishedByName }) => [version, publishedByName])).toEqual([
      [3, operatorName],
      [2, operatorName],
      [1, operatorName],
    ]);
    const seeded = ContractDto.parse((await get("/refund_payment")).body);
    expect(seeded.versions).toMatchObject([{ publishedBy: expect.any(String), publishedByName: null }]);
  });

  test("the list of tools says which only observe, and how many warnings each has", async () => {
    await publish(`${FIRST}mode: observe\n`);
    const { items } = ContractListDto.parse((await get("")).body);
    const { warnings } = ContractDto.parse((await get(`/${TOOL}`)).body);
    expect(warnings.length).toBeGreaterThan(0);
    expect(items).toContainEqual(
      expect.objectContaining({ tool: TOOL, mode: "observe", warningCount: warnings.length }),
    );
    expect(items).toContainEqual(expect.objectContaining({ tool: "refund_payment", mode: "enforce", warningCount: 0 }));
  });
});
