import type { ReactNode } from "react";
import { cn } from "@/lib/cn";

export const inputClass =
  "h-8 w-full min-w-0 rounded border border-n7 bg-surface px-2.5 text-n12 shadow-small transition-colors duration-120 hover:border-n8 focus:border-accent focus:outline-2 focus:outline-accent-line focus:outline-offset-0 disabled:bg-n3 disabled:text-n11 aria-invalid:border-danger-solid";

interface FieldProps {
  label: string;
  htmlFor: string;
  hint?: string | undefined;
  error?: string | undefined;
  isRequired?: boolean;
  children: ReactNode;
  className?: string;
}

export const errorId = (id: string) => `${id}-error`;

/** A label above its control, and below it what is wrong or what helps. */
export function Field({ label, htmlFor, hint, error, isRequired = false, children, className }: FieldProps) {
  return (
    <div className={cn("flex min-w-0 flex-col gap-1", className)}>
      <label
        htmlFor={htmlFor}
        // The star is drawn, not written: it is no part of the control's name.
        className={cn(
          "font-medium text-meta text-n11",
          isRequired && "after:ml-0.5 after:text-danger after:content-['*']",
        )}
      >
        {label}
      </label>
      {children}
      {error ? (
        <p id={errorId(htmlFor)} role="alert" className="text-danger text-meta">
          {error}
        </p>
      ) : hint ? (
        <p className="text-meta text-n11">{hint}</p>
      ) : null}
    </div>
  );
}
