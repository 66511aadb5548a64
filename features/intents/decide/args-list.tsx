"use client";

import { clsx } from "clsx";
import { useState } from "react";
import { AgentLine, AgentText } from "@/components/agent-text";
import { Button } from "@/components/button";
import { fieldName } from "../words/field-name";
import { argText } from "./arg-text";

const VALUE_BOUND = { charactersMax: 240, linesMax: 6 };
const FIELDS_MAX = 8;

type ArgsListProps = {
  args: Record<string, unknown>;
  /** Told elsewhere already, by their names. */
  except?: ReadonlySet<string>;
  /** How wide names are, and what stands around a line. */
  rowClassName?: string;
  className?: string;
};

/** Every arg by name, each bounded with a way to all of it: what runs is never out of sight. */
export function ArgsList({ args, except, rowClassName, className }: ArgsListProps) {
  const [isWhole, setWhole] = useState(false);
  const names = Object.keys(args).filter((name) => !except?.has(name));
  const shown = isWhole ? names : names.slice(0, FIELDS_MAX);
  return (
    <>
      <dl className={className}>
        {shown.map((name) => (
          <div key={name} className={clsx("flex items-baseline gap-3", rowClassName)}>
            <dt className="w-24 shrink-0 text-ink-soft text-sm first-letter:uppercase [overflow-wrap:anywhere]">
              <AgentLine text={fieldName(`/${name}`)} />
            </dt>
            <dd className="min-w-0 flex-1 text-ink text-sm">
              <AgentText text={argText(args[name])} bound={VALUE_BOUND} />
            </dd>
          </div>
        ))}
      </dl>
      {names.length > FIELDS_MAX && (
        <Button variant="link" size="inline" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
          {isWhole ? "Show less" : `Show all ${names.length.toLocaleString()} fields`}
        </Button>
      )}
    </>
  );
}
