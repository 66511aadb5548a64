import Ban from "lucide-react/icons/ban";
import CircleCheck from "lucide-react/icons/circle-check";
import Hand from "lucide-react/icons/hand";
import { Badge, type Icon, type Tone } from "@/components/badge";
import { FIRST_MATCH, otherHoldWords, policyWords, type RuleWords } from "./policy-words";
import type { ReadContract } from "./read-definition";
import { SectionPanel } from "./section-panel";
import { CodeLine, Sentence } from "./sentence";

const THEN: Record<RuleWords["then"], { word: string; tone: Tone; icon: Icon }> = {
  clear: { word: "Cleared", tone: "good", icon: CircleCheck },
  hold: { word: "Held", tone: "warn", icon: Hand },
  refuse: { word: "Refused", tone: "bad", icon: Ban },
};

export function ThenBadge({ then }: { then: RuleWords["then"] }) {
  const { word, tone, icon } = THEN[then];
  return (
    <Badge tone={tone} icon={icon}>
      {word}
    </Badge>
  );
}

export function PolicyList({ contract }: { contract: ReadContract }) {
  const { rules, otherwise } = policyWords(contract);
  const otherHolds = otherHoldWords(contract);
  return (
    <SectionPanel id="policy">
      {rules.length > 0 && <p className="border-b px-4 py-2.5 text-ink-soft">{FIRST_MATCH}</p>}
      <ol aria-label="Policy rules" className="divide-y">
        {rules.map((rule, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a rule is its place in the order
          <RuleItem key={index} rule={rule} place={String(index + 1)} />
        ))}
        {otherwise && (
          <li className="grid grid-cols-[1.5rem_minmax(0,1fr)] gap-x-2 gap-y-1 px-4 py-2.5 md:grid-cols-[1.5rem_minmax(0,1fr)_6rem]">
            <span aria-hidden className="text-ink-faint">
              –
            </span>
            <span className="min-w-0 text-ink">
              {rules.length > 0 ? "When no rule matches, " : "There are no rules: "}
              {otherwise.outcome}
            </span>
            <span className="flex max-md:col-start-2 md:justify-end">
              <ThenBadge then={otherwise.then} />
            </span>
          </li>
        )}
      </ol>
      {otherHolds !== null && <p className="border-t px-4 py-2.5 text-ink-soft">{otherHolds}</p>}
    </SectionPanel>
  );
}

function RuleItem({ rule, place }: { rule: RuleWords; place: string }) {
  const { name, condition, outcome, then, code, isReached } = rule;
  return (
    <li className="grid grid-cols-[1.5rem_minmax(0,1fr)] gap-x-2 gap-y-1 px-4 py-2.5 md:grid-cols-[1.5rem_minmax(0,1fr)_6rem]">
      <span aria-hidden className="text-ink-faint tabular-nums">
        {place}
      </span>
      <span className="flex min-w-0 flex-col gap-1.5">
        {name !== null && <Sentence text={name} className="text-ink-soft text-xs" />}
        <Sentence text={`${condition}, ${outcome}`} className="text-ink" />
        {code !== null && <CodeLine code={code} />}
        {!isReached && <span className="text-warn">It is never asked: an earlier rule always decides.</span>}
      </span>
      <span className="flex self-start max-md:col-start-2 md:justify-end">
        <ThenBadge then={then} />
      </span>
    </li>
  );
}
