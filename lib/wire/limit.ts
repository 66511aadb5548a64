import * as z from "zod";

/** A limit, what is taken from it by now, and what one intent would take. */
export const LimitUseDto = z
  .object({
    /** `agent`, `tool`, or the pointer of the field whose value it counts for. */
    per: z.string(),
    /** The pointer of what is added up; null: calls are counted. */
    sum: z.string().nullable(),
    /** `24h`, or of the UTC calendar: `day`, `week`, `month`. */
    window: z.string(),
    /** Null: what is counted is no money. */
    currency: z.string().nullable(),
    /** In major units where it is money, as is what follows. */
    max: z.string(),
    used: z.string(),
    amount: z.string(),
    /** By how much it would be passed now; null: there is room. */
    excess: z.string().nullable(),
  })
  .meta({ id: "LimitUse" });
export type LimitUseDto = z.infer<typeof LimitUseDto>;
