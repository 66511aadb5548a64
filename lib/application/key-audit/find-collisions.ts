/** One key, several effect ids: what settles, probes and reconciliations have found out. */
import type { AuditCase } from "@/lib/domain/key-audit/cases";
import { addCollision, effectIdsIn, type ToolAudits, toolOf } from "@/lib/domain/key-audit/tool-audit";
import type { Database } from "@/lib/store/database";
import { readEffectFindings } from "@/lib/store/key-audit-read";

const PAGE_MAX = 500;
const EFFECT_FINDINGS = ["late_settle", "late_probe", "duplicate", "mismatch"];

/** `isStillOurs` is asked after each page, and keeps the lease; null: somebody else has taken over. */
export async function findCollisions(
  db: Pick<Database, "query">,
  tools: ToolAudits,
  range: { after: string; before: string },
  isStillOurs: () => Promise<boolean>,
): Promise<AuditCase[] | null> {
  const found: AuditCase[] = [];
  const seen = new Set<string>();
  for (const kind of EFFECT_FINDINGS) {
    for (let { after } = range; ; ) {
      const page = await readEffectFindings(db, kind, { ...range, after }, PAGE_MAX);
      for (const { intentId, tool, namespace, data, effectId } of page) {
        const effectIds = effectIdsIn(data, effectId);
        if (seen.has(intentId)) continue;
        if (!addCollision(toolOf(tools, tool), { intentId, effectIds, source: kind })) continue;
        seen.add(intentId);
        const about = { id: intentId, tool, namespace };
        found.push({ kind: "key_collision", about, data: { effectIds, source: kind } });
      }
      if (!(await isStillOurs())) return null;
      if (page.length < PAGE_MAX) break;
      after = page.at(-1)?.id ?? range.before;
    }
  }
  return found;
}
