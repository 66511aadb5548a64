import { test } from "vitest";
import { answerLost, saysLater } from "./suite/downstream-faults";
import { holds } from "./suite/holds";

test("F26: an answer that is lost after the effect is never paid for with a second one, and a probe ends the doubt", () =>
  holds(answerLost, { seed: 1_026, size: { actions: 120 } }));

test("F27: a downstream that says `later` is asked again, and nothing is left in doubt", () =>
  holds(saysLater, { seed: 1_027, size: { actions: 120 } }));
