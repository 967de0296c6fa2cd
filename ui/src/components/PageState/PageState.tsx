import type { ReactNode } from "react";
import { cn } from "@/lib/cn";

interface PageStateProps {
  icon?: ReactNode;
  title: string;
  text?: string;
  action?: ReactNode;
  role?: "status" | "alert";
  className?: string;
}

/** Shown in place of content that is empty, not found or failed, with the next step. */
export function PageState({ icon, title, text, action, role = "status", className }: PageStateProps) {
  return (
    <div
      role={role}
      className={cn(
        "flex h-full min-h-48 flex-col items-center justify-center gap-1 p-8 text-center",
        className,
      )}
    >
      {icon ? (
        <span className="mb-3 flex size-11 items-center justify-center rounded-xl border border-n6 bg-surface text-n10 shadow-small [&_svg]:size-5">
          {icon}
        </span>
      ) : null}
      <p className="font-semibold text-n12">{title}</p>
      {text ? <p className="max-w-80 text-n11">{text}</p> : null}
      {action ? <div className="mt-4 flex gap-2">{action}</div> : null}
    </div>
  );
}
