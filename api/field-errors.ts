/**
 * What is wrong with a body or a query, member by member, in plain sentences. A schema that says it itself is quoted;
 * zod's own words are for those who wrote the schema.
 */
import * as z from "zod";
import type { FieldError } from "@/lib/wire/problem";

export const FIELD_ERRORS_MAX = 20;

type Issue = z.core.$ZodRawIssue;

/** Either what was parsed, or what is wrong with it. */
export function parseFields<S extends z.ZodType>(schema: S, value: unknown): z.output<S> | FieldErrors {
  const parsed = schema.safeParse(value, { error: wordsOf });
  return parsed.success ? parsed.data : new FieldErrors(toErrors(schema, parsed.error));
}

export class FieldErrors {
  constructor(readonly errors: FieldError[]) {}
}

export function toPointer(path: PropertyKey[]): string {
  return path.map((part) => `/${String(part).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}

/** What there is instead of what is not there. */
export function namesIn(schema: z.ZodType): string {
  const names = schema instanceof z.ZodObject ? Object.keys(schema.shape).sort() : [];
  return names.length === 0 ? "" : ` There are: ${names.join(", ")}.`;
}

function toErrors(schema: z.ZodType, error: z.ZodError): FieldError[] {
  return error.issues.slice(0, FIELD_ERRORS_MAX).map(({ path, message, ...issue }) => {
    const isAtRoot = issue.code === "unrecognized_keys" && path.length === 0;
    return { pointer: toPointer(path), message: isAtRoot ? `${message}${namesIn(schema)}` : message };
  });
}

/** One sentence for all that can be wrong with a bounded number: whoever sent `x` or `0` needs both bounds. */
function rangeWords({ schema }: Issue): string | null {
  if (!(schema instanceof z.ZodNumber)) return null;
  const { format, minValue, maxValue } = schema;
  // What every double can carry is no bound that somebody chose.
  const isBounded =
    (minValue ?? -Infinity) > Number.MIN_SAFE_INTEGER && (maxValue ?? Infinity) < Number.MAX_SAFE_INTEGER;
  return format === "safeint" && isBounded ? `Expected a whole number from ${minValue} to ${maxValue}.` : null;
}

function wordsOf(issue: Issue): string | undefined {
  const range = rangeWords(issue);
  if (range !== null) return range;
  switch (issue.code) {
    case "invalid_type":
      return typeWords(String(issue.expected), issue.input);
    case "invalid_value":
      return valueWords(issue.values);
    case "invalid_format":
      return FORMAT_WORDS[issue.format];
    case "too_small":
      return sizeWords(issue.origin, "at least", issue.minimum);
    case "too_big":
      return sizeWords(issue.origin, "at most", issue.maximum);
    case "unrecognized_keys":
      return `There is no member ${issue.keys.slice(0, FIELD_ERRORS_MAX).join(", ")}.`;
    case "invalid_key":
      return "A member cannot have this name.";
    case "invalid_union":
      return issue.options === undefined
        ? unionWords(issue.errors)
        : valueWords(issue.options as z.core.util.Primitive[]);
    default:
      return undefined;
  }
}

const TYPE_WORDS: Record<string, string> = {
  string: "a string",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "a list",
  object: "an object",
  record: "an object",
};

function typeWords(type: string, input: unknown): string {
  const expected = TYPE_WORDS[type] ?? type;
  return input === undefined ? `Missing: expected ${expected}.` : `Expected ${expected}.`;
}

function valueWords(values: z.core.util.Primitive[]): string {
  return `Expected ${values.length > 1 ? "one of " : ""}${values.map(String).join(", ")}.`;
}

const FORMAT_WORDS: Record<string, string> = {
  datetime: "Expected an instant such as 2026-11-17T00:00:00Z.",
  url: "Expected an address such as https://example.com/path.",
  email: "Expected an e-mail address.",
};

const UNITS: Record<string, [one: string, many: string]> = {
  string: ["character", "characters"],
  array: ["element", "elements"],
};

function sizeWords(origin: string, bound: "at least" | "at most", size: number | bigint): string {
  const [one, many] = UNITS[origin] ?? [];
  if (one === undefined) return `Expected a number of ${bound} ${size}.`;
  return `Expected ${bound} ${size} ${Number(size) === 1 ? one : many}.`;
}

/** What each way of writing it would have had to be; what is wrong inside one of them is not told apart. */
function unionWords(ways: z.core.$ZodIssue[][]): string {
  const said = new Set(ways.map(([first]) => (first?.path.length === 0 ? first.message : "")));
  const wanted = [...said].map((message) => /^(?:Expected|Missing: expected) (.*)\.$/.exec(message)?.[1]);
  const isPlain = wanted.length > 0 && !wanted.includes(undefined);
  return isPlain ? `Expected ${wanted.join(", or ")}.` : "This has none of the forms that it may have; see /api/docs.";
}
