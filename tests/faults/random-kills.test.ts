import { test } from "vitest";
import { holds } from "./suite/holds";
import { randomKills } from "./suite/random-kills";

test("F13: web and worker killed at random in the middle of everything double and lose nothing", () =>
  holds(randomKills, { seed: 1_013, size: { actions: 150, kills: 6 } }));
