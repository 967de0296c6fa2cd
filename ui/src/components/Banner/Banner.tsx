import type { ReactNode } from "react";
import { cn } from "@/lib/cn";

const tones = {
  info: "bg-info-soft text-info",
  warning: "bg-warning-soft text-warning",
  danger: "bg-danger-soft text-danger",
};

interface BannerProps {
  tone: keyof typeof tones;
  icon?: ReactNode;
  action?: ReactNode;
  children: ReactNode;
  className?: string;
}

/** A sentence about the whole of what stands below it. */
export function Banner({ tone, icon, action, children, className }: BannerProps) {
  return (
    <div
      role={tone === "danger" ? "alert" : "status"}
      className={cn(
        "flex items-center gap-2 rounded px-3 py-2 [&>svg]:size-4 [&>svg]:shrink-0",
        tones[tone],
        className,
      )}
    >
      {icon}
      <div className="min-w-0 flex-1">{children}</div>
      {action}
    </div>
  );
}
