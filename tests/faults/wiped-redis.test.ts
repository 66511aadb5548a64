import { test } from "vitest";
import { hasRedisServer } from "@/scripts/launch/redis-server";
import { holds } from "./suite/holds";
import { redisWiped, wakeUpsRepeated } from "./suite/redis-faults";

// Where there is none, queue-away.test.ts wipes one that is compiled to WebAssembly.
const onRedis = test.skipIf(!hasRedisServer());

onRedis("F14: a Redis that is wiped again and again delays work and loses none", () =>
  holds(redisWiped, { seed: 1_014, size: { actions: 150 } }),
);

onRedis("F20: the same wake-ups ten times, and those of an old AOF, perform nothing twice", () =>
  holds(wakeUpsRepeated, { seed: 1_020, size: { actions: 150 } }),
);
