import { test } from "vitest";
import { holds } from "./suite/holds";
import { lacking } from "./suite/needs";
import { redisUnfit } from "./suite/redis-unfit";

const missing = lacking("redis-server");

test.skipIf(missing !== null)(
  `F16: a Redis that is full, read-only or evicting delays work and loses none; a start on one that evicts is refused${missing === null ? "" : ` (${missing})`}`,
  () => holds(redisUnfit, { seed: 1_016 }),
);
