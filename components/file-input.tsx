import { clsx } from "clsx";
import type { ComponentProps } from "react";
import { Input } from "./field";

type FileInputProps = Omit<ComponentProps<"input">, "type" | "onChange"> & { onChange: (file: File | null) => void };

/** The browser's own way to pick one file. */
export function FileInput({ className, onChange, ...props }: FileInputProps) {
  return (
    <Input
      {...props}
      type="file"
      className={clsx(
        className,
        "py-2 file:mr-3 file:rounded-sm file:border-0 file:bg-pressed file:px-2 file:font-medium file:text-ink md:py-1.5",
      )}
      onChange={(event) => onChange(event.target.files?.[0] ?? null)}
    />
  );
}
