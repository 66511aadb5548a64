// Calls about downstreams that rest, as the description of the API has them.
import { test } from "vitest";
import type { OpenApiStage } from "./stage";

export function downstreamCalls(stageOf: () => OpenApiStage): void {
  test("what rests, and what is to be tried now", async () => {
    const stage = stageOf();
    const tool = await stage.publish();
    const origin = "https://away.example";
    await stage.onDatabase(
      `insert into resting_downstreams (worker, tool, origin, reason, since, next_try_at, seen_at)
       values ('w', $1, $2, 'The downstream did not answer in time.', now(), now(), now())`,
      tool,
      origin,
    );
    await stage.calls(200, "GET /api/v1/downstreams");
    await stage.calls(200, "POST /api/v1/downstreams/try", { body: { origin, tool } });
    await stage.calls(200, "POST /api/v1/downstreams/try", { body: { origin } });
    await stage.calls(404, "POST /api/v1/downstreams/try", { body: { origin, tool: "another" } });
    await stage.calls(400, "POST /api/v1/downstreams/try", { body: { tool } });
  });
}
