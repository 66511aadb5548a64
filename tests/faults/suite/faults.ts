// Every fault of the suite, in the order of the matrix.
import { clockJumps } from "./clock-jumps";
import { crashSteps } from "./crash-steps";
import { diskFull } from "./disk-full";
import { answerLost, hungDownstream, saysLater } from "./downstream-faults";
import type { Fault } from "./fault";
import { frozenWorker } from "./frozen-worker";
import { lockedRow } from "./locked-row";
import { blockedLoop, poison } from "./module-faults";
import { overload } from "./overload";
import { partitions } from "./partitions";
import { connectionsCut, postgresStopped } from "./postgres-faults";
import { randomKills } from "./random-kills";
import { redisAway, redisWiped, wakeUpsRepeated } from "./redis-faults";
import { redisUnfit } from "./redis-unfit";
import { resourcesOut } from "./resources";
import { rivalDecisions } from "./rival-decisions";
import { rollingUpgrade } from "./rolling-upgrade";
import { slowDisk } from "./slow-disk";
import { slowDownstream } from "./slow-downstream";
import { storeRestored } from "./store-restored";

export const FAULTS: readonly Fault[] = [
  ...crashSteps,
  randomKills,
  redisWiped,
  redisAway,
  redisUnfit,
  postgresStopped,
  connectionsCut,
  lockedRow,
  wakeUpsRepeated,
  clockJumps,
  frozenWorker,
  blockedLoop,
  slowDownstream,
  hungDownstream,
  answerLost,
  saysLater,
  partitions,
  diskFull,
  slowDisk,
  resourcesOut,
  rollingUpgrade,
  poison,
  overload,
  rivalDecisions,
  storeRestored,
];
