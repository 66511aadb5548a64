import * as z from "zod";
import { AmountDto } from "./about";

/** One field of some args: which part it plays, as it was written, and as it is compared. */
export const ExplainedField = z
  .object({
    /** `#/items` tells the length of a list whose elements are told one by one. */
    pointer: z.string(),
    role: z.enum(["identity", "material", "incidental"]),
    as: z.string(),
    raw: z.unknown(),
    normalised: z.unknown(),
    /** Where it is money: the same in major units. */
    amount: AmountDto.optional(),
  })
  .meta({ id: "ExplainedField" });
export type ExplainedField = z.infer<typeof ExplainedField>;
