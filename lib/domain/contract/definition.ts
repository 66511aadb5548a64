/** The contract as its owner writes it (DESIGN 4): every name and shape, strictly, so that a typo is never ignored. */
import * as z from "zod";
import { parseWindow } from "../limits/window";
import { FieldRule } from "../normalise/rule";
import { isPointer } from "../pointer";
import { Execute } from "./execute";
import { Cel, duration, Pointer } from "./member";

const Role = z.enum(["viewer", "approver", "admin"]);

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
  /** Who decides on what is asked about a thing after a person denied something about it; absent: a person again. */
  afterDenial: z.enum(["ask", "allow"]).optional(),
  policy: z.array(Rule).max(50).default([]),
  limits: z.array(Limit).max(20).default([]),
  execute: Execute,
  bypass: z.strictObject({ role: Role.optional(), approvals: z.int().min(1).max(10).optional() }).optional(),
  resolution: z
    .strictObject({ role: z.enum(["approver", "admin"]).optional(), approvals: z.int().min(1).max(10).optional() })
    .optional(),
  /** How many people publish the version after this one, and who may confirm; the one who proposes it counts. */
  publish: z
    .strictObject({ role: z.enum(["approver", "admin"]).optional(), approvals: z.int().min(1).max(10).optional() })
    .optional(),
  undo: duration({ max: "1h" }).optional(),
  /** How long raw args are kept after an intent's end; absent: as INTERLOCK_RETENTION says. */
  retention: duration({ min: "1d" }).optional(),
  /** How often what we did is compared with what the downstream says; absent: daily where there is a list. */
  reconcile: z
    .union(
      [
        z.literal(false),
        z.strictObject({
          every: duration({ min: "5m", max: "31d" }).default("24h"),
          by: z.enum(["list", "probe"]).optional(),
        }),
      ],
      { error: "Expected {every: 24h, by: list} (or probe), or false." },
    )
    .optional(),
  allowAutoClear: z.boolean().default(false),
  mode: z.enum(["enforce", "observe"]).default("enforce"),
});
export type ContractDefinition = z.infer<typeof ContractDefinition>;
export type PolicyRule = ContractDefinition["policy"][number];
export type LimitRule = ContractDefinition["limits"][number];
