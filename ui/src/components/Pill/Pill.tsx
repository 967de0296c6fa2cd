import type { ReactNode } from "react";
import { cn } from "@/lib/cn";

export type PillTone = "neutral" | "success" | "warning" | "danger" | "info" | "accent";

const tones: Record<PillTone, string> = {
  neutral: "bg-n4 text-n11",
  success: "bg-success-soft text-success",
  warning: "bg-warning-soft text-warning",
  danger: "bg-danger-soft text-danger",
  info: "bg-info-soft text-info",
  accent: "bg-accent-soft text-accent-text",
};

export function Pill({
  tone = "neutral",
  color,
  children,
  className,
}: {
  tone?: PillTone;
  /** The name of one of the colours that people give options, in place of a tone. */
  color?: string | undefined;
  children: ReactNode;
  className?: string;
}) {
  return (
    <span
      className={cn(
        "inline-flex h-5 items-center gap-1 whitespace-nowrap rounded-full px-2 font-medium text-meta",
        color ? `option-chip option-${color}` : tones[tone],
        className,
      )}
    >
      {children}
    </span>
  );
}
