"use client";

import ArrowLeftRight from "lucide-react/icons/arrow-left-right";
import { Button } from "@/components/button";
import { Field } from "@/components/field";
import { Select } from "@/components/select";
import type { VersionPair } from "./version-pair";

type PairChoiceProps = { pair: VersionPair; newest: number; onChange: (pair: VersionPair) => void };

/** Two versions of a list that is known without being loaded: they count from 1. */
export function PairChoice({ pair, newest, onChange }: PairChoiceProps) {
  return (
    <search
      aria-label="Versions to compare"
      className="grid grid-cols-[minmax(0,9rem)_auto_minmax(0,9rem)] items-end gap-2"
    >
      <VersionChoice label="From" value={pair.from} newest={newest} onChange={(from) => onChange({ ...pair, from })} />
      <Button
        size="icon"
        aria-label="Swap the two versions"
        title="Swap the two versions"
        className="md:mb-0.5"
        onClick={() => onChange({ from: pair.to, to: pair.from })}
      >
        <ArrowLeftRight aria-hidden />
      </Button>
      <VersionChoice label="To" value={pair.to} newest={newest} onChange={(to) => onChange({ ...pair, to })} />
    </search>
  );
}

type VersionChoiceProps = { label: string; value: number; newest: number; onChange: (version: number) => void };

function VersionChoice({ label, value, newest, onChange }: VersionChoiceProps) {
  const versions = Array.from({ length: newest }, (_none, index) => newest - index);
  return (
    <Field label={label}>
      {(control) => (
        <Select {...control} value={value} onChange={(event) => onChange(Number(event.target.value))}>
          {versions.map((version) => (
            <option key={version} value={version}>
              Version {version}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}
