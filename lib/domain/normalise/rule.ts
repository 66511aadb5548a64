/**
 * What a contract may say about a field. Strict: every normaliser takes its own options and no others, so a
 * misspelt option is an error at publishing and not a silently weaker key.
 */
import type { CountryCode } from "libphonenumber-js/max";
import * as z from "zod";
import { isPointer } from "../pointer";
import { trimWhiteSpace } from "./characters";
import { currencyExponent } from "./currency-codes";
import { findConflict } from "./enumeration";
import { isPhoneRegion } from "./phone";
import { isStoredZone } from "./zone";

const ENUM_VALUES_MAX = 1_000;
const COLLECTION_DEPTH_MAX = 8;
const PREFIXES_MAX = 20;
const PREFIX_LENGTH_MAX = 64;

export const Role = z.enum(["identity", "material", "incidental"]);
export type Role = z.output<typeof Role>;

/** A rule as it is used: `as` is filled in, `unit` is filled in, `of` is a whole rule. */
export type NormaliserRule =
  | { as: "id"; compact?: boolean | undefined; prefix?: string[] | undefined }
  | { as: "code"; compact?: boolean | undefined }
  | { as: "text" | "integer" | "decimal" | "country" | "boolean" | "json" }
  | { as: "email"; plus?: "strip" | undefined }
  | { as: "phone"; region?: CountryCode | undefined }
  | { as: "url"; query?: "sorted" | undefined }
  | { as: "money"; unit: "major" | "minor"; currency?: string | undefined; code?: string | undefined }
  | { as: "date" | "instant"; zone?: string | undefined }
  | { as: "enum"; values: string[]; aliases?: Record<string, string> | undefined }
  | { as: "set" | "bag" | "list"; of?: NormaliserRule | undefined };
export type NormaliserName = NormaliserRule["as"];
export type FieldRule = NormaliserRule & { role: Role };

const NORMALISER_NAMES =
  "id, code, text, email, phone, url, integer, decimal, money, date, instant, enum, country, boolean, set, bag, list, json";
const unknownName = { error: `Expected a rule whose \`as\` is one of: ${NORMALISER_NAMES}.` };

export const Pointer = z.string().refine(isPointer, "Expected a JSON pointer such as /currency.");
const Region = z.string().refine(isPhoneRegion, "Expected a country with phone numbers, such as US.");
const CurrencyCode = z
  .string()
  .refine((code) => currencyExponent(code) !== undefined, "Expected an active ISO 4217 code such as USD.");

const compact = z.boolean().optional();
const prefix = z
  .array(
    z
      .string()
      .max(PREFIX_LENGTH_MAX)
      .refine((text) => trimWhiteSpace(text) !== "", 'Expected a prefix to strip, such as "order " or "#".'),
  )
  .min(1)
  .max(PREFIXES_MAX)
  .optional();
const zone = z.string().refine(isStoredZone, "Expected an IANA time zone such as Europe/Paris.").optional();
const values = z.array(z.string()).min(1).max(ENUM_VALUES_MAX);
const aliases = z.record(z.string(), z.string()).optional();
const unit = z.enum(["major", "minor"]).default("major");
const money = { currency: Pointer.optional(), code: CurrencyCode.optional(), unit };
const of: z.ZodType<NormaliserRule | undefined> = z.lazy(() => NormaliserRule.optional());

/** One entry per normaliser. Fields have a role, the elements of a collection have none. */
function rulesWith<Extra extends z.ZodRawShape>(extra: Extra) {
  return [
    z.strictObject({ ...extra, as: z.literal("id"), compact, prefix }),
    z.strictObject({ ...extra, as: z.literal("code"), compact }),
    z.strictObject({ ...extra, as: z.literal("text") }),
    z.strictObject({ ...extra, as: z.literal("email"), plus: z.literal("strip").optional() }),
    z.strictObject({ ...extra, as: z.literal("phone"), region: Region.optional() }),
    z.strictObject({ ...extra, as: z.literal("url"), query: z.literal("sorted").optional() }),
    z.strictObject({ ...extra, as: z.literal("integer") }),
    z.strictObject({ ...extra, as: z.literal("decimal") }),
    z.strictObject({ ...extra, as: z.literal("money"), ...money }),
    z.strictObject({ ...extra, as: z.literal("date"), zone }),
    z.strictObject({ ...extra, as: z.literal("instant"), zone }),
    z.strictObject({ ...extra, as: z.literal("enum"), values, aliases }),
    z.strictObject({ ...extra, as: z.literal("country") }),
    z.strictObject({ ...extra, as: z.literal("boolean") }),
    z.strictObject({ ...extra, as: z.literal("set"), of }),
    z.strictObject({ ...extra, as: z.literal("bag"), of }),
    z.strictObject({ ...extra, as: z.literal("list"), of }),
    z.strictObject({ ...extra, as: z.literal("json") }),
  ] as const;
}

export const NormaliserRule: z.ZodType<NormaliserRule> = z
  .preprocess(completeRule, z.discriminatedUnion("as", rulesWith({}), unknownName))
  .superRefine(checkRule);

export const FieldRule: z.ZodType<FieldRule> = z
  .preprocess(completeFieldRule, z.discriminatedUnion("as", rulesWith({ role: Role }), unknownName))
  .superRefine(checkRule);

/** The `fields` of a contract. What the rules mean together is checked by `compileFields`. */
export const FieldRules = z.record(Pointer, FieldRule);

/** `of: id` is short for `of: {as: id}`. */
function completeRule(written: unknown): unknown {
  return typeof written === "string" ? { as: written } : completeFieldRule(written);
}

/** A rule without `as` compares as json; what an identity is compared as instead, publishing writes into it. */
function completeFieldRule(written: unknown): unknown {
  const isObject = typeof written === "object" && written !== null && !Array.isArray(written);
  return isObject && !Object.hasOwn(written, "as") ? { ...written, as: "json" } : written;
}

/** What one option says about another. */
function checkRule(rule: NormaliserRule, context: z.RefinementCtx): void {
  const message = findContradiction(rule);
  if (message !== null) context.addIssue({ code: "custom", message });
}

function findContradiction(rule: NormaliserRule): string | null {
  switch (rule.as) {
    case "money": {
      const hasOne = (rule.currency === undefined) !== (rule.code === undefined);
      return hasOne ? null : "Expected money to have either `currency` (a pointer) or `code` (such as USD).";
    }
    case "enum":
      return findConflict(rule);
    default:
      return collectionDepth(rule) > COLLECTION_DEPTH_MAX
        ? `Expected at most ${COLLECTION_DEPTH_MAX} nested collections.`
        : null;
  }
}

function collectionDepth(rule: NormaliserRule): number {
  let depth = 0;
  for (let inner: NormaliserRule | undefined = rule; inner && "of" in inner; inner = inner.of) depth += 1;
  return depth;
}
