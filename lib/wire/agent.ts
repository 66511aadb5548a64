import * as z from "zod";
import { Duration, Lifetime } from "./duration";
import { LIST_LIMIT_MAX } from "./intent";
import { isStorableText, Text, UNSTORABLE_TEXT } from "./text";

const LABELS_MAX = 32;
const LABEL_NAME_MAX = 64;
const LABEL_VALUE_MAX = 256;
const TOOLS_MAX = 500;

const Namespace = z.string().regex(/^[a-z0-9][a-z0-9_-]{0,63}$/, {
  error: "Expected at most 64 lower-case letters, digits, - and _, beginning with a letter or a digit.",
});

/** The names that a contract may have. */
const ToolName = z.string().regex(/^[A-Za-z][A-Za-z0-9_.-]{0,127}$/, { error: "Expected the name of a tool." });

/** Not `z.record`, which would silently leave out a label named `__proto__`. */
const Labels = z
  .custom<Record<string, string>>((value) => typeof value === "object" && value !== null && !Array.isArray(value), {
    error: "Expected an object of strings.",
    abort: true,
  })
  .superRefine((labels, context) => {
    const names = Object.keys(labels);
    if (names.length > LABELS_MAX) {
      context.addIssue({ code: "custom", message: `Expected at most ${LABELS_MAX} labels.` });
      return;
    }
    for (const name of names) {
      const message = findLabelProblem(name, labels[name]);
      if (message !== null) context.addIssue({ code: "custom", path: [name], message });
    }
  })
  .meta({
    type: "object",
    maxProperties: LABELS_MAX,
    propertyNames: { minLength: 1, maxLength: LABEL_NAME_MAX },
    additionalProperties: { type: "string", maxLength: LABEL_VALUE_MAX },
  });

function findLabelProblem(name: string, value: unknown): string | null {
  if (name === "__proto__") return "A label cannot be named __proto__.";
  if (name === "" || name.length > LABEL_NAME_MAX) return `Expected a name of 1 to ${LABEL_NAME_MAX} characters.`;
  if (typeof value !== "string") return "Expected a string.";
  if (value.length > LABEL_VALUE_MAX) return `Expected at most ${LABEL_VALUE_MAX} characters.`;
  return isStorableText(name) && isStorableText(value) ? null : UNSTORABLE_TEXT;
}

const Tools = z
  .array(ToolName)
  .max(TOOLS_MAX)
  .meta({ description: "The tools that this agent may use; none named: all of them." });

export const CreateAgentBody = z
  .strictObject({
    name: Text.trim().min(1).max(120),
    namespace: Namespace.default("default"),
    labels: Labels.default({}),
    tools: Tools.default([]),
    mayRepeat: z.boolean().default(true),
  })
  .meta({ id: "CreateAgent" });
export type CreateAgentBody = z.infer<typeof CreateAgentBody>;

export const ChangeAgentBody = z
  .strictObject({ labels: Labels.optional(), tools: Tools.optional(), mayRepeat: z.boolean().optional() })
  .meta({ id: "ChangeAgent" });
export type ChangeAgentBody = z.infer<typeof ChangeAgentBody>;

export const RotateKeyBody = z
  .strictObject({
    expiresIn: Lifetime.optional(),
    overlap: Duration.default("24h").meta({ description: "How long the earlier keys still work." }),
  })
  .meta({ id: "RotateAgentKey" });
export type RotateKeyBody = z.infer<typeof RotateKeyBody>;

export const AgentListQuery = z.object({
  namespace: Namespace.optional(),
  limit: z.coerce.number().int().min(1).max(LIST_LIMIT_MAX).default(50),
  cursor: z.string().max(200).optional(),
});

export const AgentKeyDto = z
  .object({
    id: z.string(),
    /** How the key begins: enough to tell it from others, not enough to use it. */
    hint: z.string(),
    createdAt: z.iso.datetime(),
    expiresAt: z.iso.datetime().nullable(),
    revokedAt: z.iso.datetime().nullable(),
    /** To the minute or so. */
    lastUsedAt: z.iso.datetime().nullable(),
  })
  .meta({ id: "AgentKey" });
export type AgentKeyDto = z.infer<typeof AgentKeyDto>;

const SHOWN_ONCE = {
  key: z.string().meta({ description: "Shown this once." }),
  webhookSecret: z
    .string()
    .meta({ description: "What callbacks are signed with (Standard Webhooks) while this key works. Shown this once." }),
};

export const NewAgentKeyDto = AgentKeyDto.extend(SHOWN_ONCE).meta({ id: "NewAgentKey" });
export type NewAgentKeyDto = z.infer<typeof NewAgentKeyDto>;

export const AgentDto = z
  .object({
    id: z.string(),
    name: z.string(),
    namespace: z.string(),
    labels: z.record(z.string(), z.string()),
    tools: z.array(z.string()),
    mayRepeat: z.boolean(),
    createdAt: z.iso.datetime(),
    disabledAt: z.iso.datetime().nullable(),
    /** Keys that open something now. */
    liveKeyCount: z.int(),
    /** Over all its keys, to the minute or so. */
    lastUsedAt: z.iso.datetime().nullable(),
    /** By a pause of this agent; one of a tool or of everything is not counted here. */
    paused: z.boolean(),
  })
  .meta({ id: "Agent" });
export type AgentDto = z.infer<typeof AgentDto>;

export const AgentDetailDto = AgentDto.extend({ keys: z.array(AgentKeyDto) }).meta({ id: "AgentDetail" });
export type AgentDetailDto = z.infer<typeof AgentDetailDto>;

export const CreatedAgentDto = AgentDetailDto.extend(SHOWN_ONCE).meta({ id: "CreatedAgent" });
export type CreatedAgentDto = z.infer<typeof CreatedAgentDto>;

export const AgentListDto = z
  .object({ items: z.array(AgentDto), nextCursor: z.string().nullable() })
  .meta({ id: "AgentList" });
export type AgentListDto = z.infer<typeof AgentListDto>;
