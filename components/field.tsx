import { clsx } from "clsx";
import { type ComponentProps, type ReactNode, useId } from "react";

const controlStyle =
  "w-full rounded-md border border-line-field bg-surface px-3 text-ink text-lg placeholder:text-ink-faint aria-invalid:border-danger md:text-sm";

type FieldProps = {
  label: string;
  hint?: ReactNode;
  error?: string | null;
  children: (control: {
    id: string;
    className: string;
    "aria-invalid": true | undefined;
    "aria-describedby": string | undefined;
  }) => ReactNode;
};

/** A label, a control, and the sentence that says what is wrong with it, tied together for every reader. */
export function Field({ label, hint, error, children }: FieldProps) {
  const id = useId();
  const noteId = `${id}-note`;
  const note = error ?? hint;
  return (
    <div className="flex flex-col gap-1.5">
      <label htmlFor={id} className="font-medium text-ink text-sm">
        {label}
      </label>
      {children({
        id,
        className: controlStyle,
        "aria-invalid": error ? true : undefined,
        "aria-describedby": note ? noteId : undefined,
      })}
      {note && (
        <p id={noteId} className={clsx("text-sm", error ? "text-bad" : "text-ink-faint")}>
          {note}
        </p>
      )}
    </div>
  );
}

export function Input({ className, ...props }: ComponentProps<"input">) {
  return <input className={clsx("h-11 md:h-9", className)} {...props} />;
}

export function Textarea({ className, ...props }: ComponentProps<"textarea">) {
  return <textarea className={clsx("min-h-24 py-2", className)} {...props} />;
}
