import { ChoiceList } from "@/components/choice-list";
import { Field } from "@/components/field";
import { FileInput } from "@/components/file-input";

type SourceChoiceProps = { mayExport: boolean; source: "log" | "file"; onChange: (source: "log" | "file") => void };

const LOG = {
  value: "log",
  label: "This Interlock's log",
  meaning: "Read as an export, whole and as it is now. That it was taken is on record.",
} as const;
const FILE = {
  value: "file",
  label: "A file",
  meaning: "An export, from here or elsewhere. It stays in this browser.",
} as const;

export function SourceChoice({ mayExport, source, onChange }: SourceChoiceProps) {
  return (
    <>
      <ChoiceList
        legend="What to check"
        choices={mayExport ? [LOG, FILE] : [FILE]}
        value={source}
        onChange={onChange}
      />
      {!mayExport && (
        <p className="text-ink-soft text-sm">
          The log itself is taken from Interlock as an export, which needs the role approver.
        </p>
      )}
    </>
  );
}

const KEY_CHOICES = [
  {
    value: "told",
    label: "Those that this Interlock tells",
    meaning: "Fine for a look. Whoever could change the log could have changed them too.",
  },
  {
    value: "kept",
    label: "Those of a key that I keep",
    meaning: "What an auditor wants: a key that came another way, and earlier.",
  },
] as const;

type KeyChoiceProps = { keys: "told" | "kept"; onChange: (keys: "told" | "kept") => void };

export function KeyChoice({ keys, onChange }: KeyChoiceProps) {
  return <ChoiceList legend="Whose seals are believed" choices={KEY_CHOICES} value={keys} onChange={onChange} />;
}

type FileFieldProps = { file: File | null; onChange: (file: File | null) => void; error: string | null };

export function FileField({ file, onChange, error }: FileFieldProps) {
  return (
    <Field label="Export" hint={file === null ? "A file that ends in .jsonl" : file.name} error={error}>
      {(control) => <FileInput {...control} onChange={onChange} />}
    </Field>
  );
}
