import * as z from "zod";

/** A person or an agent, as screens show them. */
export const Named = z.object({ id: z.string(), name: z.string() });

export const Role = z.enum(["viewer", "approver", "admin"]);
