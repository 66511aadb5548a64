"use client";

import { Dialog, type DialogControl } from "@/components/dialog";
import type { AskedFilter } from "./add-filter";
import { AmountFields } from "./amount-fields";
import type { FiltersProps } from "./menu-filters";
import { PersonFields } from "./person-fields";
import { TextFields } from "./text-fields";
import { TimeFields } from "./time-fields";
import type { People } from "./use-people";

type FilterDialogProps = DialogControl & FiltersProps & { asked: AskedFilter; people: People };

const TITLES: Record<AskedFilter, [title: string, description: string]> = {
  agent: ["Only one agent’s", "Intents that this agent asked for, or opened again."],
  operator: ["Only what one operator acted on", "Who decided, undid, resolved, bypassed or otherwise acted on it."],
  run: ["Only one run’s", "Intents that were submitted in this run. The name must be whole."],
  effectId: ["Only one effect", "What the downstream calls the thing it did, whole."],
  identity: ["Only what is about one value", "A value of an identity field, such as an order or an address, whole."],
  amount: ["Only some amounts", "Both ends are included. The list then has the largest amount first."],
  time: ["Only some time", "When intents were submitted, in your own time zone."],
};

/** Asks for the value of one filter. */
export function FilterDialog({ asked, filter, onChange, people, ...control }: FilterDialogProps) {
  const [title, description] = TITLES[asked];
  const shared = { filter, onChange, onCancel: () => control.onOpenChange(false) };
  return (
    <Dialog {...control} title={title} description={description}>
      {asked === "amount" ? (
        <AmountFields {...shared} />
      ) : asked === "time" ? (
        <TimeFields {...shared} />
      ) : asked === "agent" ? (
        <PersonFields {...shared} name="agent" people={people.agents} />
      ) : asked === "operator" ? (
        <PersonFields {...shared} name="operator" people={people.operators} />
      ) : (
        <TextFields {...shared} name={asked} />
      )}
    </Dialog>
  );
}
