/**
 * Pairs of realistic tool calls under realistic contracts, and what the second is to the first. What is expected was
 * written down from the specification, before the code was asked.
 */
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { checkContract } from "../contract/check-contract";
import { type CompiledContract, compileContract } from "../contract/compile-contract";
import type { JsonObject } from "../json";
import { deriveFingerprint, deriveIdentityDigest, deriveStem, keyContext } from "../key";
import { findUnsafeNumbers } from "./lossless";
import { normaliseArgs } from "./normalise-args";

type Side = {
  args: JsonObject;
  run: string;
  step: string;
  session: string;
  callerKey?: string;
  occurrence?: number;
  namespace?: string;
};
type Verdict = "same" | "drift" | "lookalike" | "variant" | "different" | "invalid_a" | "invalid_b";
type Pair = { id: string; contract: string; expect: Verdict; a: Side; b: Side };
type Read = { stem: string; family: string; identity: string; fingerprint: string };

const PAIRS_COUNT = 670;
const contracts = new Map(
  Object.entries(JSON.parse(readCase("pair-contracts.json")) as Record<string, unknown>).map(([tool, written]) => {
    const checked = checkContract(written);
    if (!checked.ok) throw new Error(`${tool}: ${JSON.stringify(checked.errors)}`);
    return [tool, compileContract(checked.definition, 1)] as const;
  }),
);
const lines = readCase("pairs.jsonl").split("\n").filter(Boolean);

describe("what the second call is to the first", () => {
  test("all pairs are here, under names of their own", () => {
    expect(new Set(lines.map((line) => (JSON.parse(line) as Pair).id)).size).toBe(PAIRS_COUNT);
  });

  test.each(lines.map((line) => [JSON.parse(line) as Pair, line] as const))("$id", (pair, line) => {
    expect(compare(pair, findUnsafeNumbers(line))).toBe(pair.expect);
  });

  test("the same call is the same, whichever comes first", () => {
    for (const line of lines) {
      const { a, b, ...pair } = JSON.parse(line) as Pair;
      if (pair.expect.startsWith("invalid")) continue;
      expect(compare({ ...pair, a: b, b: a }, [])).toBe(pair.expect);
      expect(compare({ ...pair, a, b: a }, [])).toBe("same");
    }
  });
});

function compare({ contract, a, b }: Pair, unsafe: string[]): Verdict {
  const compiled = contracts.get(contract);
  if (!compiled) throw new Error(`There is no contract ${contract}.`);
  const isUnsafe = (side: string) => unsafe.some((pointer) => pointer.startsWith(`/${side}/args/`));
  const first = isUnsafe("a") ? null : read(compiled, a);
  const second = isUnsafe("b") ? null : read(compiled, b);
  if (first === null) return "invalid_a";
  if (second === null) return "invalid_b";
  if (first.identity !== second.identity) return "different";
  const isSameMaterial = first.fingerprint === second.fingerprint;
  if (first.stem === second.stem) return isSameMaterial ? "same" : "drift";
  // Another occurrence in one context is deliberate: neither look-alike nor variant.
  if (first.family === second.family) return "different";
  return isSameMaterial ? "lookalike" : "variant";
}

/** Null for args that the contract refuses. */
function read(contract: CompiledContract, side: Side): Read | null {
  const checked = contract.argsSchema.check(side.args);
  const fields = checked.ok ? normaliseArgs(contract.fields, checked.args) : checked;
  if (!fields.ok) return null;
  const { run, step, session, callerKey = null, occurrence = 1, namespace = "default" } = side;
  const contextAt = (time: number) => {
    const context = keyContext(contract.scope, { run, step, session, callerKey, occurrence: time });
    if (context === null) throw new Error("A pair needs a context.");
    return context;
  };
  const parts = { namespace, tool: contract.tool, identity: fields.identity };
  return {
    stem: deriveStem({ ...parts, context: contextAt(occurrence) }),
    family: deriveStem({ ...parts, context: contextAt(1) }),
    identity: deriveIdentityDigest(parts),
    fingerprint: deriveFingerprint(fields.material),
  };
}

function readCase(name: string): string {
  return readFileSync(new URL(`./cases/${name}`, import.meta.url), "utf8");
}
