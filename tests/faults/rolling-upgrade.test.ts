import { test } from "vitest";
import { holds } from "./suite/holds";
import { upgradeOfEngines } from "./suite/rolling-upgrade";

test("F32: an upgrade rolls out under load, tools go over to newer engines, and each action keeps its one effect", () =>
  holds(upgradeOfEngines, { seed: 1_032, size: { actions: 12 } }));
