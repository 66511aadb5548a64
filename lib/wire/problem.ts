import * as z from "zod";

export const FieldError = z.object({ pointer: z.string(), message: z.string() }).meta({ id: "FieldError" });
export type FieldError = z.infer<typeof FieldError>;

export const Difference = z
  .object({
    pointer: z.string(),
    role: z.enum(["identity", "material", "incidental"]),
    /** As written. */
    old: z.unknown(),
    new: z.unknown(),
    /** As compared. */
    oldNormalised: z.unknown().optional(),
    newNormalised: z.unknown().optional(),
  })
  .meta({ id: "Difference" });
export type Difference = z.infer<typeof Difference>;

/** RFC 9457, with what a model needs to act on it: a stable code, whether to try again, and what to do now. */
export const Problem = z
  .object({
    type: z.string(),
    title: z.string(),
    status: z.int(),
    detail: z.string().optional(),
    code: z.string(),
    retriable: z.boolean(),
    correctiveAction: z.string(),
    intentId: z.string().optional(),
    /** `too_early`: from when on it needs no confirmation. */
    notBefore: z.iso.datetime().optional(),
    differences: z.array(Difference).optional(),
    errors: z.array(FieldError).optional(),
  })
  .meta({ id: "Problem" });
export type Problem = z.infer<typeof Problem>;

export const PROBLEM_TYPE = "application/problem+json";
