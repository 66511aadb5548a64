import { expect, test } from "vitest";
import { type ServerIdentity, whyRestored } from "./store-epoch";

const server: ServerIdentity = { systemId: "7", timeline: "00000001", database: "16384" };
const store = { epoch: 3, server };
const at = (epoch: number, attemptId = "att_1") => [{ epoch, attemptId }];

test.each([
  ["it knows the claim", at(3), ["att_1"], server, null],
  ["it lacks the claim", at(3), [], server, "claim_missing"],
  ["the claim is of an epoch that is over", at(2), [], server, null],
  ["it lacks the epoch of the claim", at(4), ["att_1"], server, "epoch_missing"],
  ["another system", at(3), ["att_1"], { ...server, systemId: "8" }, "other_server"],
  ["another timeline: a failover", at(3), ["att_1"], { ...server, timeline: "00000002" }, "other_server"],
  ["another database: a logical restore", at(3), ["att_1"], { ...server, database: "16999" }, "other_server"],
  ["a server that does not tell", at(3), ["att_1"], { systemId: null, timeline: null, database: null }, null],
] as const)("%s", (_, seen, present, now, why) => {
  expect(whyRestored(store, now, [...seen], new Set(present))).toBe(why);
});

test("a store that no worker has met before has nothing to compare with", () => {
  expect(whyRestored({ epoch: 1, server: null }, server, [], new Set())).toBeNull();
});
