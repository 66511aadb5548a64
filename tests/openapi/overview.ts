// Calls about the overview, as the description of the API has them.
import { test } from "vitest";
import type { OpenApiStage } from "./stage";

export function overviewCalls(stageOf: () => OpenApiStage): void {
  test("the overview of a time", async () => {
    const stage = stageOf();
    const tool = await stage.publish();
    await stage.submit(202, tool);
    for (const query of ["", "last=7d", "from=2020-01-01T00:00:00Z&to=2020-06-01T00:00:00Z"])
      await stage.calls(200, "GET /api/v1/overview", { query });
    await stage.calls(400, "GET /api/v1/overview", { query: "last=long" });
  });
}
