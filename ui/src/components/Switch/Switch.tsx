import { useId } from "react";
import { cn } from "@/lib/cn";

interface SwitchProps {
  label: string;
  hint?: string | undefined;
  problem?: string | undefined;
  isOn: boolean;
  isDisabled?: boolean;
  onChange: (isOn: boolean) => void;
  className?: string;
}

/** What is on or off, with its words beside it. */
export function Switch({ label, hint, problem, isOn, isDisabled = false, onChange, className }: SwitchProps) {
  const id = useId();
  const said = problem ?? hint;
  return (
    <div className={cn("flex items-start gap-3", className)}>
      <input
        id={id}
        type="checkbox"
        checked={isOn}
        disabled={isDisabled}
        onChange={(event) => onChange(event.target.checked)}
        aria-describedby={said ? `${id}-hint` : undefined}
        className="mt-0.5 size-4 shrink-0 accent-[var(--accent)]"
      />
      <div className="flex min-w-0 flex-col gap-0.5">
        <label htmlFor={id} className="font-medium">
          {label}
        </label>
        {said ? (
          <span id={`${id}-hint`} className={problem ? "text-danger text-meta" : "text-meta text-n11"}>
            {said}
          </span>
        ) : null}
      </div>
    </div>
  );
}
