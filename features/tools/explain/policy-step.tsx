import Check from "lucide-react/icons/check";
import Minus from "lucide-react/icons/minus";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import X from "lucide-react/icons/x";
import { Badge, type Icon, type Tone } from "@/components/badge";
import { Panel } from "@/components/panel";
import type { ExplanationDto } from "@/lib/wire/explain";
import { conditionWords } from "../contract/condition-words";
import { ThenBadge } from "../contract/policy-list";
import { CodeLine, Sentence } from "../contract/sentence";
import { decidedWords } from "./verdict-words";

type Rule = NonNullable<ExplanationDto["rules"]>[number];

const RESULTS: Record<Rule["result"], { word: string; tone: Tone; icon: Icon }> = {
  match: { word: "Matches", tone: "good", icon: Check },
  no_match: { word: "No match", tone: "neutral", icon: X },
  error: { word: "Fails", tone: "bad", icon: TriangleAlert },
  not_asked: { word: "Not asked", tone: "neutral", icon: Minus },
};

const THEN: Record<Rule["then"], string> = { clear: "clear it.", hold: "hold it.", refuse: "refuse it." };

/** Every rule with what it answered, in the order in which they are asked. */
export function PolicyStep({ told: { rules = [], rule } }: { told: ExplanationDto }) {
  return (
    <Panel title="4. Policy">
      <ol aria-label="Policy rules" className="divide-y">
        {rules.map((one, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a rule is its place in the order
          <RuleItem key={index} rule={one} place={index + 1} />
        ))}
      </ol>
      <p className="border-t px-4 py-2.5 text-ink first:border-t-0">
        {rule == null ? "No rule decided." : <Sentence text={decidedWords(rule)} />}
      </p>
    </Panel>
  );
}

function RuleItem({ rule: { when, then, result, message }, place }: { rule: Rule; place: number }) {
  const { word, tone, icon } = RESULTS[result];
  const condition = when === null ? "In every other case" : `If ${conditionWords(when) ?? "this condition holds"}`;
  return (
    <li className="grid grid-cols-[1.5rem_minmax(0,1fr)] gap-x-2 gap-y-1 px-4 py-2.5 md:grid-cols-[1.5rem_minmax(0,1fr)_auto]">
      <span aria-hidden className="text-ink-faint tabular-nums">
        {place}
      </span>
      <span className="flex min-w-0 flex-col gap-1.5">
        <Sentence text={`${condition}: ${THEN[then]}`} className="text-ink" />
        {when !== null && <CodeLine code={when} />}
        {message !== undefined && <Sentence text={message} className="text-bad" />}
      </span>
      <span className="flex gap-1 self-start max-md:col-start-2">
        <Badge tone={tone} icon={icon}>
          {word}
        </Badge>
        {result === "match" && <ThenBadge then={then} />}
      </span>
    </li>
  );
}
