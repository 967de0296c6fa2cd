import type { ComponentProps, ReactNode } from "react";
import { Spinner } from "@/components/Spinner/Spinner";
import { cn } from "@/lib/cn";
import { ariaKeys, keyLabel } from "@/lib/keys";

type ButtonTone = "primary" | "secondary" | "ghost" | "danger" | "success";

export interface ButtonProps extends ComponentProps<"button"> {
  tone?: ButtonTone;
  size?: "small" | "medium" | "large";
  icon?: ReactNode;
  /** Shows the button at work; it cannot be pressed meanwhile. */
  isBusy?: boolean;
  tip?: string | undefined;
  keys?: string;
  /** Shows the keys on the button, where there is a keyboard and room; they are announced in either case. */
  showsKeys?: boolean;
  /** On a small screen its icon stands for it. */
  isShort?: boolean;
}

const tones: Record<ButtonTone, string> = {
  primary: "bg-accent text-on-accent shadow-small enabled:hover:bg-accent-hover",
  secondary: "border border-n7 bg-surface text-n12 shadow-small enabled:hover:bg-n3 enabled:active:bg-n4",
  ghost: "text-n11 enabled:hover:bg-n4 enabled:hover:text-n12",
  danger: "bg-danger-solid text-on-accent shadow-small enabled:hover:brightness-110",
  success: "bg-success-solid text-on-accent shadow-small enabled:hover:brightness-110",
};

const sizes = {
  small: "h-7 px-2 gap-1.5",
  medium: "h-8 px-3 gap-1.5",
  large: "h-10 px-4 gap-2",
};

export function Button(props: ButtonProps) {
  const {
    tone = "secondary",
    size = "medium",
    icon,
    isBusy = false,
    tip,
    keys,
    showsKeys = false,
    isShort = false,
    className,
    children,
    ...rest
  } = props;
  return (
    <button
      type="button"
      {...rest}
      disabled={rest.disabled === true || isBusy}
      aria-busy={isBusy || undefined}
      data-tip={tip}
      data-tip-keys={keys ? keyLabel(keys) : undefined}
      aria-keyshortcuts={keys ? ariaKeys(keys) : undefined}
      className={cn(
        "inline-flex shrink-0 select-none items-center justify-center whitespace-nowrap rounded font-medium transition-colors duration-120 disabled:opacity-50",
        tones[tone],
        sizes[size],
        isShort && "max-sm:aspect-square max-sm:px-0",
        className,
      )}
    >
      {isBusy ? <Spinner /> : icon}
      {isShort ? <span className="max-sm:sr-only">{children}</span> : children}
      {showsKeys && keys ? (
        <kbd aria-hidden className="font-normal font-sans text-meta max-sm:hidden">
          {keyLabel(keys)}
        </kbd>
      ) : null}
    </button>
  );
}
