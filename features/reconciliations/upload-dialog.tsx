"use client";

import { useRouter } from "next/navigation";
import { type FormEvent, useState } from "react";
import { Button } from "@/components/button";
import { Dialog, type DialogControl } from "@/components/dialog";
import { Field } from "@/components/field";
import { messageAt } from "@/components/field-problems";
import { FileInput } from "@/components/file-input";
import { FormNotice } from "@/components/form-notice";
import { fromLocalInput } from "@/components/local-time";
import { PeriodFields } from "@/components/period-fields";
import { ProgressBar } from "@/components/progress-bar";
import { Select } from "@/components/select";
import { notUploadedWords } from "./start-words";
import { formatBytes, STATEMENT_BYTES_MAX, STATEMENT_ENDINGS } from "./statement-file";
import { ToolField } from "./tool-field";
import { type Upload, useUpload } from "./use-upload";

type UploadDialogProps = DialogControl & { tool: string | null };

export function UploadDialog({ tool, ...control }: UploadDialogProps) {
  const router = useRouter();
  const upload = useUpload((id) => router.push(`/findings/reconciliations/${id}`));
  return (
    <Dialog
      {...control}
      isLocked={upload.isPending}
      title="Upload a statement"
      description="What the bank or the provider sent: CSV, a JSON array, or one JSON object a line. It needs a column effectId or key; amount, currency, at and args by their pointer (/paymentId) are compared too."
    >
      {upload.isPending ? (
        <Uploading upload={upload} />
      ) : (
        <UploadForm tool={tool} upload={upload} onCancel={() => control.onOpenChange(false)} />
      )}
    </Dialog>
  );
}

function Uploading({ upload: { order, sentBytes, cancel } }: { upload: Upload }) {
  const total = order?.file.size ?? 0;
  const words =
    sentBytes < total
      ? `${formatBytes(sentBytes)} of ${formatBytes(total)} sent`
      : "All of it is sent; Interlock reads the last rows";
  return (
    <div className="flex flex-col gap-3">
      <p role="status" className="text-ink text-sm">
        {words}
      </p>
      <ProgressBar label="Upload" done={sentBytes} total={total} words={words} />
      <div className="flex justify-end">
        <Button onClick={cancel}>Cancel the upload</Button>
      </div>
    </div>
  );
}

type UploadFormProps = { tool: string | null; upload: Upload; onCancel: () => void };
const POINTERS = ["/tool", "/from", "/to", "/unit"];

function UploadForm({ tool: chosen, upload, onCancel }: UploadFormProps) {
  // What was written is still there after a refusal; a file has to be picked again if the dialog was closed.
  const [tool, setTool] = useState(upload.order?.tool ?? chosen ?? "");
  const [file, setFile] = useState<File | null>(upload.order?.file ?? null);
  const [unit, setUnit] = useState<"major" | "minor">(upload.order?.unit ?? "major");
  const [period, setPeriod] = useState({ from: "", to: "" });
  const [isAsked, setAsked] = useState(false);
  const isHalf = (period.from === "") !== (period.to === "");
  const fileFault = faultOf(file);

  function submit(event: FormEvent) {
    event.preventDefault();
    setAsked(true);
    if (tool === "" || file === null || fileFault !== null || isHalf) return;
    upload.start({ tool, file, unit, from: fromLocalInput(period.from), to: fromLocalInput(period.to) });
  }

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      {upload.error !== null && (
        <FormNotice error={upload.error} words={notUploadedWords(upload.error)} pointers={POINTERS} />
      )}
      <ToolField
        tool={tool}
        onChange={setTool}
        error={
          isAsked && tool === "" ? "Choose the tool that the statement is about." : messageAt(upload.error, "/tool")
        }
      />
      <FileField file={file} onChange={setFile} error={isAsked ? fileFault : null} />
      <Field label="Amounts are written" hint="Without a currency they are read as if in the intent's own.">
        {(control) => (
          <Select {...control} value={unit} onChange={(event) => setUnit(event.target.value as "major" | "minor")}>
            <option value="major">in the currency's own unit: 10.50</option>
            <option value="minor">in its smallest unit: 1050</option>
          </Select>
        )}
      </Field>
      <PeriodFields
        period={period}
        onChange={setPeriod}
        hint="What the statement covers. Empty: its own first and last time."
        error={isAsked && isHalf ? "Say both From and To, or neither." : messageAt(upload.error, "/from")}
      />
      <div className="flex justify-end gap-2">
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="submit" variant="primary">
          Upload and compare
        </Button>
      </div>
    </form>
  );
}

function faultOf(file: File | null): string | null {
  if (file === null) return "Choose the file.";
  if (file.size <= STATEMENT_BYTES_MAX) return null;
  return `The file has ${formatBytes(file.size)}; at most ${formatBytes(STATEMENT_BYTES_MAX)} can be uploaded. Upload it in parts.`;
}

type FileFieldProps = { file: File | null; onChange: (file: File | null) => void; error: string | null };

function FileField({ file, onChange, error }: FileFieldProps) {
  const hint = file === null ? "At most 256 MiB or a million rows." : `${file.name}, ${formatBytes(file.size)}`;
  return (
    <Field label="File" hint={hint} error={error}>
      {(control) => <FileInput {...control} accept={STATEMENT_ENDINGS} onChange={onChange} />}
    </Field>
  );
}
