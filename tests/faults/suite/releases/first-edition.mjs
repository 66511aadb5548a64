// The release before this one, as far as dates are concerned: zones as its Node knows them, no other engine, and no idea that
// a newer release may wait for it to end.
import { otherSource } from "./other-source.mjs";

const PUT_OFF = ["await putOffMove(db.client, tool, digest, movesTo);", "await null;"];

export default otherSource("first-edition", {
  "lib/domain/normalise/engines.ts": [
    ["date: BUNDLED", "date: FIRST"],
    ["instant: BUNDLED", "instant: FIRST"],
  ],
  "lib/application/move-engines.ts": [PUT_OFF],
  "lib/application/contract-catalog.ts": [PUT_OFF],
});
