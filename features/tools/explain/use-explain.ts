"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { explain } from "../queries";
import { type ExplainForm, type FormErrors, toAsked } from "./explain-form";

/** Asks what would become of what the form says. What cannot be asked is told at its field and goes nowhere. */
export function useExplain(tool: string, beginning: ExplainForm) {
  const [form, setForm] = useState(beginning);
  const [errors, setErrors] = useState<FormErrors>({});
  const [askedForm, setAskedForm] = useState<ExplainForm | null>(null);
  const answer = useMutation({
    mutationFn: ({ text, headers }: { text: string; headers: Record<string, string> }) => explain(text, headers),
  });
  return {
    form,
    errors,
    answer,
    /** The answer is about something else than what the form says now. */
    isOutdated: askedForm !== null && JSON.stringify(askedForm) !== JSON.stringify(form),
    change: (part: Partial<ExplainForm>) => setForm((before) => ({ ...before, ...part })),
    ask: () => {
      const told = toAsked(tool, form);
      setErrors("errors" in told ? told.errors : {});
      if ("errors" in told) return;
      setAskedForm(form);
      answer.mutate(told.asked);
    },
  };
}

export type UsedExplain = ReturnType<typeof useExplain>;
