/** Downstreams that do not answer, and are given a rest. */
import * as z from "zod";
import { Text } from "./text";

export const RestingDownstreamDto = z
  .object({
    origin: z.string(),
    /** A rest is one tool's: others of the same origin go on. */
    tool: z.string(),
    title: z.string(),
    /** Why the last call was not answered. */
    reason: z.string(),
    since: z.iso.datetime(),
    /** Of the worker that tries next; in the past while it is being tried. */
    nextTryAt: z.iso.datetime(),
    /** An operator asked for a try, and a worker has yet to hear of it. */
    tryAskedAt: z.iso.datetime().nullable(),
    /** How many workers rest it. */
    workerCount: z.int(),
    /** Cleared intents of the tool, at most 1,000 are counted. 0: nothing tries it before the next one comes. */
    waitingCount: z.int(),
  })
  .meta({ id: "RestingDownstream" });
export type RestingDownstreamDto = z.infer<typeof RestingDownstreamDto>;

export const RestingDownstreamListDto = z
  .object({ items: z.array(RestingDownstreamDto) })
  .meta({ id: "RestingDownstreamList" });
export type RestingDownstreamListDto = z.infer<typeof RestingDownstreamListDto>;

export const TryDownstreamBody = z
  .strictObject({
    origin: Text.min(1).max(2_048),
    tool: Text.min(1).max(128).nullish().meta({ description: "Absent: every tool of the origin that rests." }),
  })
  .meta({ id: "TryDownstream" });
