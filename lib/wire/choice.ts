import * as z from "zod";
import { AboutDto } from "./about";
import { ExplainedField } from "./explained-field";
import { RawObject } from "./intent";
import { Role } from "./named";
import { Text } from "./text";

/** Which args: another submission's, or edited ones; neither: those that would run. */
export const ChoiceBody = z
  .strictObject({ submissionId: Text.max(64).optional(), args: RawObject.optional() })
  .meta({ id: "Choice" });
export type ChoiceBody = z.infer<typeof ChoiceBody>;

/** What a decision, or an order, about these args would be about, and whom it would take; nothing is written. */
export const ChoiceDto = z
  .object({
    /** As they would be executed, defaults in. */
    argsDigest: z.string(),
    fields: z.array(ExplainedField),
    about: AboutDto,
    /** Why policy refuses these args; then nobody can approve or order them. Null: it does not. */
    refusal: z.string().nullable(),
    /** Whom an approval takes: so many people of at least this role. */
    approve: z.object({ peopleNeeded: z.int(), role: Role }),
    /** The same of an order to act again. */
    bypass: z.object({ peopleNeeded: z.int(), role: Role }),
  })
  .meta({ id: "ExplainedChoice" });
export type ChoiceDto = z.infer<typeof ChoiceDto>;
