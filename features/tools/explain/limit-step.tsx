import Check from "lucide-react/icons/check";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import { Badge } from "@/components/badge";
import { Panel } from "@/components/panel";
import type { ExplanationDto } from "@/lib/wire/explain";
import { Sentence } from "../contract/sentence";
import { limitAmount } from "./limit-amount";
import { limitName } from "./limit-name";

/** What is used of each limit, what this would take, and whether that is too much. */
export function LimitStep({ limits }: { limits: NonNullable<ExplanationDto["limits"]> }) {
  return (
    <Panel title="5. Limits">
      {limits.length === 0 && <p className="px-4 py-3 text-ink">No limit counts this.</p>}
      <ul aria-label="Limits" className="divide-y">
        {limits.map(({ limit, money, used, amount, max, over, exceeded }) => (
          <li key={limit} className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1 px-4 py-2.5">
            <span className="min-w-0">
              <Sentence text={limitName(limit)} className="text-ink" />
              <span className="block text-ink-soft tabular-nums">
                {limitAmount(used, money)} used, {limitAmount(amount, money)} more, at most {limitAmount(max, money)}.
              </span>
            </span>
            <Badge tone={exceeded ? "warn" : "good"} icon={exceeded ? TriangleAlert : Check}>
              {exceeded ? (over === "hold" ? "Over: held" : "Over: refused") : "Within"}
            </Badge>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
