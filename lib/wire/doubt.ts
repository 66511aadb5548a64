import * as z from "zod";
import { Named, Role } from "./named";
import { Text } from "./text";

/** What is known about a doubt, and what people have said about it so far. */
export const DoubtDto = z
  .object({
    since: z.iso.datetime(),
    /**
     * Until then the request may still land: a probe's absence proves nothing, and `not_executed` with `retry` needs
     * `confirmEarly`.
     */
    notBefore: z.iso.datetime(),
    why: z.string(),
    /** Null: the contract declares no probe. */
    probe: z
      .object({
        askedCount: z.int(),
        said: z.enum(["absent", "unknown"]).nullable(),
        why: z.string().nullable(),
        lastAt: z.iso.datetime().nullable(),
        /** The question is out, and not answered yet; when it is asked again depends on the answer. */
        asking: z.boolean(),
        /** When it is asked (again). Past: as soon as a worker gets to it. Null while it is being asked. */
        nextAt: z.iso.datetime().nullable(),
      })
      .nullable(),
    /** The least role that may resolve it. */
    role: Role,
    /** So many people must say the same. */
    approvalsNeeded: z.int(),
    statements: z.array(
      z.object({
        operator: Named,
        outcome: z.enum(["executed", "not_executed"]),
        effectId: z.string().nullable(),
        then: z.enum(["retry", "fail"]).nullable(),
        evidence: z.string(),
        at: z.iso.datetime(),
        /** Said with `confirmEarly`, while the request could still land. */
        insisted: z.boolean(),
        /** Somebody said otherwise since: it counts no more. */
        voided: z.boolean(),
      }),
    ),
  })
  .meta({ id: "Doubt" });
export type DoubtDto = z.infer<typeof DoubtDto>;

const Evidence = Text.trim().min(1).max(4_000);

/** Whoever resolves a doubt vouches for it: what happened, and how they know. */
export const ResolutionBody = z
  .discriminatedUnion("outcome", [
    z.strictObject({
      outcome: z.literal("executed"),
      /** What the downstream calls the thing it did: at times a whole address. As long as a list can be searched for. */
      effectId: Text.trim().min(1).max(4_000),
      evidence: Evidence,
    }),
    z.strictObject({
      outcome: z.literal("not_executed"),
      evidence: Evidence,
      /** `retry` (the default): the same key again, with a fresh retry budget. `fail`: it ends as failed. */
      then: z.enum(["retry", "fail"]).optional(),
      /** `retry` before the doubt's `notBefore`: the first request may still land, and it would happen twice. */
      confirmEarly: z.boolean().optional(),
    }),
  ])
  .meta({ id: "Resolution" });
export type ResolutionBody = z.infer<typeof ResolutionBody>;
