import { test } from "vitest";
import { holds } from "./suite/holds";
import { descriptorsOut } from "./suite/resources";

const missing = descriptorsOut.cannotRun?.() ?? null;

test.skipIf(missing !== null)(
  `F31: web and worker without a file descriptor left answer 503 and go on by themselves, and nothing is lost${missing === null ? "" : ` (${missing})`}`,
  () => holds(descriptorsOut, { seed: 1_031 }),
);
