import type { FormEvent, ReactNode } from "react";
import { Button } from "@/components/button";
import type { FiltersProps } from "./menu-filters";

export type FilterFormProps = FiltersProps & { onCancel: () => void };

/** The frame of a small form that ends in a filter. */
export function FilterForm({
  onCancel,
  onSubmit,
  children,
}: {
  onCancel: () => void;
  onSubmit: () => void;
  children: ReactNode;
}) {
  function submit(event: FormEvent) {
    event.preventDefault();
    onSubmit();
  }
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      {children}
      <div className="flex justify-end gap-2">
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="submit" variant="primary">
          Filter
        </Button>
      </div>
    </form>
  );
}
