// All who wait get the answer: where the downstream can be asked, a doubt is told once it has answered.
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { probeDoubt } from "@/lib/application/probe-doubt";
import { settleAttempts } from "@/lib/application/settle-attempts";
import { loadSettings } from "@/lib/config/env";
import { makeLogger } from "@/lib/config/log";
import type { ProbeResult } from "@/lib/domain/event";
import { reserveProbes } from "@/lib/store/doubts";
import { makeRuntime, type Runtime } from "@/server/runtime";
import { ask, EXECUTE } from "./gate/support/contract";
import { Stage } from "./gate/support/stage";
import { DoubtStage } from "./support/doubt-stage";

/** An answer that comes only when this time is over comes too late for the test. */
const WAIT_SECONDS = 60;
const TEST_MS = 45_000;
const SLOW_MS = 1_500;
const PROBE = { absentAfter: "5s" };

describe("with a worker and a ledger", () => {
  let stage: DoubtStage;
  let second: Runtime;
  beforeAll(async () => {
    stage = await DoubtStage.open();
    second = makeRuntime(loadSettings(stage.product.env), makeLogger("second", "silent"));
  });
  afterAll(async () => {
    await second.close();
    await stage.close();
  });
  afterEach(() => stage.clearFaults());

  const read = async (id: string): Promise<Record<string, unknown>> => {
    const headers = { authorization: `Bearer ${stage.product.agentKey}`, prefer: `wait=${WAIT_SECONDS}` };
    return (await second.api.request(`/api/v1/intents/${id}`, { headers })).json() as never;
  };

  test(
    "a connection that is reset after the effect: submitters, repeaters and readers in every process get the success",
    async () => {
      const tool = await stage.publish({ probe: PROBE });
      await stage.setFault(`/corpus/${tool}`, "effect_then_reset", { times: 1 });
      await stage.setFault(`GET /corpus/${tool}`, "slow_success", { delayMs: SLOW_MS });
      const order = stage.order(tool);
      const submitters = Array.from({ length: 6 }, () => stage.submit(order, WAIT_SECONDS));
      const id = String((await stage.submit(order, 0)).body["id"]);
      await stage.reaches(id, { state: "in_doubt" });
      const readers = Array.from({ length: 6 }, () => read(id));
      const repeaters = Array.from({ length: 3 }, () => stage.submit(order, WAIT_SECONDS));
      const told = [
        ...(await Promise.all([...submitters, ...repeaters])).map(({ body }) => body),
        ...(await Promise.all(readers)),
      ];
      const [effect] = await stage.effectsOf(id);
      for (const body of told) expect(body).toMatchObject({ id, state: "succeeded", effectId: effect?.id });
      expect(await stage.askedAbout(id)).toEqual({ posts: 1, gets: 1 });
    },
    TEST_MS,
  );

  test(
    "a probe that cannot tell: the doubt is told after its first answer",
    async () => {
      const tool = await stage.publish({ probe: PROBE });
      await stage.setFault(`/corpus/${tool}`, "effect_then_reset", { times: 1 });
      await stage.setFault(`GET /corpus/${tool}`, "effect_then_500", { status: 503 });
      const { status, body } = await stage.submit(stage.order(tool), WAIT_SECONDS);
      expect([status, body["state"]]).toEqual([202, "in_doubt"]);
      expect(await stage.events(String(body["id"]), "intent.probe")).toMatchObject([{ answer: "unknown" }]);
      // Nothing better is to be told in a moment: who asks from now on is answered at once.
      expect(await read(String(body["id"]))).toMatchObject({ state: "in_doubt" });
    },
    TEST_MS,
  );

  test(
    "no probe: the doubt is told at once",
    async () => {
      const tool = await stage.publish({ probe: false });
      await stage.setFault(`/corpus/${tool}`, "effect_then_reset", { times: 1 });
      const order = stage.order(tool);
      const { status, body } = await stage.submit(order, WAIT_SECONDS);
      expect([status, body["state"]]).toEqual([202, "in_doubt"]);
      expect((await stage.submit(order, WAIT_SECONDS)).body).toMatchObject({ state: "in_doubt" });
      expect(await read(String(body["id"]))).toMatchObject({ state: "in_doubt" });
    },
    TEST_MS,
  );

  test("a probe that does not answer in time: the doubt is told when the time is over", async () => {
    const tool = await stage.publish({ probe: PROBE });
    await stage.setFault(`/corpus/${tool}`, "effect_then_reset", { times: 1 });
    await stage.setFault(`GET /corpus/${tool}`, "hang");
    const { body } = await stage.submit(stage.order(tool), 2);
    expect(body).toMatchObject({ state: "in_doubt" });
    expect(await stage.events(String(body["id"]), "intent.probe")).toEqual([]);
  });
});

describe("what is announced to every process", () => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await Stage.open();
  });
  afterAll(() => stage.close());

  const failure = { code: "reset", message: "reset" };
  const present: ProbeResult = { kind: "present", effectId: "fx", result: null };

  /** Attempts may have acted, and the key is not honoured: in doubt after one. */
  async function bringIntoDoubt(probe: object): Promise<{ id: string; announced: string[] }> {
    const { idempotency: _, ...execute } = EXECUTE;
    const tool = await stage.tool({ execute: { ...execute, ...probe } });
    const id = String((await stage.submit(ask(tool, stage.thing()))).body["id"]);
    await stage.claim(id);
    const { attemptId, fence } = await stage.row(id);
    const announced: string[] = [];
    const outcome = { class: "unknown", failure } as const;
    const settlement = { attemptId: attemptId ?? "", intentId: id, fence, outcome, exchange: null };
    await settleAttempts({ ...stage.deps, random: () => 0, announce: (ids) => announced.push(...ids) }, [settlement]);
    expect((await stage.row(id)).state).toBe("in_doubt");
    return { id, announced };
  }

  async function answer(id: string, result: ProbeResult): Promise<string[]> {
    const wanted = { limit: 10, perToolMax: 10, underWay: {}, forMs: 60_000 };
    const reserved = (await reserveProbes(stage.db.client, wanted)).find(({ intentId }) => intentId === id);
    if (reserved === undefined) throw new Error("no question is due");
    const announced: string[] = [];
    const fail = (error: unknown) => {
      throw error;
    };
    const deps = { ...stage.deps, ask: async () => ({ result, exchange: null }), wake: () => undefined, onError: fail };
    const announce = (ids: string[]) => void announced.push(...ids);
    await probeDoubt({ ...deps, announce }, reserved, new AbortController().signal);
    return announced;
  }

  const url = "{+config.LEDGER_URL}/corpus/thing?key={key}";
  const probed = { probe: { url, effectId: "/data/0/id", absentAfter: "2s" } };

  test.each<[string, ProbeResult]>([
    ["present", present],
    ["absent", { kind: "absent" }],
    ["unknown", { kind: "unknown" }],
  ])("not the doubt, but the first answer to the probe: %s", async (_name, result) => {
    const { id, announced } = await bringIntoDoubt(probed);
    expect(announced).toEqual([]);
    expect(await answer(id, result)).toEqual([id]);
  });

  test("the doubt, where the downstream cannot be asked", async () => {
    const { id, announced } = await bringIntoDoubt({});
    expect(announced).toEqual([id]);
  });
});
