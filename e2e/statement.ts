// A statement that disagrees with what is on record, for stories about what was found.
import type { Demo } from "@/tests/support/launched-product";
import { type Agent, expect } from "./fixtures";
import { publishOwnTool } from "./own-tool";

export type Diverged = { tool: string; title: string; runId: string; orphanId: string; intentId: string };

const HOUR_MS = 3_600_000;

/** One effect that both sides have, one that nobody asked for, and a row that cannot be read. */
export function statementOf(effectId: string, orphanId: string): string {
  const at = new Date().toISOString();
  const rows = [`${effectId},5,${at}`, `${orphanId},1250.75,${at}`, `${effectId}_bad,ten,${at}`];
  return ["effectId,amount,at", ...rows, ""].join("\n");
}

/** Pays once with a tool of its own. */
export async function payOnce(demo: Demo, agent: Agent) {
  const { tool, title } = await publishOwnTool(demo);
  const mark = crypto.randomUUID().slice(0, 8);
  const { body } = await agent.submit({ tool, run: `run_${mark}`, step: "pay", args: { orderId: mark, amount: 5 } });
  expect(body).toMatchObject({ state: "succeeded" });
  return { tool, title, intentId: String(body.id), effectId: String(body.effectId), orphanId: `orphan_${mark}` };
}

/** Pays once, and uploads a statement with one effect too many; resolves when it was compared. */
export async function makeDivergence(demo: Demo, agent: Agent): Promise<Diverged> {
  const { tool, title, effectId, orphanId, intentId } = await payOnce(demo, agent);
  const [from, to] = [-HOUR_MS, HOUR_MS].map((ms) => new Date(Date.now() + ms).toISOString());
  const query = new URLSearchParams({ tool, from: String(from), to: String(to) });
  const headers = { authorization: `Bearer ${demo.operatorToken}`, "content-type": "text/csv" };
  const answer = await fetch(`${demo.url}/api/v1/reconciliations?${query}`, {
    method: "POST",
    headers,
    body: statementOf(effectId, orphanId),
  });
  expect(answer.status).toBe(202);
  const { id: runId } = (await answer.json()) as { id: string };
  await expect
    .poll(async () => {
      const read = await fetch(`${demo.url}/api/v1/reconciliations/${runId}`, { headers });
      return ((await read.json()) as { state: string }).state;
    }, "the statement was compared")
    .toBe("finished");
  return { tool, title, runId, orphanId, intentId };
}
