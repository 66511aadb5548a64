// The release before this one, as far as dates are concerned: zones as its Node knows them, and no other engine.
import { otherSource } from "./other-source.mjs";

export default otherSource("first-edition", {
  "lib/domain/normalise/engines.ts": [
    ["date: BUNDLED", "date: FIRST"],
    ["instant: BUNDLED", "instant: FIRST"],
  ],
});
