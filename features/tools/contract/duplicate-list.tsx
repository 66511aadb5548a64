import Ban from "lucide-react/icons/ban";
import Hand from "lucide-react/icons/hand";
import Merge from "lucide-react/icons/merge";
import Play from "lucide-react/icons/play";
import { Badge, type Icon, type Tone } from "@/components/badge";
import { type DuplicateWords, duplicateWords, NO_DUPLICATES } from "./duplicate-words";
import type { ReadContract } from "./read-definition";
import { SectionPanel } from "./section-panel";

const OUTCOMES: Record<string, { word: string; tone: Tone; icon: Icon }> = {
  coalesce: { word: "Joins", tone: "good", icon: Merge },
  derive: { word: "Joins", tone: "good", icon: Merge },
  refuse: { word: "Refused", tone: "bad", icon: Ban },
  hold: { word: "Held", tone: "warn", icon: Hand },
  ask: { word: "Held", tone: "warn", icon: Hand },
  allow: { word: "Runs", tone: "neutral", icon: Play },
};

export function DuplicateList({ contract }: { contract: ReadContract }) {
  const rules = duplicateWords(contract);
  const hasDefaults = rules.some(({ isDefault }) => isDefault);
  return (
    <SectionPanel id="duplicates">
      {rules.length === 0 ? (
        <p className="px-4 py-3 text-ink">{NO_DUPLICATES}</p>
      ) : (
        <dl aria-label="Duplicates" className="divide-y">
          {rules.map((rule) => (
            <DuplicateItem key={rule.rule} rule={rule} />
          ))}
        </dl>
      )}
      {hasDefaults && (
        <p className="border-t px-4 py-2 text-ink-faint">
          * The contract does not say; this is the default for its effect class and value.
        </p>
      )}
    </SectionPanel>
  );
}

function DuplicateItem({ rule }: { rule: DuplicateWords }) {
  const look = OUTCOMES[rule.outcome];
  return (
    <div className="grid gap-x-4 gap-y-1 px-4 py-2.5 md:grid-cols-[11rem_6rem_minmax(0,1fr)] md:items-baseline">
      <dt className="min-w-0">
        <span className="font-medium text-ink">
          {rule.word}
          {rule.isDefault && (
            <>
              <span aria-hidden>*</span>
              <span className="sr-only"> (by default)</span>
            </>
          )}
        </span>
        <span className="block text-ink-faint text-xs">{rule.when}</span>
      </dt>
      <dd className="flex">
        <Badge tone={look?.tone} icon={look?.icon}>
          {look?.word ?? rule.outcome}
        </Badge>
      </dd>
      <dd className="min-w-0 text-ink">{rule.text}</dd>
    </div>
  );
}
