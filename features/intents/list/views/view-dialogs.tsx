"use client";

import Trash2 from "lucide-react/icons/trash-2";
import { type FormEvent, useState } from "react";
import { Button } from "@/components/button";
import { CopyButton } from "@/components/copy-button";
import { Dialog, type DialogControl } from "@/components/dialog";
import { Field, Input } from "@/components/field";
import { filterWords } from "../filter/filter-words";
import { filterPath, type IntentFilter } from "../filter/intent-filter";
import type { ColumnName } from "../table/columns";
import { deleteView, NAME_LENGTH_MAX, renameView, saveView, useSavedViews, type View } from "./saved-views";

type SaveViewProps = DialogControl & { filter: IntentFilter; columns: readonly ColumnName[] };

export function SaveView({ filter, columns, ...control }: SaveViewProps) {
  const [name, setName] = useState("");
  const [error, setError] = useState<string | null>(null);
  function submit(event: FormEvent) {
    event.preventDefault();
    if (name.trim() === "") setError("Give it a name.");
    else if (!saveView({ name: name.trim(), filter, columns })) setError("There are too many views. Delete one first.");
    else control.onOpenChange(false);
  }
  return (
    <Dialog
      {...control}
      title="Save this view"
      description={`Keeps ${inWords(filter)}, and the columns that are shown, under a name. In this browser only; its link can be sent to anybody.`}
    >
      <form noValidate onSubmit={submit} className="flex flex-col gap-4">
        <Field label="Name" error={error}>
          {(field) => (
            <Input
              {...field}
              value={name}
              maxLength={NAME_LENGTH_MAX}
              onChange={(event) => setName(event.target.value)}
            />
          )}
        </Field>
        <div className="flex justify-end gap-2">
          <Button onClick={() => control.onOpenChange(false)}>Cancel</Button>
          <Button type="submit" variant="primary">
            Save
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

function inWords(filter: IntentFilter): string {
  const names = filterWords(filter).map(({ name }) => name.toLowerCase());
  return names.length === 0 ? "an unfiltered list" : `the filter (${names.join(", ")})`;
}

export function ManageViews(control: DialogControl) {
  const views = useSavedViews();
  return (
    <Dialog
      {...control}
      title="Your views"
      description="Kept in this browser. A link shows the same to anybody who may look."
    >
      {views.length === 0 ? (
        <p role="status" className="text-ink-soft text-sm">
          None are left.
        </p>
      ) : (
        <ul className="flex flex-col gap-2">
          {views.map((view) => (
            <ViewLine key={view.id} view={view} />
          ))}
        </ul>
      )}
      <div className="mt-4 flex justify-end">
        <Button onClick={() => control.onOpenChange(false)}>Done</Button>
      </div>
    </Dialog>
  );
}

/** Renamed when the name is left; an empty one stays as it was. */
function ViewLine({ view: { id, name, filter, columns } }: { view: View }) {
  const [text, setText] = useState(name);
  const rename = () => {
    if (text.trim() === "") setText(name);
    else if (text.trim() !== name) renameView(id, text.trim());
  };
  return (
    <li className="flex items-center gap-1">
      <input
        aria-label={`Name of the view ${name}`}
        value={text}
        maxLength={NAME_LENGTH_MAX}
        onChange={(event) => setText(event.target.value)}
        onBlur={rename}
        onKeyDown={(event) => event.key === "Enter" && rename()}
        className="h-11 min-w-0 flex-1 rounded-md border border-line-field bg-surface px-3 text-ink text-lg md:h-9 md:text-sm"
      />
      <CopyButton text={window.location.origin + filterPath(filter, columns)} what={`the link to ${name}`} />
      <Button
        variant="ghost"
        size="iconSmall"
        aria-label={`Delete the view ${name}`}
        title={`Delete the view ${name}`}
        onClick={() => deleteView(id)}
      >
        <Trash2 aria-hidden />
      </Button>
    </li>
  );
}
