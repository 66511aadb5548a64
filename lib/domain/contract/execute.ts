/**
 * How a contract's effect is performed: one shape for each connector, and what all of them share. A further connector is
 * one more shape here and one line in `lib/connectors/registry.ts`; the compiler names what is missing.
 */
import * as z from "zod";
import { EffectIdSource } from "./effect-id";
import { Cel, duration, HeaderName, Pointer } from "./member";

const Template = z.string().min(1).max(4_000);
const Headers = z.record(HeaderName, Template);
const Window = duration({ min: "1s" });

const OUTCOMES_MAX = 20;
const SECRETS_MAX = 50;
export const MODULE_NAME = /^[a-z0-9_-]{1,64}$/;

const Probe = z.strictObject({
  method: z.enum(["GET", "POST"]).default("GET"),
  url: Template,
  headers: Headers.optional(),
  effectId: EffectIdSource,
  absentAfter: duration({ max: "7d" }).optional(),
});

const Code = z.string().regex(/^[A-Z]{3}$/);
const TARGETS_MAX = 10;

/** How the listing goes on; absent: everything is on one page. */
const Next = z.union(
  [
    z.strictObject({ cursor: Pointer }),
    z.strictObject({ url: Pointer }),
    z.strictObject({ page: z.int().min(0).max(1) }),
  ],
  { error: "Expected one of {cursor: /pointer}, {url: /pointer} or {page: 1}, the number of the first page." },
);

/** What the downstream says happened in a time: for reconciliation. Pointers but `items` and `next` are an item's. */
const List = z.strictObject({
  method: z.enum(["GET", "POST"]).default("GET"),
  url: Template,
  headers: Headers.optional(),
  items: Pointer.optional(),
  effectId: Pointer,
  key: Pointer.optional(),
  amount: Pointer.optional(),
  currency: z
    .union([Pointer, Code], { error: "Expected a pointer such as /currency, or a code such as USD." })
    .optional(),
  unit: z.enum(["major", "minor"]).default("major"),
  at: Pointer.optional(),
  target: z
    .record(Pointer, Pointer)
    .refine((target) => Object.keys(target).length <= TARGETS_MAX, { error: `Expected at most ${TARGETS_MAX}.` })
    .optional(),
  next: Next.optional(),
});
export type List = z.infer<typeof List>;

/** Judges an answer that was read; what never came is not the contract's to judge. */
const OutcomeRule = z.strictObject({
  when: Cel,
  is: z.enum(["success", "partial", "definitive", "not_sent", "unknown"]),
});

const shared = {
  timeout: duration({ min: "10ms", max: "15m" }).default("10s"),
  retries: z
    .strictObject({
      max: z.int().min(0).max(50).default(5),
      base: duration({ max: "1h" }).default("500ms"),
      cap: duration({ max: "1h" }).default("60s"),
    })
    .prefault({}),
  probe: Probe.optional(),
  list: List.optional(),
};

const answered = {
  effectId: EffectIdSource.optional(),
  partial: z.strictObject({ when: Cel.optional(), correctiveAction: z.string().max(1_000).optional() }).optional(),
  outcomes: z.array(OutcomeRule).max(OUTCOMES_MAX).optional(),
};

const HttpExecute = z.strictObject({
  connector: z.literal("http"),
  request: z.strictObject({
    method: z.enum(["GET", "POST", "PUT", "PATCH", "DELETE"]),
    url: Template,
    headers: Headers.optional(),
    encoding: z.enum(["json", "form"]).optional(),
    body: z.unknown().optional(),
  }),
  idempotency: z.strictObject({ header: HeaderName.optional(), body: Pointer.optional(), window: Window }).optional(),
  ...answered,
  ...shared,
});
export type HttpExecute = z.infer<typeof HttpExecute>;

const McpExecute = z.strictObject({
  connector: z.literal("mcp"),
  server: z.strictObject({ url: Template, headers: Headers.optional() }),
  tool: z.string().regex(/^[A-Za-z0-9_./-]{1,128}$/, {
    error: "Expected the name of the server's tool: letters, digits, '_', '-', '.' or '/', at most 128.",
  }),
  arguments: z.record(z.string(), z.unknown()).optional(),
  protocol: z.enum(["2025-11-25", "2026-07-28"]).optional(),
  idempotency: z.strictObject({ window: Window }).optional(),
  ...answered,
  ...shared,
});
export type McpExecute = z.infer<typeof McpExecute>;

const ModuleExecute = z.strictObject({
  connector: z.literal("module"),
  module: z.string().regex(MODULE_NAME, {
    error: "Expected the name of a module: lower-case letters, digits, '_' or '-', at most 64, without its extension.",
  }),
  secrets: z
    .array(z.string().regex(/^[A-Za-z0-9_]{1,100}$/))
    .max(SECRETS_MAX)
    .optional(),
  idempotency: z.strictObject({ window: Window }).optional(),
  ...shared,
});
export type ModuleExecute = z.infer<typeof ModuleExecute>;

export const Execute = z.discriminatedUnion("connector", [HttpExecute, McpExecute, ModuleExecute], {
  error: (issue) =>
    issue.code === "invalid_union" ? "Expected one of the connectors http, mcp or module." : undefined,
});
export type Execute = z.infer<typeof Execute>;
/** Those whose answers the contract reads by pointer and condition. */
export type AnsweredExecute = HttpExecute | McpExecute;
