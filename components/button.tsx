import { cva, type VariantProps } from "class-variance-authority";
import { clsx } from "clsx";
import LoaderCircle from "lucide-react/icons/loader-circle";
import type { ComponentProps } from "react";

export const buttonStyle = cva(
  "inline-flex shrink-0 select-none items-center justify-center gap-1.5 rounded-md font-medium transition-colors aria-disabled:cursor-default aria-disabled:opacity-55 [&_svg]:size-4 [&_svg]:shrink-0",
  {
    variants: {
      variant: {
        primary: "bg-accent text-on-accent not-aria-disabled:hover:bg-accent-hover",
        danger: "bg-danger text-on-accent not-aria-disabled:hover:bg-danger-hover",
        secondary:
          "border border-line-strong bg-raised text-ink not-aria-disabled:hover:bg-hover not-aria-disabled:active:bg-pressed",
        ghost:
          "text-ink-soft not-aria-disabled:hover:bg-hover not-aria-disabled:hover:text-ink not-aria-disabled:active:bg-pressed",
        link: "text-link underline-offset-2 hover:underline",
      },
      size: {
        md: "min-h-11 px-3 text-sm md:min-h-8",
        lg: "min-h-11 px-4 text-base md:min-h-9",
        icon: "size-11 md:size-8",
        iconSmall: "size-11 md:size-7 md:[&_svg]:size-3.5",
        inline: "min-h-11 text-sm md:min-h-6",
      },
    },
    defaultVariants: { variant: "secondary", size: "md" },
  },
);

type ButtonProps = ComponentProps<"button"> & VariantProps<typeof buttonStyle> & { busy?: boolean };

/** A busy button keeps its place, its focus and its name; it only stops answering. */
export function Button({ variant, size, busy = false, className, children, onClick, type, ...props }: ButtonProps) {
  return (
    <button
      type={type ?? "button"}
      className={clsx(buttonStyle({ variant, size }), className)}
      aria-disabled={busy || undefined}
      onClick={busy ? (event) => event.preventDefault() : onClick}
      {...props}
    >
      {busy && <LoaderCircle aria-hidden className="animate-turn" />}
      {children}
    </button>
  );
}
