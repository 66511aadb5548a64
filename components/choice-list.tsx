import { useId } from "react";

export type Choice<T extends string> = { value: T; label: string; meaning?: string };

type ChoiceListProps<T extends string> = {
  legend: string;
  choices: readonly Choice<T>[];
  value: T | null;
  onChange: (value: T) => void;
  error?: string | null;
};

/** One of a few, each with what it means beside it: for what should be understood before it is chosen. */
export function ChoiceList<T extends string>({ legend, choices, value, onChange, error }: ChoiceListProps<T>) {
  const name = useId();
  return (
    <fieldset
      data-problem={error ? "" : undefined}
      className="flex flex-col gap-1.5"
      aria-describedby={error ? `${name}-error` : undefined}
    >
      <legend className="mb-1.5 font-medium text-ink text-sm">{legend}</legend>
      {choices.map((choice) => (
        <label
          key={choice.value}
          className="flex min-h-11 items-start gap-2.5 rounded-md border border-line-field px-3 py-2 text-sm has-checked:border-accent has-checked:bg-hover md:min-h-9"
        >
          <input
            type="radio"
            name={name}
            className="mt-0.5 size-4 shrink-0 accent-accent"
            checked={value === choice.value}
            onChange={() => onChange(choice.value)}
          />
          <span className="min-w-0">
            <span className="block font-medium text-ink">{choice.label}</span>
            {choice.meaning && <span className="block text-ink-soft">{choice.meaning}</span>}
          </span>
        </label>
      ))}
      {error && (
        <p id={`${name}-error`} className="text-bad text-sm">
          {error}
        </p>
      )}
    </fieldset>
  );
}
