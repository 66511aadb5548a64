import * as z from "zod";

/** How bad it is to do it twice. */
export const EffectClass = z.enum(["read", "write_idempotent", "write_non_idempotent", "irreversible"]);
export type EffectClass = z.infer<typeof EffectClass>;
