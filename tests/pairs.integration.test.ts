/** The decided pairs once more, as a caller sees them: raw bodies over HTTP, published contracts, the answer's disposition. */
import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Product, startProduct } from "./support/in-process";

type Side = { run: string; step: string; session: string; callerKey?: string; occurrence?: number; namespace?: string };
type Pair = { id: string; contract: string; expect: string; a: Side; b: Side };
type Contract = { key: { scope: string }; [name: string]: unknown };

const CASES = "lib/domain/normalise/cases";
const AT_ONCE = 16;

let product: Product;
beforeAll(async () => {
  product = await startProduct({ worker: false });
});
afterAll(async () => product.close());

test("what the second call is to the first, over the wire", { timeout: 120_000 }, async () => {
  const contracts = JSON.parse(await readFile(`${CASES}/pair-contracts.json`, "utf8")) as Record<string, Contract>;
  for (const [tool, contract] of Object.entries(contracts)) {
    // Each pair gets runs of its own, so that pairs cannot meet; a business key would look past them.
    const scope = contract.key.scope === "business" ? "step" : contract.key.scope;
    const duplicates = { same: "coalesce", drift: "hold", lookalike: "allow", variant: "allow" };
    const answer = await product.asOperator("PUT", `/api/v1/contracts/${tool}`, {
      ...contract,
      key: { scope },
      duplicates,
    });
    expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
  }
  const lines = (await readFile(`${CASES}/pairs.jsonl`, "utf8")).split("\n").filter(Boolean);
  const pairs = lines.map((line, index) => ({ line, index, pair: JSON.parse(line) as Pair }));
  const asked = pairs.filter(({ pair }) => !pair.id.includes("business scope") && pair.b.namespace === undefined);
  const wrong: string[] = [];
  for (let from = 0; from < asked.length; from += AT_ONCE) {
    const results = asked.slice(from, from + AT_ONCE).map(async ({ line, index, pair }) => {
      const found = [await submit(line, "a", pair, index), await submit(line, "b", pair, index)];
      if (found.join() !== `created,${expectedOf(pair.expect)}`) wrong.push(`${pair.id}: ${found.join()}`);
    });
    await Promise.all(results);
  }
  expect(wrong).toEqual([]);
});

/** Sent as it is written: a number must reach the service with all its digits. */
async function submit(line: string, name: "a" | "b", pair: Pair, index: number): Promise<string> {
  const side = pair[name];
  const args = line.slice(line.indexOf('"args": ', line.indexOf(`"${name}": {"run"`)) + '"args": '.length);
  const end = name === "a" ? args.indexOf('}, "b": {"run"') : args.length - "}}".length;
  const { run, step, session, callerKey, occurrence } = side;
  const context = JSON.stringify({
    tool: pair.contract,
    run: `${index} ${run}`,
    step,
    session: `${index} ${session}`,
    occurrence,
  });
  const response = await fetch(`${product.url}/api/v1/intents`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${product.agentKey}`,
      "content-type": "application/json",
      ...(callerKey === undefined ? {} : { "idempotency-key": `${index} ${callerKey}` }),
    },
    body: `${context.slice(0, -1)}, "args": ${args.slice(0, end)}}`,
  });
  const body = (await response.json()) as { code?: string; submission?: { disposition: string } };
  const disposition = body.submission?.disposition ?? `${response.status} ${body.code}`;
  return SPELT.get(disposition) ?? disposition;
}

/** Other pairs of a tool share identities under other runs, so a new intent may well be a look-alike of one of them. */
const SPELT = new Map([
  ["replayed", "coalesced"],
  ["lookalike", "created"],
]);

function expectedOf(expected: string): string {
  if (expected === "same") return "coalesced";
  if (expected === "drift") return "drifted";
  return expected === "invalid_b" ? "422 invalid_args" : "created";
}
