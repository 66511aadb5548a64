// The release after this one: an engine more for dates, with a table in which the law of Vancouver was changed.
import { otherSource } from "./other-source.mjs";

const NEXT = "{ current: 3, carried: [1, 2, 3] }";
const CLOCK = "(epochMs) => offsetAt(table, epochMs)";
const CHANGED = 'engine === 3 && zone === "America/Vancouver" && epochMs > Date.UTC(2026, 10, 1) ? 3_600_000 : 0';

export default otherSource("next-release", {
  "lib/domain/normalise/engines.ts": [
    ["date: BUNDLED", `date: ${NEXT}`],
    ["instant: BUNDLED", `instant: ${NEXT}`],
  ],
  "lib/domain/normalise/zone.ts": [[CLOCK, `${CLOCK} - (${CHANGED})`]],
});
