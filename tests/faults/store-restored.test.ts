import { test } from "vitest";
import { holds } from "./suite/holds";
import { restoredBy } from "./suite/store-restored";

test("F36: a store that was put back from a copy repeats nothing that had run, and says what may have run", () =>
  holds(restoredBy("copy"), { seed: 1_036, size: { actions: 32 } }));
