import * as z from "zod";
import { Role } from "./named";
import { Text } from "./text";

export const OperatorDto = z
  .object({ id: z.string(), email: z.string(), name: z.string(), role: Role })
  .meta({ id: "Operator" });
export type OperatorDto = z.infer<typeof OperatorDto>;

export const SignInBody = z
  .strictObject({ email: Text.trim().min(3).max(254), password: Text.min(1).max(1_024) })
  .meta({ id: "SignIn" });
export type SignInBody = z.infer<typeof SignInBody>;

export const SessionDto = z
  .object({ operator: OperatorDto, expiresAt: z.iso.datetime().nullable() })
  .meta({ id: "Session" });
export type SessionDto = z.infer<typeof SessionDto>;
