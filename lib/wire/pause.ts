import * as z from "zod";
import { Text } from "./text";

export const PauseBody = z.strictObject({ reason: Text.trim().min(1).max(2_000) }).meta({ id: "Pause" });
export const ResumeBody = z.strictObject({}).meta({ id: "Resume" });

const Named = z.object({ id: z.string(), name: z.string() });

const Covers = z.enum(["everything", "tool", "agent"]);

export const PauseDto = z
  .object({
    id: z.string(),
    covers: Covers,
    /** The tool's name or the agent's id; null for everything. */
    target: z.string().nullable(),
    reason: z.string(),
    pausedBy: Named,
    pausedAt: z.iso.datetime(),
    /** Null: it is active. */
    resumedBy: Named.nullable(),
    resumedAt: z.iso.datetime().nullable(),
  })
  .meta({ id: "PauseRecord" });
export type PauseDto = z.infer<typeof PauseDto>;

export const PauseStateDto = z
  .object({
    covers: Covers,
    target: z.string().nullable(),
    paused: z.boolean(),
    /** The active pause, or the last one; null: it never was paused. */
    pause: PauseDto.nullable(),
  })
  .meta({ id: "PauseState" });
export type PauseStateDto = z.infer<typeof PauseStateDto>;

export const PauseListDto = z
  .object({ items: z.array(PauseDto), nextCursor: z.string().nullable() })
  .meta({ id: "PauseList" });
export type PauseListDto = z.infer<typeof PauseListDto>;

const LIST_LIMIT_MAX = 200;

export const PauseListQuery = z.object({
  /** `true`: what is paused now; `false`: what was; absent: both. */
  active: z.enum(["true", "false"]).optional(),
  limit: z.coerce.number().int().min(1).max(LIST_LIMIT_MAX).default(50),
  cursor: z.string().max(200).optional(),
});
export type PauseListQuery = z.infer<typeof PauseListQuery>;
