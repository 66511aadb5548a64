"use client";

import type { KeyboardEvent } from "react";
import { Button } from "@/components/button";
import { Field, Input, Textarea } from "@/components/field";
import { messageAt } from "@/components/field-problems";
import { Kbd } from "@/components/kbd";
import { ProblemError } from "@/lib/wire/fetch-json";
import { AgentChoice } from "./agent-choice";
import { ArgsErrors } from "./args-errors";
import type { FormField } from "./explain-form";
import type { UsedExplain } from "./use-explain";

const LENGTH_MAX = 512;
/** What counts where nothing is written. */
const WHEN_EMPTY: Partial<Record<FormField, string>> = { occurrence: "1", namespace: "the agent’s, or default" };

type ExplainFieldsProps = { explain: UsedExplain; canListAgents: boolean; onExample: () => void };

/** What would be submitted, and by whom. */
export function ExplainFields({ explain, canListAgents, onExample }: ExplainFieldsProps) {
  const { form, errors, answer, change, ask } = explain;
  const errorAt = (field: FormField) => errors[field] ?? messageAt(answer.error, `/${field}`);
  const text = (field: Exclude<FormField, "args" | "agent">, label: string) => (
    <Field label={label} error={errorAt(field)}>
      {(control) => (
        <Input
          {...control}
          autoComplete="off"
          spellCheck={false}
          maxLength={LENGTH_MAX}
          placeholder={WHEN_EMPTY[field]}
          value={form[field]}
          onChange={(event) => change({ [field]: event.target.value })}
        />
      )}
    </Field>
  );

  function askOnEnter(event: KeyboardEvent) {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    ask();
  }

  return (
    <form
      noValidate
      aria-label="What would be submitted"
      onKeyDown={askOnEnter}
      onSubmit={(event) => {
        event.preventDefault();
        ask();
      }}
      className="flex flex-col gap-4"
    >
      <Field label="Args" hint="JSON, as an agent would send it." error={argsError(explain)}>
        {(control) => (
          <Textarea
            {...control}
            spellCheck={false}
            autoCapitalize="off"
            rows={8}
            value={form.args}
            onChange={(event) => change({ args: event.target.value })}
            className={`${control.className} font-mono md:text-xs`}
          />
        )}
      </Field>
      <ArgsErrors error={answer.error} />
      <Button variant="link" size="inline" className="self-start" onClick={onExample}>
        Fill in an example from the schema
      </Button>
      <div className="grid grid-cols-2 gap-3">
        {text("run", "Run")}
        {text("step", "Step")}
        {text("session", "Session")}
        {text("occurrence", "Occurrence")}
        {text("callerKey", "Idempotency-Key")}
        {text("namespace", "Namespace")}
      </div>
      <AgentChoice
        agent={form.agent}
        canList={canListAgents}
        error={errorAt("agent") ?? absentAgent(answer.error)}
        onChange={(agent) => change({ agent })}
      />
      <div className="flex items-center gap-3">
        <Button type="submit" variant="primary" busy={answer.isPending}>
          Explain
        </Button>
        <span className="text-ink-faint text-xs max-md:hidden">
          <Kbd>Ctrl</Kbd> <Kbd>Enter</Kbd>
        </span>
      </div>
    </form>
  );
}

/** What is wrong with single arguments stands below the field, by name. */
function argsError({ errors, answer }: UsedExplain): string | null {
  if (errors.args !== undefined) return errors.args;
  return messageAt(answer.error, "/args") === null ? null : "Not what the contract takes.";
}

function absentAgent(error: unknown): string | null {
  return error instanceof ProblemError && error.problem.code === "not_found" ? error.message : null;
}
