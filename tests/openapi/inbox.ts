// Calls about what waits for people, and the stream that tells of it.
import { describe, expect, test } from "vitest";
import { INTENT, type OpenApiStage } from "./stage";

export function inboxCalls(stageOf: () => OpenApiStage): void {
  describe("what waits for a person", () => {
    test("the inbox, its counts, deciding many, and who decided", async () => {
      const stage = stageOf();
      const tool = await stage.publish({ value: "low", policy: [{ then: "hold" }] });
      const { body } = await stage.submit(202, tool);
      const intentId = String(body["id"]);
      const inbox = await stage.calls(200, "GET /api/v1/inbox", { query: `tool=${tool}&reason=approval` });
      const [item] = inbox.body["items"] as { argsDigest: string }[];
      await stage.calls(200, "GET /api/v1/inbox/counts", { query: `tool=${tool}` });
      await stage.calls(400, "GET /api/v1/inbox", { query: "reason=boredom" });
      await stage.calls(400, "GET /api/v1/inbox/counts", { query: "reason=approval" });
      const items = [{ intentId, argsDigest: String(item?.argsDigest) }];
      const decided = await stage.calls(200, "POST /api/v1/decisions", { body: { verdict: "approve", items } });
      expect(decided.body).toMatchObject({ results: [{ intentId, problem: null }] });
      await stage.calls(400, "POST /api/v1/decisions", { body: { verdict: "approve", items: [] } });
      await stage.calls(200, `GET ${INTENT}/decisions`, { at: { id: intentId } });
    });

    test("the stream says hello", async () => {
      await stageOf().calls(200, "GET /api/v1/stream");
    });
  });
}
