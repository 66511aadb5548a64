import { test } from "vitest";
import { everyStep } from "./suite/crash-steps";
import { holds } from "./suite/holds";

test(
  "F1–F12 (L1, L2): kill -9 at every step, from the parsed request to the settled attempt, doubles and loses nothing",
  () => holds(everyStep, { seed: 1_012 }),
  300_000,
);
