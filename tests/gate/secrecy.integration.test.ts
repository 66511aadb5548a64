// What an agent can read never holds a key, what a key is made of, or a threshold.
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Answer } from "../support/in-process";
import { ask, duplicates, elsewhere } from "./support/contract";
import { type Body, Stage } from "./support/stage";
import { bring, STATES } from "./support/states";

let stage: Stage;
beforeAll(async () => {
  stage = await Stage.open();
});
afterAll(() => stage.close());

/** Text that only operators may see: names and conditions of rules, labels of limits. */
const INNER_TEXT = ["plan clears", "plan refuses", "plan needs", "plan holds", "args.plan", "sum of", "987654"];

async function secrets(): Promise<string[]> {
  const rows = await stage.sql<{ secret: string | null }>(
    `select encode(unnest(array[key, stem, fingerprint, identity_digest, family]), 'hex') as secret from intents
     union select fingerprint from submissions
     union select digest from caller_keys
     union select bucket from reservations`,
  );
  return rows.flatMap(({ secret }) => secret ?? []);
}

function textOf({ headers, body, status }: Answer): string {
  return `${status} ${JSON.stringify([...headers])} ${JSON.stringify(body)}`;
}

test("in every answer to every call that an agent can make, also where it is refused", async () => {
  const limits = [{ per: "tool", sum: "/amount", max: 987_654, window: "24h" }];
  const answers: Answer[] = [];
  const asAgent = async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
    const answer = await stage.product.asAgent(method, `/api${path}`, body, headers);
    answers.push(answer);
    return answer;
  };
  const every = [
    duplicates({ lookalike: "hold", variant: "hold", missing: "hold" }),
    duplicates({ same: "refuse", drift: "refuse", lookalike: "refuse", variant: "refuse" }),
    duplicates({ same: "allow", drift: "coalesce", lookalike: "coalesce", variant: "allow" }),
    { ...duplicates({ lookalike: "refuse" }), mode: "observe" },
  ];
  for (const more of every) {
    const tool = await stage.tool({ ...more, limits });
    for (const state of STATES) {
      const thing = stage.thing();
      // Observed, nothing is held or refused: those states are not there to be met.
      const id = await bring(stage, ask(tool, thing), state).catch(() => "int_00000000000000000000000000");
      const bodies: Body[] = [
        ask(tool, thing),
        ask(tool, thing, { amount: 90, plan: "two" }),
        elsewhere(tool, thing),
        elsewhere(tool, thing, { amount: 90, plan: "refuse" }),
        { ...ask(tool, thing), occurrence: 2 },
      ];
      for (const body of bodies) {
        await asAgent("POST", "/v1/explain", body);
        await asAgent("POST", "/v1/intents", body);
      }
      await asAgent("POST", "/v1/intents", ask(tool, thing), { "idempotency-key": `k-${tool}` });
      await asAgent("GET", `/v1/intents/${id}`);
      for (const part of ["submissions", "events", "attempts"]) await asAgent("GET", `/v1/intents/${id}/${part}`);
      await asAgent("POST", `/v1/intents/${id}/decisions`, { verdict: "deny", reason: "x" });
      await asAgent("POST", `/v1/intents/${id}/withdraw`, {});
    }
    await asAgent("POST", "/v1/intents", ask(tool, stage.thing(), { amount: 1_000_000 }));
    await asAgent("POST", "/v1/intents", ask(tool, stage.thing(), { amount: "?" }));
    await asAgent("POST", "/v1/intents", ask(tool, stage.thing(), { plan: "break" }, {}));
    await asAgent("GET", `/v1/contracts/${tool}`);
    await asAgent("GET", `/v1/intents?tool=${tool}&limit=200`);
  }
  for (const path of ["/v1/intents?limit=200", "/v1/contracts", "/v1/grants", "/v1/agents", "/v1/nothing"]) {
    await asAgent("GET", path);
  }
  expect(answers.length).toBeGreaterThan(900);
  const said = answers.map(textOf).join("\n");
  const found = (await secrets()).filter((secret) => said.includes(secret));
  expect(found).toEqual([]);
  expect(INNER_TEXT.filter((text) => said.includes(text))).toEqual([]);
}, 300_000);

test("joining what a colleague asked for under its own key does not tell that key", async () => {
  const more = duplicates({ lookalike: "coalesce", missing: "hold" });
  const [tool, thing] = [await stage.tool(more), stage.thing()];
  const colleague = await stage.agent();
  await colleague.call("POST", "/intents", ask(tool, thing), { "idempotency-key": "their-own-key" });
  for (const context of [{ run: "mine", step: "1" }, {}]) {
    const body = ask(tool, thing, {}, context);
    for (const path of ["/api/v1/explain", "/api/v1/intents"]) {
      const answer = await stage.product.asAgent("POST", path, body);
      expect(answer.body).toMatchObject(
        path.endsWith("explain") ? { disposition: "lookalike" } : { submissionCount: expect.any(Number) },
      );
      expect(textOf(answer)).not.toContain("their-own-key");
    }
  }
});
