import { test } from "vitest";
import { holds } from "./suite/holds";
import { rivalDecisions } from "./suite/rival-decisions";

test("F35: of 32 people who approve, deny and undo at once, while the hold runs out, one wins", () =>
  holds(rivalDecisions, { seed: 1_035, size: { actions: 8 } }));
