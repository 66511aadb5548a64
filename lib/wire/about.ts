import * as z from "zod";
import { EffectClass } from "./effect";

/** In major units. */
export const AmountDto = z.object({ value: z.string(), currency: z.string() });
export type AmountDto = z.infer<typeof AmountDto>;

/** What a person needs to know of an intent before anything else; from its contract and the args that would run. */
export const AboutDto = z
  .object({
    effect: EffectClass,
    value: z.enum(["low", "high"]),
    /** The first money field of the contract that the args have. */
    amount: AmountDto.nullable(),
    /** What it is done to: the identity fields, as they were written. */
    target: z.array(z.object({ pointer: z.string(), value: z.string() })),
    /** How long an approval can be taken back; 0: not at all. */
    undoMs: z.int(),
  })
  .meta({ id: "AboutIntent" });
export type AboutDto = z.infer<typeof AboutDto>;
