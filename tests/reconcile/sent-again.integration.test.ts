// L1: what the downstream has is not sent again, though a person said that it was never done.
import { afterAll, beforeAll, expect, test } from "vitest";
import { ReconcileStage } from "./support/reconcile-stage";

let stage: ReconcileStage;
beforeAll(async () => {
  stage = await ReconcileStage.open();
});
afterAll(() => stage.close());

const soon = { timeout: 20_000, interval: 25 };
const stateOf = async (id: string) => (await stage.asAdmin("GET", `/intents/${id}`)).body["state"];
const switchTool = (tool: string, verb: "pause" | "resume") =>
  stage.asAdmin("POST", `/tools/${tool}/${verb}`, verb === "pause" ? { reason: "A look at it." } : {});

/** Done downstream, taken for undone here, and about to be sent again as soon as the tool is resumed. */
async function waitingToGoOut(more: Record<string, unknown> = {}) {
  const tool = await stage.publish({ list: false, ...more });
  await stage.setFault(`/corpus/${tool}`, "effect_then_500", { times: 1 });
  const paid = await stage.pay(tool);
  const [effect] = await stage.product.effects(paid.key);
  expect((await switchTool(tool, "pause")).status).toBe(200);
  const wrong = { outcome: "not_executed", evidence: "Not in their console.", then: "retry", confirmEarly: true };
  expect((await stage.asAdmin("POST", `/intents/${paid.id}/resolution`, wrong)).status).toBe(200);
  return { tool, ...paid, effectId: String(effect?.id) };
}

test("its effect in a statement ends it, on record as a finding, and nothing goes out when the tool is resumed", async () => {
  const { tool, id, key, effectId } = await waitingToGoOut();
  const run = await stage.ended(await stage.upload(tool, `key,id\n${key},${effectId}\n`));
  expect(run.counts).toMatchObject({ late: 1, resolved: 1 });
  expect((await stage.asAdmin("GET", `/intents/${id}`)).body).toMatchObject({ state: "succeeded", effectId });
  expect(await stage.findings(`intent=${id}&kind=late`)).toMatchObject([{ data: { state: "cleared", effectId } }]);
  await switchTool(tool, "resume");
  // Something of the same tool that goes out after it shows that it would have gone out by then.
  await expect.poll(async () => stateOf((await stage.pay(tool)).id), soon).toBe("succeeded");
  expect(await stage.product.effects(key)).toHaveLength(1);
});

test("what ended and would be opened again by the next submission is ended by it, too", async () => {
  const { tool, id, key, effectId } = await waitingToGoOut();
  const withdrawn = await stage.product.asAgent("POST", `/api/v1/intents/${id}/withdraw`, {});
  expect(withdrawn.status).toBe(200);
  await switchTool(tool, "resume");
  const run = await stage.ended(await stage.upload(tool, `key,id\n${key},${effectId}\n`));
  expect(run.counts).toMatchObject({ late: 1, resolved: 1 });
  expect(await stateOf(id)).toBe("succeeded");
});
