import type { IntentDto } from "@/lib/wire/intent";
import { groupByDay } from "./group-by-day";
import { IntentRow } from "./intent-row";

export function IntentDays({ intents, now }: { intents: IntentDto[]; now: number }) {
  return groupByDay(intents, now).map((day) => (
    <section key={day.key} aria-label={day.label}>
      <h2 className="border-b bg-sunken px-4 py-1.5 font-medium text-ink-soft text-xs md:px-6">{day.label}</h2>
      <ul aria-label={`Intents of ${day.label}`}>
        {day.items.map((intent) => (
          <IntentRow key={intent.id} intent={intent} />
        ))}
      </ul>
    </section>
  ));
}
