import { expect, test } from "vitest";
import * as z from "zod";
import { SubmitBody } from "@/lib/wire/intent";
import { FIELD_ERRORS_MAX, FieldErrors, parseFields } from "./field-errors";

const Schema = z.object({
  at: z.iso.datetime({ offset: true }),
  limit: z.coerce.number().int().min(1).max(200).default(50),
  state: z.enum(["open", "resolved"]),
  only: z.literal("yes"),
  name: z.string().min(1).max(3),
  tags: z.array(z.string()).max(1),
  run: z.union([z.string(), z.int()]),
  hook: z.url(),
  count: z.int(),
  deep: z.strictObject({ flag: z.boolean() }),
  kind: z.discriminatedUnion("is", [
    z.object({ is: z.literal("a"), of: z.array(z.int().min(1).max(5)) }),
    z.object({ is: z.literal("b") }),
  ]),
  code: z.string().regex(/^x$/, "Expected an x."),
});
const GOOD = {
  at: "2026-11-17T00:00:00Z",
  limit: "7",
  state: "open",
  only: "yes",
  name: "abc",
  tags: [],
  run: 5,
  hook: "https://x.example",
  count: 1,
  deep: { flag: true },
  kind: { is: "b" },
  code: "x",
};

const errorsOf = (schema: z.ZodType, value: unknown) => {
  const parsed = parseFields(schema, value);
  return parsed instanceof FieldErrors ? parsed.errors : [];
};

test("what is as expected is parsed", () => {
  expect(parseFields(Schema, GOOD)).toEqual({ ...GOOD, limit: 7 });
});

test.each<[string, Record<string, unknown>, string, string]>([
  ["a day", { at: "2026-11-17" }, "/at", "Expected an instant such as 2026-11-17T00:00:00Z."],
  ["no number", { limit: "abc" }, "/limit", "Expected a whole number from 1 to 200."],
  ["a number that is too small", { limit: "0" }, "/limit", "Expected a whole number from 1 to 200."],
  ["a number that is too large", { limit: "201" }, "/limit", "Expected a whole number from 1 to 200."],
  ["half a number", { limit: "1.5" }, "/limit", "Expected a whole number from 1 to 200."],
  ["half a number without bounds", { count: 1.5 }, "/count", "Expected a whole number."],
  ["another word", { state: "lost" }, "/state", "Expected one of open, resolved."],
  ["another word than the only one", { only: "no" }, "/only", "Expected yes."],
  ["nothing", { name: "" }, "/name", "Expected at least 1 character."],
  ["too much", { name: "abcd" }, "/name", "Expected at most 3 characters."],
  ["too many", { tags: ["a", "b"] }, "/tags", "Expected at most 1 element."],
  ["another type", { tags: "a" }, "/tags", "Expected a list."],
  ["another type deep inside", { deep: { flag: "true" } }, "/deep/flag", "Expected true or false."],
  ["something missing", { name: undefined }, "/name", "Missing: expected a string."],
  ["neither of two types", { run: {} }, "/run", "Expected a string, or a number."],
  ["a kind that there is not", { kind: { is: "c" } }, "/kind/is", "Expected one of a, b."],
  [
    "a bounded number deep inside",
    { kind: { is: "a", of: [9] } },
    "/kind/of/0",
    "Expected a whole number from 1 to 5.",
  ],
  ["no address", { hook: "x" }, "/hook", "Expected an address such as https://example.com/path."],
  ["a member that there is not", { deep: { flag: true, "a/b": 1 } }, "/deep", "There is no member a/b."],
  ["what the schema says itself", { code: "y" }, "/code", "Expected an x."],
])("%s is named in a plain sentence", (_name, wrong, pointer, message) => {
  expect(errorsOf(Schema, { ...GOOD, ...wrong })).toEqual([{ pointer, message }]);
});

test("an unknown member of a body is named, with those there are", () => {
  expect(errorsOf(SubmitBody, { tool: "t", args: {}, generation: 2 })).toEqual([
    {
      pointer: "",
      message:
        "There is no member generation. There are: args, callbackUrl, contractVersion, metadata, occurrence, reason, run, session, step, tool.",
    },
  ]);
});

test("a body without anything in its place is told what it needs", () => {
  expect(errorsOf(SubmitBody, [])).toEqual([{ pointer: "", message: "Expected an object." }]);
  expect(errorsOf(SubmitBody, {})).toEqual([
    { pointer: "/tool", message: "Missing: expected a string." },
    { pointer: "/args", message: "Expected an object." },
  ]);
});

test("what is wrong is told up to a bound", () => {
  const many = Array.from({ length: 1_000 }, (_, index) => `m${index}`);
  expect(errorsOf(z.array(z.int()), many)).toHaveLength(FIELD_ERRORS_MAX);
  const members = Object.fromEntries(many.map((name) => [name, 1]));
  expect(errorsOf(SubmitBody, { tool: "t", args: {}, ...members })).toEqual([
    { pointer: "", message: expect.stringMatching(/^There is no member m0, .*m19\. There are: args/) },
  ]);
});
