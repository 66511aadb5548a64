import * as z from "zod";
import { Lifetime } from "./duration";
import { LIST_LIMIT_MAX } from "./intent";
import { Role } from "./named";
import { OperatorDto } from "./session";
import { Text } from "./text";

const PASSWORD_MIN = 12;

const Name = Text.trim().min(1).max(120);

/** Addresses that differ only by case are one person; sign-in looks them up in lower case. */
const Email = z
  .string()
  .trim()
  .toLowerCase()
  .max(254)
  .pipe(z.email({ error: "Expected an e-mail address." }));

/** Counted in characters as people see them; the upper bound is that of sign-in. */
const Password = Text.max(1_024)
  .refine((text) => [...text].length >= PASSWORD_MIN, { error: `Expected at least ${PASSWORD_MIN} characters.` })
  .meta({ minLength: PASSWORD_MIN });

export const CreateOperatorBody = z
  .strictObject({ email: Email, name: Name, role: Role, password: Password.optional() })
  .meta({ id: "CreateOperator" });
export type CreateOperatorBody = z.infer<typeof CreateOperatorBody>;

export const ChangeOperatorBody = z
  .strictObject({ name: Name.optional(), role: Role.optional(), password: Password.optional() })
  .meta({ id: "ChangeOperator" });
export type ChangeOperatorBody = z.infer<typeof ChangeOperatorBody>;

export const CreateTokenBody = z
  .strictObject({ name: Name, expiresIn: Lifetime.optional() })
  .meta({ id: "CreateOperatorToken" });
export type CreateTokenBody = z.infer<typeof CreateTokenBody>;

/** Newest first. */
export const PeopleListQuery = z.object({
  limit: z.coerce.number().int().min(1).max(LIST_LIMIT_MAX).default(50),
  cursor: z.string().max(200).optional(),
});

export const OperatorAccountDto = OperatorDto.extend({
  hasPassword: z.boolean(),
  createdAt: z.iso.datetime(),
  disabledAt: z.iso.datetime().nullable(),
  /** Tokens that open something now. */
  liveTokenCount: z.int(),
}).meta({ id: "OperatorAccount" });
export type OperatorAccountDto = z.infer<typeof OperatorAccountDto>;

export const OperatorListDto = z
  .object({ items: z.array(OperatorAccountDto), nextCursor: z.string().nullable() })
  .meta({ id: "OperatorList" });

export const OperatorTokenDto = z
  .object({
    id: z.string(),
    name: z.string(),
    /** How the token begins: enough to tell it from others, not enough to use it. */
    hint: z.string(),
    createdAt: z.iso.datetime(),
    expiresAt: z.iso.datetime().nullable(),
    revokedAt: z.iso.datetime().nullable(),
    /** To the minute or so. */
    lastUsedAt: z.iso.datetime().nullable(),
  })
  .meta({ id: "OperatorToken" });
export type OperatorTokenDto = z.infer<typeof OperatorTokenDto>;

export const NewOperatorTokenDto = OperatorTokenDto.extend({
  token: z.string().meta({ description: "Shown this once." }),
}).meta({ id: "NewOperatorToken" });
export type NewOperatorTokenDto = z.infer<typeof NewOperatorTokenDto>;

export const OperatorTokenListDto = z
  .object({ items: z.array(OperatorTokenDto), nextCursor: z.string().nullable() })
  .meta({ id: "OperatorTokenList" });
