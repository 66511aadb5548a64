import * as z from "zod";

/** One field of some args: which part it plays, as it was written, and as it is compared. */
export const ExplainedField = z
  .object({
    /** `#/items` tells the length of a list whose elements are told one by one. */
    pointer: z.string(),
    role: z.enum(["identity", "material", "incidental"]),
    as: z.string(),
    raw: z.unknown(),
    normalised: z.unknown(),
  })
  .meta({ id: "ExplainedField" });
export type ExplainedField = z.infer<typeof ExplainedField>;
