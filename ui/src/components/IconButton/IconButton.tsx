import type { ComponentProps, ReactNode } from "react";
import { cn } from "@/lib/cn";
import { ariaKeys, keyLabel } from "@/lib/keys";

export interface IconButtonProps extends Omit<ComponentProps<"button">, "children"> {
  label: string;
  icon: ReactNode;
  keys?: string;
  isActive?: boolean;
}

/** An icon with an accessible name and a tooltip. */
export function IconButton({ label, icon, keys, isActive = false, className, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      aria-label={label}
      data-tip={label}
      data-tip-keys={keys ? keyLabel(keys) : undefined}
      aria-keyshortcuts={keys ? ariaKeys(keys) : undefined}
      className={cn(
        "inline-flex size-8 shrink-0 items-center justify-center rounded text-n11 transition-colors duration-120 disabled:opacity-40",
        isActive ? "bg-n4 text-n12" : "enabled:hover:bg-n4 enabled:hover:text-n12",
        className,
      )}
    >
      {icon}
    </button>
  );
}
