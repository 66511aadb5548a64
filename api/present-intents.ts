/** Stored intents as whoever asks is shown them: names and titles, and for operators what each is about. */
import { ifReadable } from "@/lib/application/contract-catalog";
import { isErased } from "@/lib/domain/erased";
import { amountsOf } from "@/lib/store/amounts";
import type { NamedIntentRow } from "@/lib/store/history";
import type { DenialDto, IntentDto } from "@/lib/wire/intent";
import type { LimitUseDto } from "@/lib/wire/limit";
import { toAboutDto } from "./about-dto";
import type { ApiDeps } from "./deps";
import { denialsOf } from "./hold-denials";
import { limitsOf } from "./hold-limits";
import { type Audience, namedIntentDto } from "./intent-dto";
import { toWaitingDto } from "./waiting-dto";

type Deps = Pick<ApiDeps, "catalog" | "db" | "now" | "resting">;

/** In the order of the rows. */
export async function presentIntents(deps: Deps, rows: NamedIntentRow[], audience: Audience): Promise<IntentDto[]> {
  // Of args that were erased only what is projected is left; all others are shown as they are now.
  const erased = audience === "operator" ? rows.filter(isErased) : [];
  const kept = await amountsOf(
    deps.db.client,
    erased.map(({ id }) => id),
  );
  const limits = audience === "operator" ? await limitsOf(deps, rows) : new Map<string, LimitUseDto[]>();
  const resting = rows.some(({ state }) => state === "cleared") ? await deps.resting.fresh() : [];
  const now = deps.now();
  const denials = audience === "operator" ? await denialsOf(deps, rows) : new Map<string, DenialDto[]>();
  return Promise.all(
    rows.map(async (row) => {
      const contract = await ifReadable(deps.catalog.version(row.tool, row.contractVersion));
      const undoMs = contract?.terms.undoMs ?? 0;
      const waiting = toWaitingDto({ row, audience, pauses: row.pauses, resting, undoMs, now });
      const shown = { ...namedIntentDto(row, contract?.definition.title ?? row.tool, audience), ...waiting };
      if (audience === "agent") return shown;
      const about = contract === null ? {} : { about: toAboutDto(contract, row.args, kept.get(row.id)) };
      const [taken, denied] = [limits.get(row.id), denials.get(row.id)];
      const more = {
        ...(taken === undefined ? {} : { limits: taken }),
        ...(denied === undefined ? {} : { deniedBefore: denied }),
      };
      const hold = shown.hold === undefined ? {} : { hold: { ...shown.hold, ...more } };
      const undo = row.undoUntil === null ? {} : { undoUntil: row.undoUntil.toISOString() };
      return { ...shown, ...hold, ...about, ...undo };
    }),
  );
}

export async function presentIntent(deps: Deps, row: NamedIntentRow, audience: Audience): Promise<IntentDto> {
  const [shown] = await presentIntents(deps, [row], audience);
  if (shown === undefined) throw new TypeError("One row is presented as one intent.");
  return shown;
}
