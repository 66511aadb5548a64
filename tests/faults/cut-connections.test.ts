import { test } from "vitest";
import { holds } from "./suite/holds";
import { connectionsCut } from "./suite/postgres-faults";

test("F18: connections cut around the commits of intake, claim and settle leave one intent and one effect an action", () =>
  holds(connectionsCut, { seed: 1_018, size: { kills: 15 } }));
