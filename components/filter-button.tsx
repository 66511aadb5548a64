import ChevronDown from "lucide-react/icons/chevron-down";
import type { ComponentProps, ReactNode } from "react";
import { Button } from "./button";

type FilterButtonProps = Omit<ComponentProps<"button">, "value"> & { name: string; value: ReactNode };

/** Opens the choices of one filter, and says what is chosen. */
export function FilterButton({ name, value, ...props }: FilterButtonProps) {
  return (
    <Button {...props} className="max-w-72">
      <span className="text-ink-faint">{name}</span>
      <span className="min-w-0 truncate">{value || "Any"}</span>
      <ChevronDown aria-hidden className="text-ink-faint" />
    </Button>
  );
}
