/** The contract as its owner writes it (DESIGN 4): every name and shape, strictly, so that a typo is never ignored. */
import { z } from "zod";
import { parseDurationMs } from "../duration";
import { parseWindow } from "../limits/window";
import { FieldRule } from "../normalise/rule";
import { isPointer } from "../pointer";

function duration({ min, max }: { min?: string; max?: string }) {
  const leastMs = min === undefined ? 0 : (parseDurationMs(min) ?? 0);
  const mostMs = max === undefined ? Number.POSITIVE_INFINITY : (parseDurationMs(max) ?? 0);
  return z.string().superRefine((text, context) => {
    const ms = parseDurationMs(text);
    if (ms === null) {
      context.addIssue({ code: "custom", message: "Expected a duration such as 500ms, 10s, 15m, 24h or 7d." });
    } else if (ms < leastMs) context.addIssue({ code: "custom", message: `Expected at least ${min}.` });
    else if (ms > mostMs) context.addIssue({ code: "custom", message: `Expected at most ${max}.` });
  });
}

const Pointer = z.string().refine(isPointer, { error: "Expected a JSON pointer such as /amount or /items/*/sku." });

const Role = z.enum(["viewer", "approver", "admin"]);
const Cel = z.string().trim().min(1).max(4_000);
const Template = z.string().min(1).max(4_000);

const Rule = z.strictObject({
  name: z.string().max(120).optional(),
  when: Cel.optional(),
  then: z.enum(["clear", "hold", "refuse"]),
  reason: z.string().max(500).optional(),
  approvals: z.int().min(1).max(10).optional(),
  roles: z.array(Role).min(1).optional(),
  expiresIn: duration({ min: "1s" }).optional(),
});

const LIMIT_WINDOW_LEAST_MS = 1_000;

function isLimitWindow(text: string): boolean {
  const window = parseWindow(text);
  return window !== null && (window.kind === "calendar" || window.ms >= LIMIT_WINDOW_LEAST_MS);
}

const Limit = z.strictObject({
  per: z.string().refine((per) => per === "agent" || per === "tool" || isPointer(per), {
    error: "Expected agent, tool, or the pointer of a field such as /customerId.",
  }),
  sum: Pointer.optional(),
  count: z.literal(true, { error: "Expected true: leave `count` out to add up a field." }).optional(),
  max: z.number().min(0),
  window: z.string().refine(isLimitWindow, {
    error: "Expected a duration of at least 1s such as 15m, 24h or 7d, or a calendar day, week or month.",
  }),
  over: z.enum(["hold", "refuse"]).default("hold"),
});

const Method = z.enum(["GET", "POST", "PUT", "PATCH", "DELETE"]);

const HttpRequest = z.strictObject({
  method: Method,
  url: Template,
  headers: z.record(z.string().regex(/^[A-Za-z0-9-]{1,100}$/), Template).optional(),
  body: z.unknown().optional(),
});

const HttpExecute = z.strictObject({
  connector: z.literal("http"),
  request: HttpRequest,
  timeout: duration({ min: "10ms", max: "15m" }).default("10s"),
  retries: z
    .strictObject({
      max: z.int().min(0).max(50).default(5),
      base: duration({ max: "1h" }).default("500ms"),
      cap: duration({ max: "1h" }).default("60s"),
    })
    .prefault({}),
  idempotency: z
    .strictObject({
      header: z
        .string()
        .regex(/^[A-Za-z0-9-]{1,100}$/)
        .optional(),
      window: duration({ min: "1s" }),
    })
    .optional(),
  effectId: Pointer.optional(),
  partial: z.strictObject({ when: Cel.optional(), correctiveAction: z.string().max(1_000).optional() }).optional(),
  probe: z
    .strictObject({
      method: z.enum(["GET", "POST"]).default("GET"),
      url: Template,
      headers: z.record(z.string().regex(/^[A-Za-z0-9-]{1,100}$/), Template).optional(),
      effectId: Pointer,
      absentAfter: duration({ max: "7d" }).optional(),
    })
    .optional(),
});

export const TOOL_NAME = /^[A-Za-z][A-Za-z0-9_.-]{0,127}$/;

export const ContractDefinition = z.strictObject({
  tool: z.string().regex(TOOL_NAME, {
    error: "Expected a tool name: a letter, then letters, digits, '_', '.' or '-', at most 128.",
  }),
  title: z.string().trim().min(1).max(200),
  description: z.string().max(4_000).optional(),
  effect: z.enum(["read", "write_idempotent", "write_non_idempotent", "irreversible"]),
  // An owner who does not say is assumed to guard something valuable: the stricter defaults apply.
  value: z.enum(["low", "high"]).default("high"),
  args: z.record(z.string(), z.unknown()),
  fields: z.record(Pointer, FieldRule).default({}),
  key: z
    .strictObject({
      scope: z.enum(["step", "run", "session", "business"]).default("step"),
      window: duration({ min: "100ms" }).optional(),
    })
    .prefault({}),
  duplicates: z
    .strictObject({
      same: z.enum(["coalesce", "refuse", "allow"]).optional(),
      drift: z.enum(["coalesce", "refuse", "hold"]).optional(),
      lookalike: z.enum(["allow", "coalesce", "refuse", "hold"]).optional(),
      variant: z.enum(["allow", "refuse", "hold"]).optional(),
      missing: z.enum(["derive", "refuse", "hold"]).optional(),
    })
    .prefault({}),
  policy: z.array(Rule).max(50).default([]),
  limits: z.array(Limit).max(20).default([]),
  execute: HttpExecute,
  bypass: z.strictObject({ role: Role.optional(), approvals: z.int().min(1).max(10).optional() }).optional(),
  undo: duration({ max: "1h" }).optional(),
  allowAutoClear: z.boolean().default(false),
  mode: z.enum(["enforce", "observe"]).default("enforce"),
});
export type ContractDefinition = z.infer<typeof ContractDefinition>;
export type PolicyRule = ContractDefinition["policy"][number];
export type LimitRule = ContractDefinition["limits"][number];
