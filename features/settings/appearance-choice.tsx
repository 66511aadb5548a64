"use client";

import { useTheme } from "next-themes";
import { useHydrated } from "@/components/use-hydrated";

const CHOICES = [
  { value: "light", word: "Light", hint: "Dark on white." },
  { value: "dark", word: "Dark", hint: "Light on black." },
  { value: "system", word: "Like the system", hint: "Follows what your device is set to." },
];

export function AppearanceChoice() {
  const { theme = "system", setTheme } = useTheme();
  // The server does not know what this browser chose.
  const chosen = useHydrated() ? theme : null;
  return (
    <fieldset className="divide-y">
      <legend className="sr-only">Theme</legend>
      {CHOICES.map(({ value, word, hint }) => (
        <label key={value} className="flex min-h-13 cursor-pointer items-center gap-3 px-4 py-3">
          <input
            type="radio"
            name="theme"
            className="size-4 accent-accent"
            checked={chosen === value}
            onChange={() => setTheme(value)}
          />
          <span className="min-w-0">
            <span className="block font-medium text-ink text-sm">{word}</span>
            <span className="block text-ink-soft text-sm">{hint}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
